import StoreCore

/// A feature with forms as its children: one that is always present, one that may be absent, and several with ids.
struct FormParent: Reducer {
  /// A child with an id.
  struct Row: Reducer {
    /// The state of a row.
    struct State: Equatable, Identifiable {
      let id: Int

      /// A property that changes.
      var text = ""

      /// A second property that changes.
      var count = 0
    }

    /// A change of a row.
    typealias Input = @Sendable (inout State) -> Void

    /// Changes the state.
    func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
      guard case .input(let change) = message else { return .none }
      change(&state)
      return .none
    }
  }

  /// The children's states.
  struct State: Equatable {
    /// The child that is always present.
    var form = Form.State()

    /// The child that may be absent.
    var sheet: Form.State?

    /// A child with an id that may be absent, or replaced.
    var card: Row.State?

    /// Children with ids.
    var rows: IdentifiedArray<Row.State> = []

    /// The outputs of the children.
    var heard: [String] = []
  }

  enum Input: Sendable {
    /// A message to the child that is always there.
    case form(Form.Input)

    /// A message to the child that may be absent.
    case sheet(Form.Input)

    /// A message to the child that may be replaced.
    case card(Row.Input)

    /// A message to one of several children.
    case row(Int, Row.Input)

    /// A change of the parent's state.
    case change(@Sendable (inout State) -> Void)
  }

  /// The feedback of the parent, from its children.
  enum Feedback: Sendable {
    /// A message of the child that is always present.
    case form(ChildFeedback<Form>)

    /// From the child that may be absent.
    case sheet(ChildFeedback<Form>)

    /// From the child that may be replaced.
    case card(ChildFeedback<Row>)

    /// From one of several children.
    case row(Int, ChildFeedback<Row>)
  }

  /// The child that is always present.
  let form = Scope<FormParent, Form>(\.form, feedback: Feedback.form) { Form() }

  /// The child that may be absent.
  let sheet = Scope<FormParent, Form>(ifLet: \.sheet, feedback: Feedback.sheet) { Form() }

  /// The child that may be replaced.
  let card = Scope<FormParent, Row>(ifLet: \.card, feedback: Feedback.card) { Row() }

  /// Children with ids.
  let rows = ScopeEach<FormParent, Row>(\.rows, feedback: Feedback.row) { Row() }

  /// Routes messages to the children, and stores their outputs.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let input)): return form.reduce(.input(input), into: &state)
    case .input(.sheet(let input)): return sheet.reduce(.input(input), into: &state)
    case .input(.card(let input)): return card.reduce(.input(input), into: &state)
    case .input(.row(let id, let input)): return rows.reduce(.input(input), id: id, into: &state)
    case .input(.change(let change)):
      change(&state)
      return .none
    case .feedback(.form(.output(let text))), .feedback(.sheet(.output(let text))):
      state.heard.append(text)
      return .none
    case .feedback(.form(.feedback(let feedback))): return form.reduce(.feedback(feedback), into: &state)
    case .feedback(.sheet(.feedback(let feedback))): return sheet.reduce(.feedback(feedback), into: &state)
    case .feedback(.card(.feedback(let feedback))): return card.reduce(.feedback(feedback), into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

/// A store of a form parent.
typealias FormParentStore = Store<FormParent.State, FormParent.Input, Never>

/// The store of one of several children.
typealias RowStore = Store<FormParent.Row.State, FormParent.Row.Input, Never>

extension Store where State == FormParent.State, Input == FormParent.Input, Output == Never {
  /// Makes the store of a form parent.
  convenience init(_ state: FormParent.State = FormParent.State()) {
    self.init(state: state, reducer: FormParent())
  }

  /// Changes the parent's state.
  func change(_ change: @escaping @Sendable (inout FormParent.State) -> Void) {
    send(.change(change))
  }
}
