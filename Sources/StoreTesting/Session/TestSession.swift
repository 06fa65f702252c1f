package import StoreCore
import StoreDependencies
import Synchronization

/// The session behind a test store: the engine, the event log, and the test's assertions.
///
/// Safety: it is `@unchecked Sendable` because effects refer to it. Only one thread at a time accesses its state: the
/// test's own task during a call of the store, and the thread that drains the queue during that call
/// (``TestExecutor/run(budget:)`` admits one thread). Calls from other threads are enqueued, and the draining thread
/// performs them (``arrive(_:from:)``).
package final class TestSession<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  package let engine: EffectRunner<Feature>

  /// The environment, with the executor of effects and the sink of failures.
  package let environment: TestEnvironment

  /// The store's own clock, which the feature uses by default.
  package let clock: TestClock

  /// The clock that the feature uses, if it is a test clock.
  package var time: TestClock

  package var exhaustivity = Exhaustivity.on {
    didSet { updateTimeAssertion() }
  }

  var timeout = Duration.seconds(1)

  /// The number of work items in one step, and of messages that the feature sends to itself in a row, before that counts
  /// as an endless loop.
  package var stepLimit: Int {
    get { environment.stepLimit.load(ordering: .relaxed) }
    set {
      environment.stepLimit.store(max(newValue, 1), ordering: .relaxed)
      engine.messageLimit = max(newValue, 1)
    }
  }

  /// Performance: a mutant's reducer is as pure as the feature's, so runs with mutants leave the check out.
  var checksPurity = Hooks.mutator == nil

  /// Whether a parent must start its children that have a start effect.
  var checksChildStarts = true

  /// The scopes of the feature's children, if the feature routes their messages itself.
  let childStarts: [any ChildStarts<Feature.State>]

  /// The initial children that were not started, until they are reported.
  var forgottenAtStart: [ForgottenChild] = []

  /// The last asserted state.
  package var asserted: Feature.State

  /// The events that are not asserted yet, in order.
  let unasserted = UnassertedEvents<Feature>()

  /// The last message that was reduced.
  private var newestMessage: ReducedMessage<Feature>?

  /// The last input that was reduced.
  private(set) var newestInput: ReducedMessage<Feature>?

  var mistakes = ReportedMistakes<Feature>() {
    didSet {
      guard !hasMistakes else { return }
      hasMistakes = true
      updateTimeAssertion()
    }
  }

  /// Whether any mistake was reported. Performance: without one, ``mistakes`` is never accessed.
  private(set) var hasMistakes = false

  /// Updates whether time is asserted. After a mistake it is not, as the mistake may shift all later deadlines.
  private func updateTimeAssertion() {
    environment.assertsTime.store(exhaustivity == .strict && !hasMistakes, ordering: .relaxed)
  }

  /// The feedback that the last receipt skipped, if it needn't be received.
  var passedFeedback: [Event<Feature>] = []

  /// Whether the current message was reduced twice.
  private var hasReducedTwice = false

  /// The number of dependency reads before the current message.
  private var readsBefore = 0

  /// Whether the state contains no objects that a second reduction could change; nil if each state must be checked,
  /// because objects may appear in it later.
  private lazy var hasValueState = ReferenceScan.verdict(on: Feature.State.self) ?? ReferenceScan(engine.state).verdict

  /// The check for hidden differences between two equal states.
  private(set) lazy var hiddenDifferenceCheck = HiddenDifferenceCheck.check(for: Feature.State.self)

  /// Whether the start effects wait for the first step of the test.
  package var isStarting = false

  /// Whether a trait of the test ends the store. A trait can wait; the release of the store can't.
  var isFinishedByScope = false

  /// The events of the store.
  package let log: EventLog<Feature>

  /// The invariants of the test.
  package var invariants: [Invariant<Feature>] = [] {
    didSet { isWatched = !invariants.isEmpty || !childStarts.isEmpty }
  }

  /// Whether any check runs after each message. Performance: accessing a generic array makes the runtime look up its
  /// type.
  private var isWatched = false

  /// The initial state.
  private let initial: Feature.State

  /// Makes a session for an engine and its environment.
  init(engine: EffectRunner<Feature>, environment: TestEnvironment, clock: TestClock) {
    self.engine = engine
    self.environment = environment
    self.clock = clock
    time = clock
    initial = engine.state
    let observers = environment.observers
    log = EventLog(from: engine.state, keepsAll: observers.contains(where: \.keepsWholeLog))
    asserted = engine.state
    childStarts = findChildStarts(in: engine.reducer)
    isWatched = !childStarts.isEmpty
    engine.owner = self
    engine.messageLimit = environment.stepLimit.load(ordering: .relaxed)
    environment.inFlightEffects.feedbackNeedsSender = !(Feature.self is any FeedbackWording.Type)
    environment.connect(self)
    for observer in observers { observer.begin(self) }
  }
}

// MARK: - Events

extension TestSession: EffectOwner {
  /// Makes the task of an effect, on the test's executor.
  package func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let token = effect.token
    let inFlight = InFlightEffect(environment: environment, effect, startedAt: time.now)
    effect.attachment = inFlight
    let environment = environment
    let task = EffectLifetime.$current.withValue(EffectLifetime(of: inFlight)) {
      Task(executorPreference: environment.executor, priority: work.priority) {
        await work.perform(token, for: environment)
      }
    }
    inFlight.setTask(task)
    return task
  }

  /// Records the number of dependency reads, for the purity check.
  package func willReduce() {
    readsBefore = environment.dependencyReads.load(ordering: .relaxed)
    hasReducedTwice = false
    for observer in environment.observers { observer.willReduce() }
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
      isReducedTwice: hasReducedTwice
    )
    newestMessage = reduced
    if reduced.isInput { newestInput = reduced }
    note(.reduced(reduced))
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
    checkInvariants(before, reduced.message, reduced.after)
    checkChildren(since: before, node, because: reduced.message)
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
    if event.isAssertable { unasserted.append(event) }
    if log.isMeasurementDue { log.note(stateSize: approximateSize(of: engine.state)) }
    if log.isFull { _ = log.takeOldest() }
    for observer in environment.observers { observer.note(event, in: self) }
  }

  /// Adds a call of an endpoint to the log.
  func note(_ call: any WaitingCall, by effect: EffectToken?) { note(.called(call, by: effect)) }

  /// Adds the answer to a call to the log.
  func note(_ reply: GateReply) { note(.answered(reply)) }

  /// Adds a failure to the log.
  func note(_ failure: TestFailure) { log.add(failure, at: time.now) }

  /// The formatter of the log.
  package var formatter: EventFormatter<Feature> { EventFormatter(log: log) }

  /// Reduces a message again from the same state, and reports a different result.
  private func checkPurity(of message: Message<Feature.Input, Feature.Feedback>) {
    guard checksPurity, exhaustivity.isExhaustive, hasValueState != false else { return }
    // Performance: `??` would make the runtime look up the type of the optional state.
    if let newestMessage {
      checkPurity(of: message, from: newestMessage.after)
    } else {
      checkPurity(of: message, from: initial)
    }
  }

  /// Reduces a message again from a state.
  private func checkPurity(of message: Message<Feature.Input, Feature.Feedback>, from before: Feature.State) {
    // Dependencies may legitimately return different values to the reducer.
    guard environment.dependencyReads.load(ordering: .relaxed) == readsBefore else { return }
    if hasValueState == nil, ReferenceScan(before).verdict == false { return }
    for observer in environment.observers { observer.willReduce() }
    var again = before
    hasReducedTwice = true
    engine.reduceAgain(message, into: &again)
    let after = engine.state
    // A state that isn't equal to itself, such as one with a NaN, can't be compared.
    guard again != after, after == after else { return }
    checksPurity = false
    fail(
      .impureReducer,
      "The reducer is impure: it reduced \(describe(message)) twice from the same state, with two results.",
      details: """
        \(list(UnstableValue.lines(of: after, again)))

        A reducer may depend only on the message, the state and its dependencies. Take random numbers, dates and \
        ids from a dependency. If the difference is intended, set 'store.checksPurity = false'.
        """
    )
  }
}

extension TestSession: ExhaustiveScope.Member {
  /// The line of the last step; that of the store, if there was no step.
  var lastStep: CallSite { environment.step }

  func disconnect() { environment.disconnect() }
}

/// Returns a message as text: its input or feedback.
package func describe<Input, Feedback>(_ message: Message<Input, Feedback>) -> String {
  switch message {
  case .input(let input): describe(input as Any)
  case .feedback(let feedback): describe(feedback as Any)
  }
}
