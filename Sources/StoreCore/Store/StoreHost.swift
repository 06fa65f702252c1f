import StoreDependencies

/// What a store needs of the engine's surroundings; it hides the type of the feedback.
@MainActor
protocol StoreHost<State, Input, Output>: AnyObject, Sendable {
  /// What the feature remembers.
  associatedtype State: Equatable

  /// What can be sent to the feature.
  associatedtype Input: Sendable

  /// What the feature tells the outside.
  associatedtype Output: Sendable

  /// The current state.
  var state: State { get }

  /// Who is told of changes of the state.
  var publisher: StatePublisher<State> { get }

  /// Who is told of outputs.
  var outputs: OutputBroadcast<Output> { get }

  /// Who is told of everything.
  var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? { get set }

  /// Handles an input.
  func send(_ input: Input) -> EffectTree
}

/// Runs an engine on the main actor, and publishes what it does.
@MainActor
final class FeatureHost<Feature: Reducer>: StoreHost, @MainActor EffectOwner
where Feature.State: Equatable {
  /// Performs what the engine says.
  private let runner: EffectRunner<Feature>

  /// The way back from the effects.
  private nonisolated let entrance = StoreEntrance<Feature>()

  /// Who is told of changes of the state.
  let publisher = StatePublisher<Feature.State>()

  /// Who is told of outputs.
  let outputs: OutputBroadcast<Feature.Output>

  /// Who is told of everything.
  var onEvent: ((StoreEvent<Feature.State, Feature.Input, Feature.Output>) -> Void)? {
    get { eventObserver }
    set {
      // The previous observer goes last: a `deinit` of what it holds may send, and may set another one.
      var previous = newValue
      swap(&eventObserver, &previous)
    }
  }

  /// The observer itself.
  private var eventObserver: ((StoreEvent<Feature.State, Feature.Input, Feature.Output>) -> Void)?

  /// The state from before the message that is being reduced, kept only where somebody will compare it.
  private var old: Feature.State?

  /// Puts an engine to work.
  init(state: Feature.State, reducer: Feature, dependencies: DependencyValues, outputPolicy: OutputPolicy) {
    outputs = OutputBroadcast(policy: outputPolicy)
    runner = EffectRunner(state: state, reducer: reducer, dependencies: dependencies)
    entrance.owner = self
    runner.owner = self
    runner.begin(in: runner.makeTree())
  }

  /// The current state.
  var state: Feature.State { runner.state }

  /// Handles an input.
  func send(_ input: Feature.Input) -> EffectTree {
    let tree = runner.makeTree()
    runner.send(input, in: tree)
    return tree
  }

  /// Takes a feedback.
  func arrive(_ feedback: any Sendable, from effect: EffectToken) {
    runner.arrive(feedback, from: effect)
  }

  /// Hears that an operation has returned.
  func end(_ effect: EffectToken, throwing error: (any Error)?) {
    runner.end(effect, throwing: error)
  }
}

extension FeatureHost {
  /// Makes the task of an effect, off the main actor.
  nonisolated func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let (token, host) = (effect.token, WeakHost(entrance))
    return Task(name: token.description.label, priority: work.priority) {
      await work.perform(token, for: host)
    }
  }

  /// Keeps the state, if somebody will compare it.
  func willReduce() {
    old = publisher.isObserved || onEvent != nil ? runner.state : nil
  }

  /// Publishes the new state, and tells the observer of events.
  func didReduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectToken?,
    returning node: EffectNode
  ) {
    guard let old = old.take() else { return }
    publishChange(from: old)
    guard let onEvent else { return }
    switch message {
    case .input(let input): onEvent(.input(input, old: old, new: runner.state))
    case .feedback(let feedback):
      // Feedback always has a sender.
      guard let sender else { return }
      onEvent(.feedback(feedback, from: sender.description, old: old, new: runner.state))
    }
  }

  /// Publishes an output, reports an error that nobody handles, and tells the observer of events.
  func perform(_ action: EffectAction, on effect: EffectRecord?) {
    if case .output(let output) = action { outputs.emit(typed(output)) }
    if case .end(_, let error?) = action, let effect { reportUnhandled(error, of: effect.token.description) }
    if let onEvent, let event = StoreEvent<Feature.State, Feature.Input, Feature.Output>(action, effect?.token) {
      onEvent(event)
    }
  }

  /// Tells those who observe the state of a change, as Observation wants it: before it and after it.
  private func publishChange(from old: Feature.State) {
    guard publisher.isObserved, old != runner.state else { return }
    let new = runner.state
    let changed = publisher.observation.changedFields(from: old, to: new)
    let parts = publisher.partChanges(from: old, to: new)
    if !changed.isEmpty || !parts.isEmpty {
      runner.state = old
      publisher.observation.willChange(changed)
      for part in parts { part.willChange() }
      runner.state = new
      publisher.observation.didChange(changed)
      for part in parts { part.didChange() }
    }
    publisher.yield(new)
    for part in parts { part.publish() }
  }

  /// Reports an error that an effect has thrown and nothing handles.
  private func reportUnhandled(_ error: any Error, of effect: EffectDescription) {
    DependencyIssue(
      kind: .unhandledError,
      subject: effect.label,
      headline:
        "The \(effect.phrase)\(effect.isAnonymous ? "" : ", made at \(effect.site),") threw an error that nothing handles: \(error)",
      details: "Catch it in the effect, or give run(operation:catch:) a handler that sends a feedback.",
      site: effect.site
    )
    .report(to: runner.dependencies.observer)
  }
}
