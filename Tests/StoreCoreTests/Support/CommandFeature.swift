import StoreCore

/// A kettle: a feature whose logic is a pure function that returns commands.
struct CommandFeature: UpdateReducer {
  enum State: Hashable, Sendable {
    case cold
    case heating
    case boiling
  }

  enum Input: Hashable, Codable, Sendable {
    case switchOn
    case switchOff
    case ask
  }

  enum Feedback: Hashable, Codable, Sendable {
    case boiled(after: Int)
  }

  enum Command: Hashable, Sendable {
    case heat
    case cool
    case whistle(String)
  }

  func update(_ state: State, on message: Message<Input, Feedback>) -> Next<State, Command> {
    switch (state, message) {
    case (.cold, .input(.switchOn)): .state(.heating, commands: .heat)
    case (.heating, .input(.switchOn)): .nothing
    case (.boiling, .input(.switchOn)): .state(.boiling)
    case (_, .input(.switchOff)): .state(.cold, commands: .cool)
    case (_, .input(.ask)): .commands(.whistle("\(state)"), .whistle("\(state)"))
    case (_, .feedback(.boiled)): .state(.boiling, commands: .cool, .whistle("tea"))
    }
  }

  func start(from state: State) -> Effect<Feedback, Command> { .output(.whistle("hello")) }
}
