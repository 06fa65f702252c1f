/// A state that handles its own events, and says what is to be done.
///
/// It knows nothing of effects. Stores take it as a reducer whose outputs are its commands, and
/// ``Reducer/performing(_:)`` gives it somebody to perform them:
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
  /// Everything that can happen to the machine, from outside and from what was done for its commands.
  associatedtype Event: Sendable

  /// What the machine asks to be done.
  associatedtype Command: Sendable

  /// Changes the state as an event demands.
  ///
  /// - Parameter event: What has happened.
  /// - Returns: What is to be done; nil if nothing is.
  mutating func handle(_ event: Event) -> Command?
}

extension StateMachine {
  /// The machine's logic as a reducer, whose outputs are the commands.
  public static var reducer: some Reducer<Self, Event, Event, Command> & Sendable {
    StateMachineReducer<Self>()
  }
}

/// The logic of a state that handles its own events, and its type for a parent that has the machine as a child.
public struct StateMachineReducer<State: StateMachine>: ActionReducer, Sendable {
  /// Has the state handle an event.
  public func reduce(action: State.Event, into state: inout State) -> Effect<State.Event, State.Command> {
    state.handle(action).map { .output($0) } ?? .none
  }
}

extension StateMachineReducer: ReducerOperator {
  /// The machine's type.
  package static var featureType: Any.Type { State.self }
}
