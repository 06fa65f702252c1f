import StoreCore
import StoreDependencies
import Synchronization

/// What stands behind a test store: the engine that ships, and the account of what it did and what the test asserted.
///
/// It is `@unchecked Sendable` because effects must be able to name it, and safe because only one thread at a time ever
/// touches what it holds: the test's own task inside a call of the store, and the effects that this call runs on its own
/// thread, or, while it waits on the main actor, on one beside it (``TestExecutor/run(budget:)`` lets one thread in). Whoever arrives from anywhere else is put into the queue
/// and let in by the call that drains it (``arrive(_:from:)``).
///
/// What each step needs is `@exclusivity(unchecked)`, as in ``EffectEngine``: an access is over before anything else is done.
final class TestSession<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  /// What interprets messages and effects.
  let engine: EffectEngine<Feature>

  /// Where the work runs and where failures go.
  let environment: TestEnvironment

  /// The clock that the feature sees unless the test gives it another.
  let clock: TestClock

  /// The clock that the feature does see, as far as it is a test clock.
  @exclusivity(unchecked) var time: TestClock

  /// How much the test must assert.
  @exclusivity(unchecked) var exhaustivity = Exhaustivity.on

  /// How long the test waits for work outside its control.
  var timeout = Duration.seconds(1)

  /// Whether each reduction is checked for purity.
  @exclusivity(unchecked) var checksPurity = true

  /// Whether a parent must start the children that begin with an effect.
  var checksChildStarts = true

  /// The places for children in the feature, if its parent hands out messages itself.
  let childStarts: [any ChildStarts<Feature.State, Feature.Feedback, Feature.Output>]

  /// The children that were there from the beginning and were not started, until that is reported.
  var forgottenAtStart: [ForgottenChild] = []

  /// The last asserted state.
  @exclusivity(unchecked) var asserted: Feature.State

  /// What has happened and is not asserted yet, in order.
  let entries = EntryQueue<Feature>()

  /// The last message that was reduced, with the state that it left behind.
  @exclusivity(unchecked) private var newestMessage: MessageContent<Feature>?

  /// The last input that was reduced, with the state that it left behind.
  @exclusivity(unchecked) private(set) var newestInput: InputContent<Feature>?

  /// The mistakes of the test that were reported.
  var mistakes = ReportedMistakes<Feature>() {
    didSet { hasMistakes = true }
  }

  /// Whether any mistake was reported. In the many tests in which none was, nothing is asked of ``mistakes``.
  @exclusivity(unchecked) private(set) var hasMistakes = false

  /// The feedback before the one that the test has received last, where it need not be received.
  var passedFeedback: [Entry<Feature>] = []

  /// Leads from the effects to the session, once somebody keeps it.
  @exclusivity(unchecked) private var link: HostLink<Feature.Feedback>?

  /// The type of what is made for each input, so that the runtime need not look it up each time.
  private let inputType = InputContent<Feature>.self

  /// The type of what is made for each feedback, as above.
  private let feedbackType = FeedbackContent<Feature>.self

  /// Whether the message at hand was reduced twice.
  @exclusivity(unchecked) private var hasReducedTwice = false

  /// How often dependencies had been read before the message that is being reduced.
  @exclusivity(unchecked) private var readsBefore = 0

  /// Whether the state can hold nothing that a second reduction would change from afar; nil if it must be looked at each
  /// time, because what it may hold is not there yet.
  private lazy var hasValueState = ValueLook.verdict(on: Feature.State.self) ?? ValueLook(engine.state).verdict

  /// Shows that nothing is hidden between two equal states, as nearly always nothing is.
  private(set) lazy var hiddenDifferenceCheck = HiddenDifferenceCheck.check(for: Feature.State.self)

  /// Whether the effects with which the feature begins wait for the first step of the test, to run in it.
  @exclusivity(unchecked) var isStarting = false

  /// Whether the store is ended by the trait of its test, which can wait, rather than by its release.
  var isFinishedByScope = false

  /// What the store has done lately.
  @exclusivity(unchecked) private(set) var story = Story(isWhole: TranscriptUse.current != nil)

  /// What always holds, as the test says.
  var invariants: [Invariant<Feature>] = [] {
    didSet { isWatched = !invariants.isEmpty || !childStarts.isEmpty }
  }

  /// Whether anything must hold after each message, for the many tests in which nothing must: to ask an array for that has the
  /// runtime look up its type.
  @exclusivity(unchecked) private var isWatched = false

  /// The state that the store began with.
  private let initial: Feature.State

  /// Who writes down what happens, if anybody does.
  let timeline: Timeline?

  /// Writes down the same as a recording, if anybody records.
  private let recorder: MomentRecorder<Feature>?

  /// Puts an engine to work in surroundings of its own.
  init(engine: EffectEngine<Feature>, environment: TestEnvironment, clock: TestClock) {
    self.engine = engine
    self.environment = environment
    self.clock = clock
    time = clock
    initial = engine.state
    asserted = engine.state
    timeline = environment.timeline
    recorder = timeline.map { MomentRecorder($0, store: environment.number, state: engine.state) }
    childStarts = findChildStarts(in: engine.reducer)
    isWatched = !childStarts.isEmpty
    engine.host = self
    engine.delegate = self
    environment.inFlightEffects.feedbackNeedsSender = !(Feature.self is any FeedbackWording.Type)
    auditStart()
  }

  /// Has effects and surroundings refer to the session by its keeper.
  func connect(_ keeper: SessionKeeper<Feature>) {
    link = HostLink(keeper)
    environment.connect(keeper)
  }
}

// MARK: - Effects

extension TestSession: EffectHost, Entrance {
  /// Makes the task of an effect, on the test's executor.
  func launch(
    _ effect: EffectToken,
    _ work: EffectWork<Feature.Feedback>,
    dependencies: DependencyValues?
  ) -> Task<Void, Never> {
    let inFlight = InFlightEffect(environment: environment, token: effect, startedAt: time.now)
    effect.record?.attachment = inFlight
    guard let link else { preconditionFailure("Somebody must keep a session before it starts anything.") }
    /// Makes the task under what is in force. It returns it, as a variable that two closures change would lie on the heap.
    func make() -> Task<Void, Never> {
      Task(executorPreference: environment.executor, priority: work.priority) { await work.perform(effect, for: link) }
    }
    var task: Task<Void, Never>?
    EffectLifetime.$current.withValue(EffectLifetime(of: inFlight)) {
      if let dependencies { DependencyValues.withValues(dependencies) { task = make() } } else { task = make() }
    }
    inFlight.setTask(task!)
    return task!  // It is made once, before this.
  }

  /// Notes that the operation of the current task's effect begins.
  func beginOperation() -> (any SenderLease)? {
    guard let effect = InFlightEffect.current else { return nil }
    effect.beginOperation()
    return EffectLease(of: effect)
  }

  /// Takes a feedback at once on the thread that runs the effects, unless a schedule decides when it comes in.
  func arriveAtOnce(_ feedback: Feature.Feedback, from effect: EffectToken) -> EffectArrival {
    if environment.isEnded {
      arriveLate(feedback, from: effect)
    } else if environment.executor.isDrainingHere {
      if environment.probe != nil { return .pending }
      engine.arrive(feedback, from: effect)
      // An effect that sends in a loop never comes back from its job by itself, and nobody could stop it.
      if environment.executor.countWork() { return .handledAtLength }
    } else if environment.isTestsOwnTask {
      // The test itself calls a sender that it got hold of. Nobody else would take it in.
      engine.arrive(feedback, from: effect)
    } else {
      return .pending
    }
    return .handled
  }

  /// Takes a feedback when its turn comes.
  func arrive(_ feedback: Feature.Feedback, from effect: EffectToken) async {
    if let probe = environment.probe { await waitForTurn(of: effect, feedback, under: probe) }
    if environment.probe != nil, environment.executor.isDrainingHere {
      return await arrive(inTurn: feedback, from: effect)
    }
    let entrance = WeakEntrance<Feature.Feedback>(entrance: self)
    let wasTaken = await environment.executor.call { entrance.entrance?.enter(feedback, from: effect) }
    if !wasTaken { arriveLate(feedback, from: effect) }
  }

  /// Hears at once that an operation has returned on the thread that runs the effects.
  func endAtOnce(_ effect: EffectToken, throwing error: (any Error)?) -> Bool {
    if environment.isEnded { return true }
    guard environment.executor.isDrainingHere || environment.isTestsOwnTask else { return false }
    engine.end(effect, throwing: error)
    return true
  }

  /// Hears that an operation has returned elsewhere, when its turn comes.
  func end(_ effect: EffectToken, throwing error: (any Error)?) async {
    let entrance = WeakEntrance<Feature.Feedback>(entrance: self)
    _ = await environment.executor.call { entrance.entrance?.enterEnd(of: effect, throwing: error) }
  }

  /// Takes a feedback, on the thread that drains the queue.
  func enter(_ feedback: Feature.Feedback, from effect: EffectToken) {
    engine.arrive(feedback, from: effect)
  }

  /// Hears that an operation has returned, on the thread that drains the queue.
  func enterEnd(of effect: EffectToken, throwing error: (any Error)?) {
    engine.end(effect, throwing: error)
  }

  /// Reports a feedback that comes after the end.
  private func arriveLate(_ feedback: Feature.Feedback, from effect: EffectToken) {
    guard exhaustivity.isExhaustive else { return }
    environment.failLate(
      .lateFeedback,
      "The \(effect.description.titlePhrase) sent \(describe(feedback)) after its store had come to an end.",
      details: "It was made at \(effect.description.site). Wait for it before the test ends, or cancel it.",
      by: effect
    )
  }
}

// MARK: - Events

extension TestSession: EngineDelegate {
  /// Sees to it that afterwards it is known whether the reducer has asked for more than its state.
  func engineWillReduce() {
    readsBefore = environment.dependencyReads.load(ordering: .relaxed)
    hasReducedTwice = false
    environment.audit?.shiftHeap()
  }

  /// Checks that the reducer is pure.
  func engineMayReduceAgain(_ message: Message<Feature.Input, Feature.Feedback>) {
    guard checksPurity, exhaustivity.isExhaustive, hasValueState != false else { return }
    // Not with '??', which would have the runtime look up the optional state's type.
    if let newestMessage {
      checkPurity(of: message, from: newestMessage.after)
    } else {
      checkPurity(of: message, from: initial)
    }
  }

  /// Keeps account of an input.
  func engineDidReduce(input: Feature.Input, returning node: EffectNode<Feature.Feedback, Feature.Output>) {
    let content = inputType.init(input, after: engine.state, site: environment.step)
    newestInput = content
    note(content, returning: node)
  }

  /// Keeps account of a feedback.
  func engineDidReduce(
    feedback: Feature.Feedback,
    by sender: EffectToken?,
    returning node: EffectNode<Feature.Feedback, Feature.Output>
  ) {
    let content = feedbackType.init(feedback, after: engine.state, sender: sender)
    entries.append(content)
    note(content, returning: node)
  }

  /// Keeps account of a message.
  private func note(
    _ content: MessageContent<Feature>,
    returning node: EffectNode<Feature.Feedback, Feature.Output>
  ) {
    let predecessor = newestMessage
    newestMessage = content
    content.isReducedTwice = hasReducedTwice
    note(.message, content)
    if isWatched { check(content, node, after: predecessor) }
  }

  /// Checks what must hold after each message, in tests in which something must.
  ///
  /// It stands by itself, as to have an optional state has the runtime look up its type.
  @inline(never)
  private func check(
    _ content: MessageContent<Feature>,
    _ node: EffectNode<Feature.Feedback, Feature.Output>,
    after predecessor: MessageContent<Feature>?
  ) {
    let before = predecessor?.after ?? initial
    let message = content.message
    checkInvariants(before, message, content.after)
    checkChildren(since: before, node, because: message)
  }

  /// Keeps account of an output.
  func engineDidEmit(_ output: Feature.Output) {
    let entry = Entry<Feature>.output(output)
    entries.append(entry)
    note(.output, entry.content)
  }

  /// Keeps account of an effect.
  func engineDidStart(_ process: EffectProcess<Feature>) {
    if process.token.kind == .run { entries.append(.effect(process.record)) }
    note(.started, process.record)
  }

  /// Keeps account of an effect's cancellation.
  func engineDidCancel(_ process: EffectProcess<Feature>) {
    note(.cancelled, process.record)
  }

  /// Keeps account of a feedback that went nowhere.
  func engineDidDrop(_ feedback: Feature.Feedback, from effect: EffectToken) {
    note(.dropped, DroppedContent<Feature>(feedback, sender: effect))
  }

  /// Keeps account of what a cancelled effect still sends, where it can be noted without waiting.
  func ignore(_ feedback: Feature.Feedback, from effect: EffectToken) {
    guard environment.executor.isDrainingHere else { return }
    note(.dropped, DroppedContent<Feature>(feedback, sender: effect))
  }

  /// Lets go of an effect, and reports what nobody handles.
  func engineDidEnd(_ process: EffectProcess<Feature>, throwing error: (any Error)?) {
    forget(process)
    guard let error else { return note(.ended, process.record) }
    note(.failed, EffectFailureContent(process.record, error))
    // That the dependency is missing has been reported, where it was called.
    if error is UnimplementedError { return }
    fail(
      .effectThrew,
      "The \(process.token.description.titlePhrase) threw an error that nothing handles: \(describe(error: error))",
      details: """
        It was made at \(process.token.description.site), and started by \(process.origin).

        Catch the error in the effect, or give 'run' a 'catch:' that sends a feedback.
        """
    )
  }

  /// Adds to the story, and to the timeline, if there is one.
  func note(_ kind: Story.Moment.Kind, _ subject: AnyObject) {
    story.add(kind, subject, at: time.now)
    if story.isMeasurementDue { story.note(stateSize: approximateSize(of: engine.state)) }
    if timeline != nil { writeNewestEvent() }
    if let log = environment.audit { audit(kind, subject, in: log) }
  }

  /// Adds a failure to the story.
  func note(_ failure: TestFailure) {
    story.add(failure, at: time.now)
  }

  /// Adds to the timeline what was added to the story.
  @inline(never)
  private func writeNewestEvent() {
    if let moment = story.moments.last { recorder?.note(moment, in: environment.step) }
    guard let timeline, let event = teller.newestEvent else { return }
    timeline.write(event)
  }

  /// Puts what the store has done into words.
  var teller: StoryTeller<Feature> { StoryTeller(story: story, initial: initial) }

  /// Notes that of an effect only tasks can go on now that it may have left behind.
  private func forget(_ process: EffectProcess<Feature>) {
    // The scope is that of the launch, and nothing else is ever attached.
    guard let scope = process.record.attachment else { return }
    (scope as? InFlightEffect)?.endOperation()
  }

  /// Reduces a message once more from the same state, under the same dependencies, and reports if the outcome differs.
  private func checkPurity(of message: Message<Feature.Input, Feature.Feedback>, from before: Feature.State) {
    // A reducer that asks its dependencies may rightly get another answer.
    guard environment.dependencyReads.load(ordering: .relaxed) == readsBefore else { return }
    if hasValueState == nil, ValueLook(before).verdict == false { return }
    environment.audit?.shiftHeap()
    var again = before
    hasReducedTwice = true
    _ = engine.reducer.reduce(message: message, into: &again)
    let after = engine.state
    // What is not equal to itself, such as a state with a NaN in it, tells nothing.
    guard again != after, after == after else { return }
    checksPurity = false
    fail(
      .impureReducer,
      "The reducer gives two answers to \(describe(message)): reduced twice from the same state, it left two states.",
      details: """
        \(list(InconstantPlace.lines(of: after, again)))

        A reducer may depend on nothing but the message, the state and its dependencies. Take random numbers, dates and \
        ids from a dependency. If the difference is meant, set 'store.checksPurity = false'.
        """
    )
  }
}

extension TestSession {
  /// The line of the last step that the test has made; that of the store, if it has made none.
  var lastStep: CallSite { environment.step }
}

/// Where arrivals enter that had to wait in the queue.
private protocol Entrance<Feedback>: AnyObject, Sendable {
  /// What effects send.
  associatedtype Feedback: Sendable

  /// Takes a feedback, on the thread that drains the queue.
  func enter(_ feedback: Feedback, from effect: EffectToken)

  /// Hears that an operation has returned, on the thread that drains the queue.
  func enterEnd(of effect: EffectToken, throwing error: (any Error)?)
}

/// An entrance that its waiting visitors do not keep open.
private struct WeakEntrance<Feedback: Sendable>: Sendable {
  /// The entrance, if it is still there.
  weak let entrance: (any Entrance<Feedback>)?
}

/// A message as text: its input or feedback.
func describe<Input, Feedback>(_ message: Message<Input, Feedback>) -> String {
  switch message {
  case .input(let input): describe(input as Any)
  case .feedback(let feedback): describe(feedback as Any)
  }
}
