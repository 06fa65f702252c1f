import StoreDependencies
import Synchronization

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
  func send(_ input: Input, tree: EffectTree)

  /// Lets nothing more arrive, because the store is gone.
  nonisolated func close()
}

/// Runs an engine on the main actor, and publishes what it does.
@MainActor
final class FeatureHost<Feature: Reducer>: StoreHost, EffectHost, @MainActor EngineDelegate
where Feature.State: Equatable {
  /// What interprets messages and effects.
  private let engine: EffectEngine<Feature>

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
      engine.observe = eventObserver == nil ? nil : { [unowned self] event in tell(event) }
    }
  }

  /// The observer itself.
  private var eventObserver: ((StoreEvent<Feature.State, Feature.Input, Feature.Output>) -> Void)?

  /// The state from before the message that is being reduced, kept only where somebody will compare it.
  private var old: Feature.State?

  /// Whether the store is gone. A feedback that is on its way to the main actor keeps the host for as long.
  private nonisolated let isClosed = Atomic(false)

  /// Puts an engine to work.
  init(state: Feature.State, reducer: Feature, dependencies: DependencyValues, outputPolicy: OutputPolicy) {
    outputs = OutputBroadcast(policy: outputPolicy)
    engine = EffectEngine(state: state, reducer: reducer, dependencies: dependencies)
    engine.host = self
    engine.delegate = self
    engine.begin(tree: EffectTree())
  }

  /// The current state.
  var state: Feature.State { engine.state }

  /// Handles an input.
  func send(_ input: Feature.Input, tree: EffectTree) {
    engine.send(input, tree: tree)
  }

  /// Makes the task of an effect, off the main actor.
  nonisolated func launch(
    _ effect: EffectToken,
    _ work: EffectWork<Feature.Feedback>,
    dependencies: DependencyValues?
  ) -> Task<Void, Never> {
    let link = HostLink<Feature.Feedback>(self)
    return DependencyValues.withValues(dependencies ?? .current) {
      Task(name: effect.description.label, priority: work.priority) {
        await work.perform(effect, for: link)
      }
    }
  }

  /// Lets nothing more arrive, because the store is gone.
  nonisolated func close() {
    isClosed.store(true, ordering: .releasing)
  }

  /// Takes a feedback, on the main actor.
  func arrive(_ feedback: Feature.Feedback, from effect: EffectToken) {
    guard !isClosed.load(ordering: .acquiring) else { return }
    engine.arrive(feedback, from: effect)
  }

  /// Hears that an operation has returned, on the main actor.
  func end(_ effect: EffectToken, throwing error: (any Error)?) {
    guard !isClosed.load(ordering: .acquiring) else { return }
    engine.end(effect, throwing: error)
  }
}

extension FeatureHost {
  /// Keeps the state, if somebody will compare it.
  func engineWillReduce() {
    old = publisher.isObserved || onEvent != nil ? engine.state : nil
  }

  /// An app reduces nothing twice.
  func engineMayReduceAgain(_ message: Message<Feature.Input, Feature.Feedback>) {}

  /// Publishes the new state, and tells the observer of events of the input.
  func engineDidReduce(input: Feature.Input, returning node: EffectNode<Feature.Feedback, Feature.Output>) {
    guard let old = old.take() else { return }
    publishChange(from: old)
    onEvent?(.input(input, old: old, new: engine.state))
  }

  /// Publishes the new state, and tells the observer of events of the feedback.
  func engineDidReduce(
    feedback: Feature.Feedback,
    by sender: EffectToken?,
    returning node: EffectNode<Feature.Feedback, Feature.Output>
  ) {
    guard let old = old.take() else { return }
    publishChange(from: old)
    // Feedback always has a sender.
    if let onEvent, let sender {
      onEvent(.feedback(feedback, from: sender.description, old: old, new: engine.state))
    }
  }

  /// Publishes an output.
  func engineDidEmit(_ output: Feature.Output) {
    outputs.emit(output)
  }

  /// Nothing depends on it.
  func engineDidStart(_ process: EffectProcess<Feature>) {}

  /// There is nothing to do for an effect that is cancelled.
  func engineDidCancel(_ process: EffectProcess<Feature>) {}

  /// There is nothing to do for what a cancelled effect has sent.
  func engineDidDrop(_ feedback: Feature.Feedback, from effect: EffectToken) {}

  /// Reports what nobody handles.
  func engineDidEnd(_ process: EffectProcess<Feature>, throwing error: (any Error)?) {
    if let error { reportUnhandled(error, of: process.token.description) }
  }

  /// Tells the observer of events what the engine does, except for messages, which go with the states around them.
  private func tell(_ event: EngineEvent<Feature>) {
    switch event {
    case .willReduce, .reduced: break
    case .output(let output): onEvent?(.output(output))
    case .started(let process): onEvent?(.effectStarted(process.token.description))
    case .cancelled(let process): onEvent?(.effectCancelled(process.token.description))
    case .ended(let process): onEvent?(.effectEnded(process.token.description))
    case .failed(let process, let error): onEvent?(.effectFailed(process.token.description, error))
    case .dropped(let feedback, let sender): onEvent?(.feedbackDropped(feedback, from: sender.description))
    }
  }

  /// Tells those who observe the state of a change, as Observation wants it: before it and after it.
  private func publishChange(from old: Feature.State) {
    guard publisher.isObserved, old != engine.state else { return }
    let new = engine.state
    let changed = publisher.observation.changedFields(from: old, to: new)
    if !changed.isEmpty {
      engine.state = old
      publisher.observation.willChange(changed)
      engine.state = new
      publisher.observation.didChange(changed)
    }
    publisher.yield(new)
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
    .report(to: engine.dependencies.observer)
  }
}
