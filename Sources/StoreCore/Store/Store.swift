public import Observation
public import StoreDependencies

/// A running feature: it reduces messages, runs their effects, and publishes its state on the main actor.
///
/// ```swift
/// let store = Store(initialState: Search.State()) { Search() }
/// store.send(.queryChanged("swift"))
/// print(store.query)
/// ```
///
/// - `send` reduces synchronously: the state has changed when it returns. An input that is sent during the handling of
///   another one waits for its turn.
/// - Other code can send inputs only. Feedback of effects has a separate type that no store exposes.
/// - Effects don't retain their store. Releasing the store cancels them.
/// - Each property of the state that is read through the store (`store.query`) is observed separately. A change of
///   another property doesn't update the view. Read a property that has the name of a store member, such as `state`,
///   through ``state``.
/// - Code must not read the store while its reducer runs: neither the reducer nor the `deinit` of a value that the
///   reducer releases. Such an overlapping access stops the process. Sending an input is always possible.
@MainActor
@dynamicMemberLookup
public final class Store<State: Equatable, Input: Sendable, Output: Sendable>: StateContainer, Observable {
  /// The host of the engine, with the feedback type erased.
  let host: any StoreHost<State, Input, Output>

  init(host: any StoreHost<State, Input, Output>) {
    self.host = host
  }

  /// Creates a store with the dependencies in force at the call.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The reducer of the feature.
  ///   - outputPolicy: The permitted number of subscribers of outputs, and whether outputs without a subscriber are
  ///     kept.
  public convenience init<Feature: Reducer>(state: State, reducer: Feature, outputPolicy: OutputPolicy = .drop)
  where Feature.State == State, Feature.Input == Input, Feature.Output == Output {
    self.init(initialState: state, outputPolicy: outputPolicy, reducer: { reducer })
  }

  /// Creates a store, with its own dependencies if needed.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, created under the store's dependencies.
  ///   - outputPolicy: The permitted number of subscribers of outputs, and whether outputs without a subscriber are
  ///     kept.
  ///   - reducer: Makes the reducer of the feature, under the store's dependencies.
  ///   - updateDependencies: Changes the dependencies in force at the call, for this store.
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

  /// The current state. Reading it observes the whole state.
  public var state: State {
    host.publisher.observation.access(\.self)
    return host.state
  }

  /// Handles an input. When this returns, the state has changed, outputs are emitted and effects have started.
  ///
  /// A cancellation of the caller's task doesn't affect this.
  ///
  /// - Parameter input: The input to handle.
  /// - Returns: A handle on all work that follows from the input.
  @discardableResult
  public func send(_ input: Input) -> StoreTask {
    StoreTask(host.send(input))
  }

  /// The current state and then every changed state, without consecutive duplicates.
  ///
  /// Each access is a separate subscription, which begins at the access. The first element is the current state. A slow
  /// reader still receives every later state. The sequence ends when the store is released.
  public var stateStream: some AsyncSequence<State, Never> {
    host.publisher.subscribe(from: host.state)
  }

  /// Every output emitted after the access, in order.
  ///
  /// Each access is a separate subscription. A slow reader still receives every output. Without subscribers, the
  /// store's ``OutputPolicy`` determines whether outputs are kept; by default they are not. The sequence ends when the
  /// store is released.
  ///
  /// To iterate without `for await`, call `next(isolation: #isolation)` on the iterator. The compiler assumes that
  /// `next()` of an opaque iterator may throw.
  public var outputStream: some AsyncSequence<Output, Never> & Sendable {
    host.outputs.subscribe()
  }

  /// Reads and observes one property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    host.publisher.observation.access(keyPath)
    return host.state[keyPath: keyPath]
  }

  /// A closure that receives every event of the store, in total order, on the main actor. Use it for a log.
  public var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? {
    get { host.onEvent }
    set { host.onEvent = newValue }
  }
}

/// The store of a feature.
///
/// ```swift
/// struct SearchView { let store: StoreOf<Search> }
/// ```
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Input, Feature.Output>
where Feature.State: Equatable

extension Store {
  /// Creates a store that shows a state and does nothing, for previews and tests of views.
  ///
  /// Sending an input changes no state, starts no effect and emits no output. The store needs neither a reducer nor
  /// dependencies.
  ///
  /// - Parameter state: The state to show.
  public convenience init(preview state: State) {
    self.init(initialState: state) { InertReducer() }
  }
}

private struct InertReducer<State, Input: Sendable, Output: Sendable>: Reducer {
  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> { .none }
}
