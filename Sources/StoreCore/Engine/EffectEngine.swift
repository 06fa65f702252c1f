package import StoreDependencies

/// The one interpreter of messages and effects: what happens to state, outputs, effects and cancellation is written here.
///
/// An engine belongs to one host and is entered by it alone, one call at a time. A message that arrives while another is
/// being handled waits for its turn. The order within one message is: reduce, tell the host, emit outputs and start
/// effects as they stand in the returned effect.
///
/// No value of the user is released during an access to what is stored here, nor in the tables that it has: a `deinit` may send,
/// and comes back here. Values are swapped with what replaces them, and released outside.
package final class EffectEngine<Feature: Reducer> {
  /// The feature's messages.
  package typealias FeatureMessage = Message<Feature.Input, Feature.Feedback>

  /// The state as the last message left it. What runs while the reducer changes it must not ask for it.
  package var state: Feature.State {
    get {
      if isReducing { stopOverlap() }
      return stored
    }
    set {
      if isReducing { stopOverlap() }
      var previous = newValue
      swap(&stored, &previous)
    }
  }

  /// The state itself.
  private var stored: Feature.State

  /// Whether the reducer has access to the state.
  private var isReducing = false

  /// The feature's logic.
  package let reducer: Feature

  /// The dependencies that the reducer and its effects see.
  package var dependencies: DependencyValues {
    get { provided }
    set {
      var previous = newValue.asOwn
      swap(&provided, &previous)
      isInForce = false
    }
  }

  /// The dependencies themselves.
  private(set) var provided: DependencyValues

  /// Whether the dependencies are in force where a message is being handled: to ask the task for them is dear.
  private(set) var isInForce = false

  /// Acts on what the engine does.
  ///
  /// Nothing is counted or checked here, as it is asked several times for each message. That is safe because a delegate
  /// owns its engine, and nobody else calls the engine.
  package unowned(unsafe) var delegate: (any EngineDelegate<Feature>)?

  /// Writes down everything that the engine does, after the delegate has acted on it, if anybody wants that.
  package var observe: ((EngineEvent<Feature>) -> Void)? {
    get { observer }
    set {
      var previous = newValue
      swap(&observer, &previous)
      isObserved = observer != nil
    }
  }

  /// The observer itself.
  private var observer: ((EngineEvent<Feature>) -> Void)?

  /// Whether anybody wants that, for all the engines of which nobody does.
  private var isObserved = false

  /// Decides whether a feedback of an effect whose operation has returned is still reduced.
  package var acceptsStray: (EffectToken) -> Bool = { _ in true }

  /// Gives the effects their tasks. It owns the engine, as above.
  package unowned(unsafe) var host: (any EffectHost<Feature.Feedback>)?

  /// The effects that have started and have not ended.
  var live = LiveEffects()

  /// The ids under which something runs or waits to.
  let groups = CancellationGroups()

  /// The children for which something runs or waits to.
  let children = LiveChildren()

  /// When each throttled id last started an effect.
  var throttles = ThrottleTable()

  /// The number of the newest effect.
  var lastEffect = 0

  /// Messages that wait for their turn.
  private var pending: [Pending] = []

  /// Whether a message is being handled.
  private var isHandling = false

  /// The type of what effects follow from, so that the runtime need not look it up for each message.
  private let causeType = MessageCause<FeatureMessage>.self

  /// Makes an engine that has handled nothing.
  package init(state: Feature.State, reducer: Feature, dependencies: DependencyValues) {
    stored = state
    provided = dependencies.asOwn
    self.reducer = reducer
  }

  deinit {
    while let record = live.popFirst() {
      record.task?.cancel()
      record.retire()
      record.token.tree.abandon()
    }
    groups.abandon()
  }

  /// The effects that have started and have not ended, in the order in which they started.
  package var processes: [EffectProcess<Feature>] {
    live.all.map { EffectProcess(record: $0) }
  }

  /// Whether any effect has started and has not ended.
  package var isBusy: Bool { !live.isEmpty }
}

// MARK: - Messages

extension EffectEngine {
  /// Starts the effects with which the feature begins; it is called once, before any message.
  ///
  /// - Parameter tree: The tree that takes up everything that follows.
  /// - Returns: What the feature begins with.
  @discardableResult
  package func begin(tree: EffectTree) -> EffectNode<Feature.Feedback, Feature.Output> {
    let node = DependencyValues.withValues(dependencies) { reducer.start(from: state).node }
    if case .none = node { return node }
    tree.enter()
    isHandling = true
    start(node, EffectContext(cause: EffectCause(), tree: tree, scope: nil, join: nil))
    settle()
    tree.leave()
    return node
  }

  /// Handles an input, at once or after the message that is being handled.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - tree: The tree that takes up everything that follows.
  package func send(_ input: Feature.Input, tree: EffectTree) {
    tree.enter()
    handle(.input(input), from: nil, tree)
  }

  /// Handles a feedback, unless its effect was cancelled.
  package func arrive(_ feedback: Feature.Feedback, from effect: EffectToken) {
    noteCancellation(of: effect)
    guard !effect.isCancelled else { return drop(feedback, from: effect) }
    if let record = effect.record {
      record.feedbackCount += 1
    } else if !acceptsStray(effect) {
      return
    }
    effect.tree.enter()
    handle(.feedback(feedback), from: effect, effect.tree)
  }

  /// Handles the end of an effect's operation.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - error: What the operation has thrown, if nobody handles it.
  package func end(_ effect: EffectToken, throwing error: (any Error)? = nil) {
    noteCancellation(of: effect)
    finish(effect, error: error)
  }

  /// Tells of an effect whose tree was cancelled: that is done from anywhere, without the engine, which hears of it here.
  private func noteCancellation(of effect: EffectToken) {
    if effect.tree.isCancelled, let record = effect.record { cancel(record) }
  }

  /// Handles a feedback that comes from no effect.
  package func take(_ feedback: Feature.Feedback, tree: EffectTree) {
    tree.enter()
    handle(.feedback(feedback), from: nil, tree)
  }

  /// Emits an output that comes from no message.
  package func emit(_ output: Feature.Output) {
    delegate?.engineDidEmit(output)
    tell(.output(output))
  }

  /// Tells the observer what was done, if there is one.
  func tell(_ event: @autoclosure () -> EngineEvent<Feature>) {
    if isObserved { tellObserver(event) }
  }

  /// Tells the observer what was done. It stands by itself, as to make an event has the runtime look up its type.
  @inline(never)
  private func tellObserver(_ event: () -> EngineEvent<Feature>) {
    observe?(event())
  }

  /// Lets go of what a cancelled effect has sent.
  private func drop(_ feedback: Feature.Feedback, from effect: EffectToken) {
    delegate?.engineDidDrop(feedback, from: effect)
    tell(.dropped(feedback, from: effect))
  }

  /// Has the feature handle a feedback that it sends to itself.
  func feed(_ feedback: Feature.Feedback, _ description: EffectDescription, _ context: EffectContext) {
    context.tree.enter()
    // No effect has been started, so it has no number.
    let sender = EffectToken(id: 0, description: description, tree: context.tree)
    let cause = MessageCause(FeatureMessage.feedback(feedback))
    // The scope stays open until the feedback is reduced, so that it can be cancelled on its way.
    context.scope?.enter()
    pending.append(Pending(cause: cause, sender: sender, tree: context.tree, scope: context.scope))
  }

  /// Handles a message, at once or after what is being done.
  @inline(__always)
  private func handle(_ message: FeatureMessage, from sender: EffectToken?, _ tree: EffectTree) {
    guard !isHandling else { return wait(message, from: sender, tree) }
    isHandling = true
    isInForce = DependencyValues.areInForce(provided)
    process(message, from: sender, tree)
    settle()
    isInForce = false
  }

  /// Does something under the dependencies of the feature.
  @inline(__always)
  private func withDependencies(_ operation: () -> Void) {
    if isInForce { operation() } else { DependencyValues.withOtherValues(provided, operation: operation) }
  }

  /// Lets a message wait for its turn.
  private func wait(_ message: FeatureMessage, from sender: EffectToken?, _ tree: EffectTree) {
    pending.append(Pending(cause: MessageCause(message), sender: sender, tree: tree, scope: nil))
  }

  /// Handles the messages that have arrived meanwhile, and lets the next one be handled at once.
  @inline(__always)
  private func settle() {
    if !pending.isEmpty { catchUp() }
    isHandling = false
    // The compiler may release what was handled last anywhere before here, and a `deinit` may have sent a message.
    while !pending.isEmpty {
      isHandling = true
      catchUp()
      isHandling = false
    }
  }

  /// Handles the messages that have arrived while something else was being handled.
  ///
  /// The queue is taken out as a whole: to take out one at a time would take time that grows with its square. Its messages
  /// are released out here, where a `deinit` that sends finds the queue free.
  private func catchUp() {
    var count = 0
    while !pending.isEmpty {
      var batch: [Pending] = []
      swap(&pending, &batch)
      catchUp(with: batch, count: &count)
    }
  }

  /// Handles messages that have arrived while something else was being handled.
  ///
  /// - Parameters:
  ///   - batch: The messages, in order.
  ///   - count: How many messages were handled in a row.
  @inline(never)
  private func catchUp(with batch: consuming [Pending], count index: inout Int) {
    for next in batch {
      index += 1
      guard let message = next.cause.message(of: Feature.self) else { continue }  // The start waits for nothing.
      // Its effect, or its tree, may have been cancelled by a message before it in the queue.
      if let sender = next.sender, next.isCancelled, case .feedback(let feedback) = message {
        drop(feedback, from: sender)
        next.tree.leave()
      } else if next.sentByItself, index > messageLimit {
        // Whatever would follow follows from the same mistake.
        if index == messageLimit + 1 { reportCircle(next) }
        next.tree.leave()
      } else {
        process(message, from: next.sender, next.tree)
      }
      next.scope?.leave()
    }
  }

  /// Reports that a feature answers itself again and again.
  private func reportCircle(_ last: Pending) {
    guard let description = last.sender?.description else { return }
    DependencyIssue(
      kind: .livelock,
      subject: "feedback",
      headline: """
        The feature keeps sending feedback to itself without coming to rest: \(messageLimit) messages were reduced \
        without anything else happening.
        """,
      details: "The last was made at \(description.site). It was dropped. Let the feature stop, or wait on a clock.",
      site: description.site
    )
    .report(to: dependencies.observer)
  }

  /// Reduces a message and starts what follows.
  @inline(__always)
  private func process(_ message: FeatureMessage, from sender: EffectToken?, _ tree: EffectTree) {
    defer { tree.leave() }
    delegate?.engineWillReduce()
    tell(.willReduce(message))
    var node = EffectNode<Feature.Feedback, Feature.Output>.none
    withDependencies {
      isReducing = true
      node = reducer.reduce(message: message, into: &stored).node
      isReducing = false
      delegate?.engineMayReduceAgain(message)
    }
    switch message {
    case .input(let input): delegate?.engineDidReduce(input: input, returning: node)
    case .feedback(let feedback): delegate?.engineDidReduce(feedback: feedback, by: sender, returning: node)
    }
    tell(.reduced(message, by: sender))
    if !children.isEmpty { cancelDeparted(because: message) }
    if case .none = node { return }
    start(node, EffectContext(cause: causeType.init(message), tree: tree, scope: nil, join: nil))
  }
}

// MARK: - Ends

extension EffectEngine {
  /// Cancels what runs under an id.
  ///
  /// - Parameters:
  ///   - group: The scopes of the id.
  ///   - cause: The message that asks for it.
  ///   - inner: A scope in which something is about to start. It and those around it stay open, or that would cancel
  ///     itself; only the effects that run in them already are cancelled.
  func cancel(_ group: CancellationGroup, by cause: EffectCause, sparing inner: CancellationScope? = nil) {
    guard !group.isIdle else { return }
    for record in groups.cancel(group, sparing: inner) { cancel(record, by: cause) }
  }

  /// Cancels one effect, because of a message or of the host.
  private func cancel(_ record: EffectRecord, by cause: EffectCause? = nil) {
    guard record.token.leave(for: .cancelled) else { return }
    record.canceller = cause
    let process = EffectProcess<Feature>(record: record)
    delegate?.engineDidCancel(process)
    tell(.cancelled(process))
    record.task?.cancel()
  }

  /// Cancels everything that follows from one input.
  package func cancel(_ tree: EffectTree) {
    for record in live.all where record.token.tree === tree { cancel(record) }
    tree.cancel()
  }

  /// Cancels every effect, and everything that would follow.
  package func cancelAll() {
    guard !live.isEmpty else { return }
    let records = live.all
    for record in records { cancel(record) }
    // Effects share trees, and each tree goes through all its tasks.
    for record in records where !record.token.tree.isCancelled { record.token.tree.cancel() }
  }

  /// Forgets an effect that has ended, and goes on with what waited for it.
  private func finish(_ effect: EffectToken, error: (any Error)?) {
    guard let record = effect.record else { return }
    live.remove(record)
    let wasCancelled = !effect.leave(for: .finished) || effect.tree.isCancelled
    // What is sent meanwhile waits until everything that follows has started.
    let isOutermost = !isHandling
    isHandling = true
    let process = EffectProcess<Feature>(record: record)
    if let error, !wasCancelled {
      delegate?.engineDidEnd(process, throwing: error)
      tell(.failed(process, error))
    } else {
      delegate?.engineDidEnd(process, throwing: nil)
      tell(.ended(process))
    }
    // What follows starts before the effect leaves its tree, so that the tree is never empty in between.
    if let join = record.join { leave(join) }
    record.scope?.leave(record)
    record.retire()
    effect.tree.leave(id: effect.id)
    if isOutermost { settle() }
  }
}

// What is made for each message and each effect knows nothing of the feature's types. An engine is compiled without
// knowing them either, and has the runtime look up each generic value that it makes, which costs more than all the rest.

/// A message that waits for its turn.
private struct Pending {
  /// The message.
  let cause: EffectCause

  /// The effect that sent it.
  let sender: EffectToken?

  /// The tree that its effects belong to.
  let tree: EffectTree

  /// The innermost scope in which the feature has sent it to itself.
  let scope: CancellationScope?

  /// Whether the feature has sent it to itself, and no effect has.
  var sentByItself: Bool { sender?.description.kind == .feedback }

  /// Whether what has sent it was cancelled.
  var isCancelled: Bool { sender?.isCancelled ?? false || scope?.isCancelled ?? false }
}

/// Stops the process because somebody asks for the state while the reducer changes it.
private func stopOverlap() -> Never {
  // Not a precondition, which says nothing in a release build.
  fatalError(
    """
    The state of a store was read while its reducer was changing it. The reducer itself has the state as a parameter. \
    Code that runs within it must not read the store: a function that it calls, or the 'deinit' of a value that it \
    replaces or removes. Such code can send the store an input, which waits until the reducer has returned.
    """
  )
}

/// How many messages a feature may have in a row before those that it sends to itself count as running in circles.
package let messageLimit = 100_000
