/// The result of a pure update function: an optional new state, and commands.
///
/// It distinguishes setting no state from setting an equal state. It is `Equatable` if its parts are, so a test can
/// compare the whole result without a store:
///
/// ```swift
/// #expect(Loader().update(.idle, on: .input(.load)) == .state(.loading, commands: .download))
/// ```
public struct Next<State, Command> {
  /// The state to set; nil if the message sets none.
  public let state: State?

  /// The commands to perform, in order.
  public let commands: [Command]

  /// Sets a state, which may equal the previous one, and requests commands.
  ///
  /// - Parameters:
  ///   - state: The state to set.
  ///   - commands: The commands to perform, in order.
  public static func state(_ state: State, commands: Command...) -> Self {
    Self(state: state, commands: commands)
  }

  /// Sets no state, and requests commands.
  ///
  /// - Parameter commands: The commands to perform, in order.
  public static func commands(_ commands: Command...) -> Self {
    Self(state: nil, commands: commands)
  }

  /// A result without a state and without commands.
  public static var nothing: Self { Self(state: nil, commands: []) }
}

extension Next: Sendable where State: Sendable, Command: Sendable {}
extension Next: Equatable where State: Equatable, Command: Equatable {}
extension Next: Hashable where State: Hashable, Command: Hashable {}
