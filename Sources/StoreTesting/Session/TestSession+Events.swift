package import StoreCore
import StoreDependencies
import Synchronization

extension TestSession: EffectOwner {
  /// Makes the task of an effect, on the test's executor.
  package func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let token = effect.token
    let inFlight = InFlightEffect(environment: environment, effect, startedAt: time.now)
    effect.attachment = inFlight
    let environment = environment
    let task = TaskLifetime.$current.withValue(TaskLifetime(of: inFlight)) {
      Task(executorPreference: environment.executor, priority: work.priority) {
        await work.perform(token, for: environment)
      }
    }
    inFlight.setTask(task)
    return task
  }

  package func start(from state: Feature.State) -> EffectNode {
    change?.start(from: state, by: reducer) ?? reducer.start(from: state).node
  }

  /// Reduces a message, and records the number of dependency reads before it, for the purity check.
  package func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State
  ) -> EffectNode {
    purity.readsBefore = environment.dependencyReads.load(ordering: .relaxed)
    purity.hasReducedTwice = false
    for observer in environment.observers { observer.willReduce() }
    return apply(message, to: &state)
  }

  /// Reduces a message by the feature, or by its mutant.
  func apply(_ message: Message<Feature.Input, Feature.Feedback>, to state: inout Feature.State) -> EffectNode {
    if let change { return change.reduce(message, into: &state, by: reducer) }
    return reducer.reduce(message: message, into: &state).node
  }

  /// Records a message, and checks that the reducer is pure.
  package func didReduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectToken?,
    returning node: EffectNode
  ) {
    checkPurity(of: message)
    let predecessor = newestMessage
    let reduced = ReducedMessage<Feature>(
      message,
      after: engine.state,
      sender: sender,
      step: environment.step,
      isReducedTwice: purity.hasReducedTwice
    )
    newestMessage = reduced
    if reduced.isInput { newestInput = reduced }
    note(.reduced(reduced))
    if unasserted.isMeasurementDue(at: judge.open.count) {
      limitUnassertedStates(since: predecessor?.after ?? initial, to: reduced.after)
    }
    if isWatched { check(reduced, node, after: predecessor) }
  }

  /// Checks the invariants and the started children after a message.
  ///
  /// Performance: it is a separate function, as an optional state makes the runtime look up its type.
  @inline(never)
  private func check(
    _ reduced: ReducedMessage<Feature>,
    _ node: EffectNode,
    after predecessor: ReducedMessage<Feature>?
  ) {
    let before = predecessor?.after ?? initial
    if visible == nil { visible = before }
    checkInvariants(of: reduced.message, from: before, to: reduced.after)
    checkChildren(since: before, node, because: reduced.message)
  }

  /// Checks the invariants of the state, which observers of a store now see.
  package func didReduceAll() {
    if isWatched, let before = visible.take() { checkInvariants(since: before) }
  }

  /// Records the actions of the engine.
  package func perform(_ action: EffectAction, on effect: EffectRecord?) {
    switch action {
    case .output(let output): note(.output(output))
    case .drop(let message):
      if case .effect(_, let token?) = message.sender, case .feedback(let feedback) = message.content {
        note(.dropped(feedback, sender: token))
      }
    case .start: if let effect { note(.started(effect)) }
    case .cancel: if let effect { note(.cancelled(effect)) }
    case .end(_, let error): if let effect { noteEnd(of: effect, throwing: error) }
    default: break
    }
  }

  /// Records the end of an effect's operation.
  private func noteEnd(of effect: EffectRecord, throwing error: (any Error)?) {
    // After this, only tasks that the effect has started may still run.
    (effect.attachment as? InFlightEffect)?.endOperation()
    if let error { noteFailure(error, of: effect) } else { note(.finished(effect)) }
  }

  /// Reports an unhandled error.
  private func noteFailure(_ error: any Error, of effect: EffectRecord) {
    note(.failed(effect, error: describe(error: error)))
    // The call has already reported the missing dependency.
    if error is UnimplementedError { return }
    fail(
      .effectThrew,
      "The \(effect.token.description.titlePhrase) threw an error that nothing handles: \(describe(error: error))",
      details: """
        It was made at \(effect.token.description.site), and started by \(effect.origin.text).

        Catch the error in the effect, or give 'run' a 'catch:' that sends a feedback.
        """
    )
  }

  /// Adds an event to the log, and notifies the observers.
  func note(_ content: EventRecord.Content) {
    guard let event = log.add(content, at: time.now) else { return }
    judge.happened(event.record)
    if log.isMeasurementDue { log.note(stateSize: approximateSize(of: engine.state)) }
    if log.isFull { _ = log.takeOldest() }
    for observer in observers { observer.note(event, in: self) }
  }

  /// Adds a call of an endpoint to the log.
  func note(_ call: any WaitingCall, by effect: EffectToken?) { note(.called(call, by: effect)) }

  /// Adds the answer to a call to the log.
  func note(_ reply: GateReply) { note(.answered(reply)) }

  /// Adds to the log that something outside of the store's view has continued an effect.
  func noteUnseenWork() { note(.resumption) }

  /// Adds to the log that the test changes the dependencies between two steps.
  func noteChangeOfDependencies() { note(.dependencies) }

  /// Adds what the log doesn't show, unless it belongs to the creation of the store.
  private func note(_ gap: LogGap) {
    if log.count > 0, !isStarting { log.add(gap) }
  }

  /// Adds a failure to the log.
  func note(_ failure: TestFailure) { log.add(failure, at: time.now) }

  /// The formatter of the log.
  package var formatter: EventFormatter<Feature> { EventFormatter(log: log) }
}

extension TestSession {
  /// Starts the effects of the feature's `start`, at the line that creates the store.
  ///
  /// - Returns: The group of all work that follows.
  func start(_ site: CallSite) -> EffectGroup {
    let group = engine.makeGroup(site: site)
    let node = engine.begin(in: group)
    isStarting = !engine.effects.isEmpty
    if !childScopes.isEmpty { childStarts.forgottenAtStart = forgottenChildren(since: nil, node) }
    return group
  }
}
