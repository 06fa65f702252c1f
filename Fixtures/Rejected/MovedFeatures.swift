// Features of The Composable Architecture as they are written there, with errors that say what to write instead.
import StoreCore
import StoreDependencies

struct Row: ActionReducer {
  struct State: Equatable, Identifiable { var id = 0 }
  enum Action: Equatable { case tapped, closeTapped }

  @Dependency(\.dismiss) var dismiss  // error: Return '.output(.closed)', at which the parent sets the child's state

  func reduce(action: Action, into state: inout State) -> EffectOf<Self> {
    .run { send in
      await send(.tapped, animation: .default)  // error: Animate in the view, at the field that changes
    }
  }
}

struct Rows: ActionReducer {
  struct State {
    @Presents var row: Row.State?  // error: Write an optional property without a wrapper.
    var path: StackState<Row.State> = []  // error: 'StackState' has been renamed to 'Stack'
  }

  enum Action {
    case row(PresentationAction<Row.Action>)  // error: Write 'case edit(Edit.Action)', and 'case editDismissed'
    case path(StackAction<Row.State, Row.Action>)  // error: Write a case for each kind of screen
    case binding(BindingAction<State>)  // error: 'BindingAction' has been renamed to 'Change'
  }

  var body: some ReducerOf<Self> { self }  // error: Write 'func reduce(action: Action, into state: inout State)

  func reduce(action: Action, into state: inout State) -> EffectOf<Self> { .none }
}

@MainActor func move(_ store: StoreOf<Row>, _ rows: Rows) {
  store.send(.tapped, animation: .spring)  // error: Write 'withAnimation { store.send(...) }'
  _ = Scope(state: \.row, action: \.row) { Row() }  // error: Write 'let child = Scope<Self, Child>(at: .always(\.child)
  _ = rows.ifLet(\.row, action: \.row) { Row() }  // error: Make 'let child = Scope<Self, Child>(at: .ifLet(\.child)
  _ = rows.ifLet(\.$row, action: \.row) { Row() }  // error: Make 'let child = Scope<Self, Child>(at: .ifLet(\.child)
  _ = rows.ifCaseLet(\.row, action: \.row) { Row() }  // error: Make a 'Scope<Self, Child>(at: .ifCase(Case.child
  _ = rows.forEach(\.rows, action: \.rows) { Row() }  // error: Make a 'ScopeEach<Self, Row>(at: .each(\.rows)
}
