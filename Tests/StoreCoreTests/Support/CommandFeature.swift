import StoreCore

/// A feature with commands, whose logic is a pure function. It models a kettle.
struct CommandFeature: UpdateReducer {
  enum State: Hashable, Sendable {
    /// Nothing.
    case cold

    /// It gets hotter.
    case heating

    /// It is done.
    case boiling
  }

  enum Input: Hashable, Codable, Sendable {
    /// Switches it on.
    case switchOn

    /// Switches it off.
    case switchOff

    /// Requests an output.
    case ask
  }

  enum Feedback: Hashable, Codable, Sendable {
    /// The water boils.
    case boiled(after: Int)
  }

  /// The commands of the feature.
  enum Command: Hashable, Sendable {
    /// Heat the water.
    case heat

    /// Stop heating it.
    case cool

    /// Make a noise.
    case whistle(String)
  }

  /// Returns the next state and commands.
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

  /// Makes a noise when it is plugged in.
  func start(from state: State) -> Effect<Feedback, Command> { .output(.whistle("hello")) }
}
