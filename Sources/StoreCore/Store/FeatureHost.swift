import StoreDependencies

/// A host that runs an engine on the main actor, and publishes its changes.
@MainActor
final class FeatureHost<Feature: Reducer>: StoreHost, @MainActor EffectOwner
where Feature.State: Equatable {
  private let reducer: Feature

  private let runner: EffectRunner<Feature>

  /// The weak reference to this host, which effects retain.
  private nonisolated let weakHost = WeakFeatureHost<Feature>()

  let publisher = StatePublisher<Feature.State>()

  let outputs: OutputBroadcast<Feature.Output>

  var onEvent: ((StoreEvent<Feature.State, Feature.Input, Feature.Output>) -> Void)? {
    get { eventObserver }
    set {
      // The previous observer is released last: a `deinit` of its captures may send, and may set another observer.
      var previous = newValue
      swap(&eventObserver, &previous)
      hasEventObserver = eventObserver != nil
      if !hasEventObserver { _ = old.take() }
    }
  }

  private var eventObserver: ((StoreEvent<Feature.State, Feature.Input, Feature.Output>) -> Void)?

  /// The state before the current message, kept only if an observer of events needs it.
  private var old: Feature.State?

  /// The state that was published last, kept while messages are reduced if an observer of the state needs it.
  private var published: Feature.State?

  /// The state before the change, while observers are notified that it is about to happen.
  private var visible: Feature.State?

  // Performance: most messages have no observer, and an optional of a generic type makes the runtime look up the type.
  private var hasEventObserver = false
  private var keepsPublished = false
  private var showsOld = false

  init(state: Feature.State, reducer: Feature, dependencies: DependencyValues, outputPolicy: OutputPolicy) {
    outputs = OutputBroadcast(policy: outputPolicy)
    self.reducer = reducer
    runner = EffectRunner(state: state, dependencies: dependencies)
    weakHost.owner = self
    runner.owner = self
    runner.begin(in: runner.makeGroup())
  }

  var state: Feature.State { showsOld ? visible ?? runner.state : runner.state }

  func send(_ input: Feature.Input) -> EffectGroup {
    let group = runner.makeGroup()
    runner.send(input, in: group)
    return group
  }

  func arrive(_ feedback: any Sendable, from effect: EffectToken) {
    runner.arrive(feedback, from: effect)
  }

  /// Receives the end of an operation.
  func end(_ effect: EffectToken, throwing error: (any Error)?) {
    runner.end(effect, throwing: error)
  }
}

extension FeatureHost {
  /// Makes the task of an effect, off the main actor.
  nonisolated func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let (token, host) = (effect.token, weakHost)
    return Task(name: token.description.label, priority: work.priority) {
      await work.perform(token, for: host)
    }
  }

  func start(from state: Feature.State) -> EffectNode { reducer.start(from: state).node }

  /// Reduces a message, and keeps the previous state if an observer needs it.
  func reduce(_ message: Message<Feature.Input, Feature.Feedback>, into state: inout Feature.State) -> EffectNode {
    if hasEventObserver || publisher.isObserved { keep(state) }
    return reducer.reduce(message: message, into: &state).node
  }

  private func keep(_ state: Feature.State) {
    if hasEventObserver { old = state }
    if !keepsPublished, publisher.isObserved { (published, keepsPublished) = (state, true) }
  }

  /// Publishes the state, once for all messages that were reduced at once.
  func didReduceAll() {
    if keepsPublished { publishChange() }
  }

  func didReduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectToken?,
    returning node: EffectNode
  ) {
    if hasEventObserver { notify(of: message, by: sender) }
  }

  /// Notifies the observer of events.
  private func notify(of message: Message<Feature.Input, Feature.Feedback>, by sender: EffectToken?) {
    guard let old = old.take(), let onEvent else { return }
    switch message {
    case .input(let input): onEvent(.input(input, old: old, new: runner.state))
    case .feedback(let feedback):
      // Every feedback has a sender.
      guard let sender else { return }
      onEvent(.feedback(feedback, from: sender.description, old: old, new: runner.state))
    }
  }

  /// Publishes an output, reports an unhandled error, and notifies the observer of events.
  func perform(_ action: EffectAction, on effect: EffectRecord?) {
    if case .output(let output) = action { outputs.emit(typed(output)) }
    if case .end(_, let error?) = action, let effect { reportUnhandled(error, of: effect.token.description) }
    if hasEventObserver, let onEvent,
      let event = StoreEvent<Feature.State, Feature.Input, Feature.Output>(action, effect?.token)
    {
      onEvent(event)
    }
  }

  /// Notifies observers of the state, as Observation requires: once before the change and once after it.
  private func publishChange() {
    keepsPublished = false
    guard let old = published.take(), publisher.isObserved, old != runner.state else { return }
    let new = runner.state
    let changed = publisher.observation.changedFields(from: old, to: new)
    let parts = publisher.partChanges(from: old, to: new)
    if !changed.isEmpty || !parts.isEmpty {
      (visible, showsOld) = (old, true)
      publisher.observation.willChange(changed)
      for part in parts { part.willChange() }
      showsOld = false
      _ = visible.take()
      publisher.observation.didChange(changed)
      for part in parts { part.didChange() }
    }
    publisher.yield(new)
    for part in parts { part.publish() }
  }

  /// Reports an unhandled error of an effect.
  private func reportUnhandled(_ error: any Error, of effect: EffectDescription) {
    RuntimeIssue(
      kind: .unhandledError,
      subject: effect.label,
      headline:
        "The \(effect.phrase)\(effect.isAnonymous ? "" : ", made at \(effect.site),") threw an error that nothing handles: \(bareText(of: error))",
      details: "Catch it in the effect, or give run(operation:catch:) a handler that sends a feedback.",
      site: effect.site
    )
    .report(to: runner.dependencies.observer)
  }
}

/// A weak reference from the effects of a store to the store's host.
///
/// It accesses the host only on the main actor. So an effect's thread never releases the last reference to the host and
/// its state.
@MainActor
final class WeakFeatureHost<Feature: Reducer>: EffectHost where Feature.State: Equatable {
  /// The host, while the store exists.
  weak var owner: FeatureHost<Feature>?

  nonisolated init() {}

  func arrive(_ feedback: any Sendable, from effect: EffectToken) {
    owner?.arrive(feedback, from: effect)
  }

  /// Receives the end of an operation, on the main actor.
  func end(_ effect: EffectToken, throwing error: (any Error)?) {
    owner?.end(effect, throwing: error)
  }
}
