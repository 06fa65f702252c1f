import Observation
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// A list that asks before it deletes, and that presents a sheet.
private struct Items: Reducer {
  enum Choice: Equatable { case delete, archive }

  struct State: Equatable {
    var items = 3
    var alert: AlertState<Choice>?
    var note: String?
  }

  enum Input: Equatable {
    case deleteTapped
    case alert(AlertState<Choice>.Answer)
    case noteTapped, noteDismissed, noteChanged(String)
  }

  static let question = AlertState<Choice>(
    "Delete?",
    message: "It can't be undone.",
    buttons: [.init("Delete", role: .destructive, action: .delete), .init("Keep", role: .cancel)]
  )

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.deleteTapped): state.alert = Self.question
    case .input(.alert(let answer)):
      if state.alert.close(by: answer) == .delete { state.items = 0 }
    case .input(.noteTapped): state.note = ""
    case .input(.noteChanged(let text)): state.note = text
    case .input(.noteDismissed): state.note = nil
    }
    return .none
  }
}

@Suite struct AlertTests {
  @Test func `an alert is closed by its answer`() async {
    let store = TestStore(initialState: Items.State()) { Items() }
    await store.send(.deleteTapped) { $0.alert = Items.question }
    await store.send(.alert(.dismissed)) { $0.alert = nil }
    await store.send(.deleteTapped) { $0.alert = Items.question }
    await store.send(.alert(.chosen(.delete))) {
      $0.alert = nil
      $0.items = 0
    }
    await store.finish()
  }

  @Test func `an alert that is closed already gives no answer`() async {
    let store = TestStore(initialState: Items.State()) { Items() }
    await store.send(.alert(.chosen(.delete)))
    await store.finish()
  }

  @Test func `a button gives its action as the answer, or none`() {
    #expect(Items.question.buttons.map(\.answer) == [.chosen(.delete), .dismissed])
  }

  @MainActor
  @Test func `a binding tells whether a child is presented, and dismisses it once`() {
    let store = Store(initialState: Items.State()) { Items() }
    var messages: [Items.Input] = []
    store.onEvent = { if case .input(let input, _, _) = $0 { messages.append(input) } }
    let isPresented = store.binding(presenting: \.note, dismiss: .noteDismissed)
    #expect(!isPresented.wrappedValue)
    isPresented.wrappedValue = false
    store.send(.noteTapped)
    #expect(isPresented.wrappedValue)
    isPresented.wrappedValue = true
    isPresented.wrappedValue = false
    isPresented.wrappedValue = false
    #expect(!isPresented.wrappedValue)
    #expect(messages == [.noteTapped, .noteDismissed])
  }

  @MainActor
  @Test func `a view that presents a child is not told of the changes within`() {
    let store = Store(initialState: Items.State(note: "a")) { Items() }
    let isPresented = store.binding(presenting: \.note, dismiss: .noteDismissed)
    let changes = Mutex(0)
    withObservationTracking {
      _ = isPresented.wrappedValue
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    store.send(.noteChanged("b"))
    #expect(changes.withLock(\.self) == 0)
    store.send(.noteDismissed)
    #expect(changes.withLock(\.self) == 1)
  }
}
