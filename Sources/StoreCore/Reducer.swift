/// The whole logic of a feature: how each message changes the state, and which effects follow from it.
///
/// A reducer is a function, not a place: it must depend on nothing but the message, the state and its dependencies, and
/// must change nothing but the state. Work goes into the effect that it returns.
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Input { case increment }
///
///   func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
///     switch message {
///     case .input(.increment):
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// Effects and test stores use a feature off the main actor. The requirement on its metatype keeps a conformance from being
/// bound to an actor. So a module that isolates its types to the main actor by default leaves a feature, and the types
/// declared in it, alone.
public protocol Reducer<State, Input, Feedback, Output>: SendableMetatype {
  /// What the feature remembers, and what can be seen of it.
  associatedtype State

  /// What can be sent to the feature from outside.
  associatedtype Input: Sendable

  /// What the feature's own effects send back to it.
  associatedtype Feedback: Sendable = Never

  /// What the feature tells the outside once, without remembering it.
  associatedtype Output: Sendable = Never

  /// Changes the state as the message demands, and returns what is to be done.
  ///
  /// A store calls this synchronously, one message at a time, in the order of their arrival.
  ///
  /// - Parameters:
  ///   - message: The input or the feedback to handle.
  ///   - state: The state to change in place.
  /// - Returns: The effect that follows; `.none` where nothing does.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output>

  /// Returns what is to be done before any message, such as listening to a source of events for as long as the store lives.
  ///
  /// A store calls this once, when it is made. Nothing can have subscribed to its outputs by then, so an output that is
  /// returned here by itself is heard in tests only. A reducer that does without it starts with no effect.
  ///
  /// - Parameter state: The first state, which is not changed here.
  /// - Returns: The first effect.
  func start(from state: State) -> Effect<Feedback, Output>
}

extension Reducer {
  /// Starts with no effect.
  public func start(from state: State) -> Effect<Feedback, Output> { .none }
}
