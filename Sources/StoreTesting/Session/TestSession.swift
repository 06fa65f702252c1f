package import StoreCore
import StoreDependencies
import Synchronization

/// What stands behind a test store: the engine that ships, and the account of what it did and what the test asserted.
///
/// It is `@unchecked Sendable` because effects must be able to name it, and safe because only one thread at a time ever
/// touches what it holds: the test's own task inside a call of the store, and the effects that this call runs on its own
/// thread, or, while it waits on the main actor, on one beside it (``TestExecutor/run(budget:)`` lets one thread in). Whoever arrives from anywhere else is put into the queue
/// and let in by the call that drains it (``arrive(_:from:)``).
///
/// What each step needs is `@exclusivity(unchecked)`: an access is over before anything else is done.
package final class TestSession<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  /// Performs what the engine says.
  package let engine: EffectRunner<Feature>

  /// Where the work runs and where failures go.
  package let environment: TestEnvironment

  /// The clock that the feature sees unless the test gives it another.
  package let clock: TestClock

  /// The clock that the feature does see, as far as it is a test clock.
  @exclusivity(unchecked) package var time: TestClock

  /// How much the test must assert.
  @exclusivity(unchecked) package var exhaustivity = Exhaustivity.on

  /// How long the test waits for work outside its control.
  var timeout = Duration.seconds(1)

  /// Whether each reduction is checked for purity.
  @exclusivity(unchecked) var checksPurity = true

  /// Whether a parent must start the children that begin with an effect.
  var checksChildStarts = true

  /// The places for children in the feature, if its parent hands out messages itself.
  let childStarts: [any ChildStarts<Feature.State>]

  /// The children that were there from the beginning and were not started, until that is reported.
  var forgottenAtStart: [ForgottenChild] = []

  /// The last asserted state.
  @exclusivity(unchecked) package var asserted: Feature.State

  /// The events that are not asserted yet, in order.
  let unasserted = UnassertedEvents<Feature>()

  /// The last message that was reduced.
  @exclusivity(unchecked) private var newestMessage: ReducedMessage<Feature>?

  /// The last input that was reduced.
  @exclusivity(unchecked) private(set) var newestInput: ReducedMessage<Feature>?

  /// The mistakes of the test that were reported.
  var mistakes = ReportedMistakes<Feature>() {
    didSet { hasMistakes = true }
  }

  /// Whether any mistake was reported. In the many tests in which none was, nothing is asked of ``mistakes``.
  @exclusivity(unchecked) private(set) var hasMistakes = false

  /// The feedback before the one that the test has received last, where it need not be received.
  var passedFeedback: [Event<Feature>] = []

  /// Whether the message at hand was reduced twice.
  @exclusivity(unchecked) private var hasReducedTwice = false

  /// How often dependencies had been read before the message that is being reduced.
  @exclusivity(unchecked) private var readsBefore = 0

  /// Whether the state can hold nothing that a second reduction would change from afar; nil if it must be looked at each
  /// time, because what it may hold is not there yet.
  private lazy var hasValueState = ReferenceScan.verdict(on: Feature.State.self) ?? ReferenceScan(engine.state).verdict

  /// Shows that nothing is hidden between two equal states, as nearly always nothing is.
  private(set) lazy var hiddenDifferenceCheck = HiddenDifferenceCheck.check(for: Feature.State.self)

  /// Whether the effects with which the feature begins wait for the first step of the test, to run in it.
  @exclusivity(unchecked) package var isStarting = false

  /// Whether the store is ended by the trait of its test, which can wait, rather than by its release.
  var isFinishedByScope = false

  /// The events of the store.
  @exclusivity(unchecked) package private(set) var log: EventLog<Feature>

  /// What always holds, as the test says.
  package var invariants: [Invariant<Feature>] = [] {
    didSet { isWatched = !invariants.isEmpty || !childStarts.isEmpty }
  }

  /// Whether anything must hold after each message, for the many tests in which nothing must: to ask an array for that has the
  /// runtime look up its type.
  @exclusivity(unchecked) private var isWatched = false

  /// The state that the store began with.
  private let initial: Feature.State

  /// Puts an engine to work in surroundings of its own.
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
    environment.inFlightEffects.feedbackNeedsSender = !(Feature.self is any FeedbackWording.Type)
    environment.connect(self)
    for observer in observers { observer.begin(self) }
  }
}

// MARK: - Effects

extension TestSession: EffectHost {
  /// Notes that the operation of the current task's effect begins.
  package func beginOperation() -> (any SenderLease)? {
    guard let effect = InFlightEffect.current else { return nil }
    effect.beginOperation()
    return EffectLease(of: effect)
  }

  /// Takes a feedback: at once on the thread that runs the effects, unless a scheduler decides when, and else when its turn comes.
  package func arrive(_ feedback: any Sendable, from effect: EffectToken) async {
    if environment.isEnded { return arriveLate(feedback, from: effect) }
    let isDraining = environment.executor.isDrainingHere
    if isDraining, environment.scheduler == nil {
      engine.arrive(feedback, from: effect)
      // An effect that sends in a loop never comes back from its job by itself, and nobody could stop it.
      if environment.executor.countWork() { await Task.yield() }
      return
    }
    // The test itself calls a sender that it got hold of. Nobody else would take it in.
    if !isDraining, environment.isTestsOwnTask { return engine.arrive(feedback, from: effect) }
    if let scheduler = environment.scheduler {
      await waitForTurn(of: effect, feedback, scheduler)
      if environment.executor.isDrainingHere { return await arrive(inTurn: feedback, from: effect) }
    }
    let wasTaken = await environment.executor.call { [weak environment] in
      environment?.ledger?.enter(feedback, from: effect)
    }
    if !wasTaken { arriveLate(feedback, from: effect) }
  }

  /// Waits until the scheduler lets a feedback in, wherever its effect runs.
  private func waitForTurn(of token: EffectToken, _ feedback: any Sendable, _ scheduler: any Scheduler) async {
    // One that was cancelled delivers nothing, so its turn doesn't matter.
    guard !token.isCancelled, !environment.isEnded, let effect = InFlightEffect.running else { return }
    await scheduler.waitForTurn(of: effect) { "\(token.description.title) sends \(describe(feedback as Any))" }
  }

  /// Takes a feedback whose turn it is, on the thread that drains the queue.
  private func arrive(inTurn feedback: any Sendable, from effect: EffectToken) async {
    guard !environment.isEnded else { return }
    engine.arrive(feedback, from: effect)
    // In an app others may go first here, as the store has its work done elsewhere.
    if environment.scheduler?.decidesPieces ?? false || environment.executor.countWork() { await Task.yield() }
  }

  /// Hears that an operation has returned: at once on the thread that runs the effects, and else when its turn comes.
  package func end(_ effect: EffectToken, throwing error: (any Error)?) async {
    if environment.isEnded { return }
    if environment.executor.isDrainingHere || environment.isTestsOwnTask { return engine.end(effect, throwing: error) }
    _ = await environment.executor.call { [weak environment] in
      environment?.ledger?.enterEnd(of: effect, throwing: error)
    }
  }

  /// Keeps account of what a cancelled effect still sends, where it can be noted without waiting.
  package func ignore(_ feedback: any Sendable, from effect: EffectToken) {
    if environment.executor.isDrainingHere { noteDrop(of: feedback, from: effect) }
  }

  /// Takes a feedback, on the thread that drains the queue.
  func enter(_ feedback: any Sendable, from effect: EffectToken) {
    engine.arrive(feedback, from: effect)
  }

  /// Hears that an operation has returned, on the thread that drains the queue.
  func enterEnd(of effect: EffectToken, throwing error: (any Error)?) {
    engine.end(effect, throwing: error)
  }

  /// Reports a feedback that comes after the end.
  private func arriveLate(_ feedback: any Sendable, from effect: EffectToken) {
    guard exhaustivity.isExhaustive else { return }
    environment.failLate(
      .lateFeedback,
      "The \(effect.description.titlePhrase) sent \(describe(feedback as Any)) after its store had come to an end.",
      details: "It was made at \(effect.description.site). Wait for it before the test ends, or cancel it.",
      by: effect
    )
  }
}

// MARK: - Events

extension TestSession: EffectOwner {
  /// Makes the task of an effect, on the test's executor.
  package func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let token = effect.token
    let inFlight = InFlightEffect(environment: environment, effect, startedAt: time.now)
    effect.attachment = inFlight
    let host = WeakHost(self)
    let task = EffectLifetime.$current.withValue(EffectLifetime(of: inFlight)) {
      Task(executorPreference: environment.executor, priority: work.priority) { await work.perform(token, for: host) }
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

  /// Keeps account of a message, and checks that the reducer is pure.
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
    if case .input = message { newestInput = reduced }
    note(.reduced(reduced))
    if isWatched { check(reduced, node, after: predecessor) }
  }

  /// Checks what must hold after each message, in tests in which something must.
  ///
  /// It stands by itself, as to have an optional state has the runtime look up its type.
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

  /// Keeps account of what the engine does.
  package func perform(_ action: EffectAction, on effect: EffectRecord?) {
    switch (action, effect) {
    case (.output(let output as Feature.Output), _): note(.output(EventValue(output)))
    case (.drop(let message), _):
      if case .effect(_, let token?) = message.sender, case .feedback(let feedback) = message.content {
        noteDrop(of: feedback, from: token)
      }
    case (.start, let effect?): note(.started(effect))
    case (.cancel, let effect?): note(.cancelled(effect))
    case (.end(_, let error), let effect?):
      // Of the effect only tasks can go on now that it may have left behind.
      (effect.attachment as? InFlightEffect)?.endOperation()
      if let error { noteFailure(error, of: effect) } else { note(.finished(effect)) }
    default: break
    }
  }

  /// Keeps account of a feedback that went nowhere.
  private func noteDrop(of feedback: any Sendable, from effect: EffectToken) {
    guard let feedback = feedback as? Feature.Feedback else { return }
    note(.dropped(EventValue(feedback), sender: effect))
  }

  /// Reports an error that nobody handles.
  private func noteFailure(_ error: any Error, of effect: EffectRecord) {
    note(.failed(effect, error: describe(error: error)))
    // That the dependency is missing has been reported, where it was called.
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

  /// Adds an event to the log, and tells the observers.
  private func note(_ content: Event<Feature>.Content) {
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

  /// Puts the events into words.
  package var formatter: EventFormatter<Feature> { EventFormatter(log: log) }

  /// Reduces a message once more from the same state, under the same dependencies, and reports if the outcome differs.
  private func checkPurity(of message: Message<Feature.Input, Feature.Feedback>) {
    guard checksPurity, exhaustivity.isExhaustive, hasValueState != false else { return }
    // Not with '??', which would have the runtime look up the optional state's type.
    if let newestMessage {
      checkPurity(of: message, from: newestMessage.after)
    } else {
      checkPurity(of: message, from: initial)
    }
  }

  /// Reduces a message once more from a state.
  private func checkPurity(of message: Message<Feature.Input, Feature.Feedback>, from before: Feature.State) {
    // A reducer that asks its dependencies may rightly get another answer.
    guard environment.dependencyReads.load(ordering: .relaxed) == readsBefore else { return }
    if hasValueState == nil, ReferenceScan(before).verdict == false { return }
    for observer in environment.observers { observer.willReduce() }
    var again = before
    hasReducedTwice = true
    engine.reduceAgain(message, into: &again)
    let after = engine.state
    // What is not equal to itself, such as a state with a NaN in it, tells nothing.
    guard again != after, after == after else { return }
    checksPurity = false
    fail(
      .impureReducer,
      "The reducer gives two answers to \(describe(message)): reduced twice from the same state, it left two states.",
      details: """
        \(list(UnstableValue.lines(of: after, again)))

        A reducer may depend on nothing but the message, the state and its dependencies. Take random numbers, dates and \
        ids from a dependency. If the difference is meant, set 'store.checksPurity = false'.
        """
    )
  }
}

extension TestSession: ExhaustiveScope.Member {
  /// The line of the last step that the test has made; that of the store, if it has made none.
  var lastStep: CallSite { environment.step }
}

/// A message as text: its input or feedback.
package func describe<Input, Feedback>(_ message: Message<Input, Feedback>) -> String {
  switch message {
  case .input(let input): describe(input as Any)
  case .feedback(let feedback): describe(feedback as Any)
  }
}
