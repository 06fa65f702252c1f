/// A reducer whose logic is a pure function from a state and a message to what is next, in the style of Mobius.
///
/// Its outputs are commands, which ``Reducer/performing(_:)`` gives somebody to perform.
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
  /// What the feature remembers.
  ///
  /// It is declared here again, like those below, for the compiler to infer it from ``update(_:on:)``.
  associatedtype State

  /// What can be sent to the feature from outside.
  associatedtype Input

  /// What the feature's own effects send back to it.
  associatedtype Feedback

  /// What the feature asks to be done.
  associatedtype Output

  /// Says what follows from a message.
  ///
  /// - Parameters:
  ///   - state: The state as it is.
  ///   - message: The input or the feedback to handle.
  /// - Returns: The state to set, if any, and the commands.
  func update(_ state: State, on message: Message<Input, Feedback>) -> Next<State, Output>
}

extension UpdateReducer {
  /// Sets the next state, if there is one, and emits the commands.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    let next = update(state, on: message)
    if let newState = next.state { state = newState }
    return .outputs(next.commands)
  }
}

extension Effect {
  /// Tells the outside several things, in order.
  static func outputs(_ outputs: [Output]) -> Self {
    switch outputs.count {
    case 0: .none
    case 1: .output(outputs[0])
    default: .merge(outputs.map { .output($0) })
    }
  }
}
