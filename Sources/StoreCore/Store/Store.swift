public import Observation
public import StoreDependencies

/// A feature at work: it reduces messages, runs their effects, and shows its state to the main actor.
///
/// ```swift
/// let store = Store(initialState: Search.State()) { Search() }
/// store.send(.queryChanged("swift"))
/// print(store.query)
/// ```
///
/// - `send` reduces synchronously: the state is changed when it returns. An input that is sent while another is being
///   handled waits for its turn.
/// - Only inputs can be sent. What effects send back has a type of its own that no store shows.
/// - Effects do not keep their store alive; releasing the store cancels them.
/// - Reading a property of the state through the store (`store.query`) is observed by itself: a view that reads it is
///   not invalidated by a change of anything else. A property that has a store member's name, such as `state`, is
///   reached through ``state``.
/// - The store must not be read while its reducer changes the state, neither by the reducer nor by the `deinit` of a value
///   that the reducer releases. That is an overlapping access, and stops the process. Sending an input is always possible.
@MainActor
@dynamicMemberLookup
public final class Store<State: Equatable, Input: Sendable, Output: Sendable>: StateContainer, Observable {
  /// The engine and its surroundings, without the type of the feedback.
  let host: any StoreHost<State, Input, Output>

  /// Makes a store of its parts.
  init(host: any StoreHost<State, Input, Output>) {
    self.host = host
  }

  /// Makes a store with dependencies of the place where it is made.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - reducer: The feature's logic.
  ///   - outputPolicy: Who may hear outputs, and what becomes of those that nobody is there to hear.
  public convenience init<Feature: Reducer>(state: State, reducer: Feature, outputPolicy: OutputPolicy = .drop)
  where Feature.State == State, Feature.Input == Input, Feature.Output == Output {
    self.init(initialState: state, outputPolicy: outputPolicy, reducer: { reducer })
  }

  /// Makes a store, with dependencies of its own where needed.
  ///
  /// - Parameters:
  ///   - initialState: The first state, made under the store's dependencies.
  ///   - outputPolicy: Who may hear outputs, and what becomes of those that nobody is there to hear.
  ///   - reducer: Makes the feature's logic, under the store's dependencies.
  ///   - updateDependencies: Changes the dependencies of the place where the store is made.
  public init<Feature: Reducer>(
    initialState: @autoclosure () -> State,
    outputPolicy: OutputPolicy = .drop,
    reducer: () -> Feature,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) where Feature.State == State, Feature.Input == Input, Feature.Output == Output {
    var values = DependencyValues.aroundStore
    values.update(updateDependencies)
    host = DependencyValues.withValues(values) {
      FeatureHost(state: initialState(), reducer: reducer(), dependencies: values, outputPolicy: outputPolicy)
    }
  }

  /// The current state. Reading it observes all of it.
  public var state: State {
    host.publisher.observation.access(\.self)
    return host.state
  }

  /// Handles an input: the state is changed, outputs are emitted and effects are started when this returns.
  ///
  /// An input is handled whether or not the caller's task is cancelled.
  ///
  /// - Parameter input: What happened.
  /// - Returns: A handle on everything that follows from the input.
  @discardableResult
  public func send(_ input: Input) -> StoreTask {
    StoreTask(host.send(input))
  }

  /// The current state and then every change of it, without consecutive duplicates.
  ///
  /// Each access is a subscription of its own, which begins at the access: the first element is the state at that
  /// moment, and no later state is left out, however slowly it is read. The sequence ends when the store is released.
  public var stateStream: some AsyncSequence<State, Never> {
    host.publisher.subscribe(from: host.state)
  }

  /// Every output emitted after the access, in order.
  ///
  /// Each access is a subscription of its own. None of the outputs is lost, however slowly they are read. Where nobody
  /// subscribes, the store's ``OutputPolicy`` says what becomes of them; unless it is given one, none is kept. The
  /// sequence ends when the store is released.
  ///
  /// Who steps through it by hand, rather than with `for await`, calls `next(isolation: #isolation)` on its iterator: to
  /// the compiler, `next()` of an iterator without a name may throw.
  public var outputStream: some AsyncSequence<Output, Never> & Sendable {
    host.outputs.subscribe()
  }

  /// Reads, and observes, one property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    host.publisher.observation.access(keyPath)
    return host.state[keyPath: keyPath]
  }

  /// Hears of everything that the store does, in total order, on the main actor: the place for a log.
  public var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? {
    get { host.onEvent }
    set { host.onEvent = newValue }
  }
}
