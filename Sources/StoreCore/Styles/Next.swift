/// What follows from a message in a feature that is written as a pure function: a new state or none, and commands.
///
/// It tells a feature that sets no state from one that sets an equal one, and it is `Equatable` where its parts are. So
/// a test compares the whole of it, without a store:
///
/// ```swift
/// #expect(Loader().update(.idle, on: .input(.load)) == .state(.loading, commands: .download))
/// ```
public struct Next<State, Command> {
  /// The state to set; nil if the message sets none.
  public let state: State?

  /// What is to be done, in order.
  public let commands: [Command]

  /// Sets a state, which may be equal to the one before, and asks for commands.
  ///
  /// - Parameters:
  ///   - state: The state to set.
  ///   - commands: What is to be done, in order.
  public static func state(_ state: State, commands: Command...) -> Self {
    Self(state: state, commands: commands)
  }

  /// Sets no state, and asks for commands.
  ///
  /// - Parameter commands: What is to be done, in order.
  public static func commands(_ commands: Command...) -> Self {
    Self(state: nil, commands: commands)
  }

  /// Sets no state, and asks for nothing.
  public static var nothing: Self { Self(state: nil, commands: []) }
}

extension Next: Sendable where State: Sendable, Command: Sendable {}
extension Next: Equatable where State: Equatable, Command: Equatable {}
extension Next: Hashable where State: Hashable, Command: Hashable {}
