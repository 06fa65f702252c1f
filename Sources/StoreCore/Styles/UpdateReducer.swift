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
