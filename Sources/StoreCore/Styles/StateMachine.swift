/// A state that handles its own events, and returns commands.
///
/// It is independent of effects. A store uses it as a reducer whose outputs are its commands, and
/// ``Reducer/performing(_:)`` adds a handler that performs them:
///
/// ```swift
/// enum Turnstile: StateMachine, Equatable {
///   case locked, unlocked
///   enum Event { case coin, push }
///   enum Command { case open, close }
///
///   mutating func handle(_ event: Event) -> Command? {
///     switch (self, event) {
///     case (.locked, .coin):
///       self = .unlocked
///       return .open
///     case (.unlocked, .push):
///       self = .locked
///       return .close
///     default: return nil
///     }
///   }
/// }
///
/// let store = Store(state: .locked, reducer: Turnstile.reducer)
/// ```
public protocol StateMachine: SendableMetatype {
  /// An event of the machine, sent by other code or by a performed command.
  associatedtype Event: Sendable

  /// The commands of the machine.
  associatedtype Command: Sendable

  /// Changes the state for an event.
  ///
  /// - Parameter event: The event to handle.
  /// - Returns: The command to perform, if any.
  mutating func handle(_ event: Event) -> Command?
}

extension StateMachine {
  /// The machine as a reducer, whose outputs are the commands.
  public static var reducer: some Reducer<Self, Event, Event, Command> & Sendable {
    StateMachineReducer<Self>()
  }
}

/// A reducer that passes its actions to a state machine. The type is public, so that a machine can be a child.
public struct StateMachineReducer<State: StateMachine>: ActionReducer, Sendable {
  /// Passes an event to the machine.
  public func reduce(action: State.Event, into state: inout State) -> Effect<State.Event, State.Command> {
    state.handle(action).map { .output($0) } ?? .none
  }
}

extension StateMachineReducer: ReducerOperator {
  /// The machine's type.
  package static var featureType: Any.Type { State.self }
}
