/// A reducer that is a pure function from a state and a message to the next state and commands, in the style of Mobius.
///
/// Its outputs are commands, and ``Reducer/performing(_:)`` adds a handler that performs them.
///
/// ```swift
/// struct Switch: UpdateReducer {
///   enum Command { case buzz }
///
///   func update(_ isOn: Bool, on message: Message<Bool, Never>) -> Next<Bool, Command> {
///     switch message {
///     case .input(isOn): .nothing
///     case .input(let isOn): .state(isOn, commands: .buzz)
///     }
///   }
/// }
/// ```
public protocol UpdateReducer<State, Input, Feedback, Output>: Reducer {
  /// The state of the feature.
  ///
  /// It and the types below are redeclared here so that the compiler infers them from ``update(_:on:)``.
  associatedtype State

  /// The messages that other code can send to the feature.
  associatedtype Input

  /// The messages that the feature's own effects send back to it.
  associatedtype Feedback

  /// The commands of the feature.
  associatedtype Output

  /// Returns the next state and the commands for a message.
  ///
  /// - Parameters:
  ///   - state: The current state.
  ///   - message: The input or the feedback to handle.
  /// - Returns: The state to set, if any, and the commands.
  func update(_ state: State, on message: Message<Input, Feedback>) -> Next<State, Output>
}

extension UpdateReducer {
  /// Sets the next state, if any, and emits the commands.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    let next = update(state, on: message)
    if let newState = next.state { state = newState }
    return .outputs(next.commands)
  }
}

extension Effect {
  /// Emits several outputs, in order.
  static func outputs(_ outputs: [Output]) -> Self {
    switch outputs.count {
    case 0: .none
    case 1: .output(outputs[0])
    default: .merge(outputs.map { .output($0) })
    }
  }
}

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
