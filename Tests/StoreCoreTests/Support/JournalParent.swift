import StoreCore

/// A parent with a journal that may be absent.
struct JournalParent: Reducer {
  struct State: Equatable {
    var journal: Journal.State? = Journal.State()

    /// The outputs of the journal.
    var heard: [String] = []
  }

  enum Input {
    case journal(Step)

    /// Passes an effect to the journal, and then removes the journal.
    case dismiss(Step)

    case leave
    case enter
  }

  enum Feedback: Equatable {
    case journal(ChildFeedback<Journal>)
  }

  let journal = Scope<JournalParent, Journal>(ifLet: \.journal, feedback: Feedback.journal) { Journal() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.journal(let step)): return journal.reduce(.input(step), into: &state)
    case .feedback(.journal(.feedback(let text))): return journal.reduce(.feedback(text), into: &state)
    case .input(.dismiss(let step)):
      let effect = journal.reduce(.input(step), into: &state)
      state.journal = nil
      return effect
    case .input(.leave):
      state.journal = nil
      return .none
    case .input(.enter):
      state.journal = Journal.State()
      return .none
    case .feedback(.journal(.output(let word))):
      state.heard.append(word)
      return .none
    }
  }
}
