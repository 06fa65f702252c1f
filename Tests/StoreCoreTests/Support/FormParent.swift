import StoreCore

/// A parent with a child in every kind of place: required, optional, replaceable, and in a collection.
struct FormParent: Reducer {
  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var text = ""
      var count = 0
    }

    typealias Input = @Sendable (inout State) -> Void

    func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
      guard case .input(let change) = message else { return .none }
      change(&state)
      return .none
    }
  }

  struct State: Equatable {
    var form = Form.State()
    var sheet: Form.State?

    /// An optional child with an id, so that another child can replace it.
    var card: Row.State?

    var rows: IdentifiedArray<Row.State> = []
    var heard: [String] = []
  }

  enum Input: Sendable {
    case form(Form.Input)
    case sheet(Form.Input)
    case card(Row.Input)
    case row(Int, Row.Input)
    case change(@Sendable (inout State) -> Void)
  }

  enum Feedback: Sendable {
    case form(ChildFeedback<Form>)
    case sheet(ChildFeedback<Form>)
    case card(ChildFeedback<Row>)
    case row(Int, ChildFeedback<Row>)
  }

  let form = Scope<FormParent, Form>(\.form, feedback: Feedback.form) { Form() }

  let sheet = Scope<FormParent, Form>(ifLet: \.sheet, feedback: Feedback.sheet) { Form() }

  let card = Scope<FormParent, Row>(ifLet: \.card, feedback: Feedback.card) { Row() }

  let rows = ScopeEach<FormParent, Row>(\.rows, feedback: Feedback.row) { Row() }

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

typealias FormParentStore = Store<FormParent.State, FormParent.Input, Never>

typealias RowStore = Store<FormParent.Row.State, FormParent.Row.Input, Never>

extension Store where State == FormParent.State, Input == FormParent.Input, Output == Never {
  convenience init(_ state: FormParent.State = FormParent.State()) {
    self.init(state: state, reducer: FormParent())
  }

  func change(_ change: @escaping @Sendable (inout FormParent.State) -> Void) {
    send(.change(change))
  }
}
