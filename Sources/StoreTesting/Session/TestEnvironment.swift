import Dispatch
import StoreCore
import StoreDependencies
import Synchronization

/// The surroundings of one test store: where its work runs, which step of the test is being made, and where failures go.
///
/// It is shared by the store, its effects, its clock and its dependencies, and does not know the feature's types.
final class TestEnvironment: DependencyObserver {
  /// What the surroundings need to know of the store's effects.
  protocol Ledger: AnyObject, Sendable {
    /// Reports that work goes on and on, and stops it.
    func stopLivelock(after items: Int)

    /// The last things that the store has done, for a failure; empty if it has done nothing.
    var storySoFar: String { get }

    /// The time of the clock that the feature sees.
    var now: TestClock.Instant { get }

    /// Adds to the story.
    func note(_ kind: Story.Moment.Kind, _ subject: AnyObject)

    /// Notes for an audit which effects are in a real sleep.
    func auditSleeps(in log: AuditLog)

    /// Adds a failure to the story.
    func note(_ failure: TestFailure)
  }

  /// What changes over the life of a store.
  private struct State {
    /// The line of the step that the test is making, or has made last.
    var step: CallSite

    /// Where failures of this step go instead of to the test.
    var sink: FailureSink?

    /// The store's effects.
    weak var ledger: (any Ledger)?

    /// The missing dependencies that the step has reached.
    var missing: Set<MissingDependency> = []

    /// Whether the store has come to its end.
    var isEnded = false

    /// Whether it was reported that the test's task was cancelled.
    var hasReportedCancellation = false

    /// Whether it was reported that somebody else runs the store's effects, or moves its time.
    var hasReportedSharing = false

    /// Whether anything has failed.
    var hasFailed = false

    /// Whether the store was given up, because of a failure after which nothing can be said of it.
    var isGivenUp = false

    /// Effects that have been reported already, so that nothing more is said about them after the end.
    var reported: Set<Int> = []
  }

  /// Where the store was made.
  let site: CallSite

  /// Where all work of the store's effects runs.
  let executor = TestExecutor()

  /// The store's effects, each as long as any of its tasks goes on.
  let runningEffects = RunningEffects()

  /// Where failures go if the store was made in code that records them.
  private let sink: FailureSink?

  /// The test that the store belongs to.
  private let context: TestContext

  /// How many items may be done in one step without time passing.
  let stepLimit = Atomic(usualStepLimit)

  /// How many items that is unless the test says otherwise.
  static let usualStepLimit = 100_000

  /// How many effects are alive that do not sleep on a clock of the test.
  ///
  /// The effects count themselves, because to look through all of them in each step would make a test's time grow with
  /// the square of their number.
  let effectsElsewhere = Atomic(0)

  /// How often a dependency was read, by which the purity check sees that a reducer asks more than its state.
  let dependencyReads = Atomic(0)

  /// The clocks that know of the store, so that it need not ask them each time an effect falls asleep.
  private let joinedClocks = Mutex<[TestClock]>([])

  /// The schedule that the test runs under, if other orders than the usual one are tried.
  let probe = ScheduleProbe.current

  /// The gates at which the store's effects have called.
  let gates = CalledGates()

  /// Who writes down what the store does, if runs of the test are compared.
  let audit: AuditLog?

  /// Who writes down what happens, if anybody does.
  let timeline = Timeline.current

  /// The number of the store there.
  let number: Int

  /// The task that made the store.
  private let owner: Int?

  /// What changes over the life of the store.
  private let state: Mutex<State>

  /// Makes the surroundings of a store that the current test makes.
  init(site: CallSite) {
    self.site = site
    number = timeline?.draft { $0.addStore(at: site) } ?? 0
    state = Mutex(State(step: site))
    sink = FailureSink.current
    audit = AuditJournal.log(for: site)
    context = TestContext()
    owner = currentTaskIdentity()
    _ = EnqueueHook.isInstalled && TaskProbe.isReliable
    _ = RealSleep.places
  }

  /// Connects the store's effects.
  func connect(_ ledger: any Ledger) {
    state.withLock { $0.ledger = ledger }
    executor.setOwner(self)
  }

  /// The time of the clock that the feature sees.
  var now: TestClock.Instant { state.withLock(\.ledger)?.now ?? TestClock.Instant() }

  /// Adds to the story, if this is the thread that may do so.
  func note(_ kind: Story.Moment.Kind, _ subject: AnyObject) {
    guard executor.isDrainingHere || isTestsOwnTask else { return }
    state.withLock(\.ledger)?.note(kind, subject)
  }

  /// Whether a clock knows of the store.
  func hasJoined(_ clock: TestClock) -> Bool {
    joinedClocks.withLock { $0.contains { $0 === clock } }
  }

  /// Notes that a clock knows of the store.
  func noteJoined(_ clock: TestClock) {
    joinedClocks.withLock { clocks in
      if !clocks.contains(where: { $0 === clock }) { clocks.append(clock) }
    }
  }

  /// The line of the step that the test is making, or has made last.
  var step: CallSite { state.withLock(\.step) }

  /// Whether an effect is alive that does not sleep on a clock of the test: it may be anywhere.
  var hasEffectsElsewhere: Bool { effectsElsewhere.load(ordering: .relaxed) > 0 }

  /// Whether anything has failed.
  var hasFailed: Bool { state.withLock(\.hasFailed) }

  /// Whether the store has come to its end.
  var isEnded: Bool { state.withLock(\.isEnded) }

  /// Whether the current task is the one that made the store, hence that of the test itself.
  var isTestsOwnTask: Bool { owner != nil && owner == currentTaskIdentity() }

  /// Whether the store was given up, because of a failure after which nothing can be said of it.
  var isGivenUp: Bool { state.withLock(\.isGivenUp) }

  /// Ends the store because its thread is blocked, and lets its tasks run elsewhere, so that the thread may get free.
  ///
  /// Nothing more is heard of the store: whatever happens now follows from this.
  func giveUp(_ headline: String, details: String) {
    fail(.blockedThread, headline, details: details)
    abandon(goingOnElsewhere: true)
  }

  /// Ends the store without another word.
  ///
  /// - Parameter goingOnElsewhere: Whether its tasks go on beside its thread, which is blocked.
  func abandon(goingOnElsewhere: Bool = false) {
    state.withLock { state in
      state.isEnded = true
      state.isGivenUp = true
    }
    if goingOnElsewhere { executor.goOnElsewhere() } else { executor.close() }
  }

  /// Begins a step of the test.
  ///
  /// - Returns: Whether the store has not come to its end.
  @discardableResult
  func begin(_ site: CallSite) -> Bool {
    let sink = FailureSink.current
    return state.withLock { state in
      state.step = site
      state.sink = sink
      if !state.missing.isEmpty { state.missing.removeAll() }
      return !state.isEnded
    }
  }

  /// Ends the store: what still happens is late.
  ///
  /// - Parameter reported: The effects that have been reported as still running.
  func end(reported: [Int]) {
    state.withLock { state in
      state.isEnded = true
      state.reported.formUnion(reported)
    }
    executor.close()
  }
}

// MARK: - Failures

extension TestEnvironment {
  /// Reports a failure of the test at a place, or else at the line of the current step.
  func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: String = "",
    story: String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false
  ) {
    let (step, stepSink, isRepetition) = state.withLock { state in
      let isRepetition = kind == .testCancelled && state.hasReportedCancellation
      if kind == .testCancelled { state.hasReportedCancellation = true }
      if !isWarning { state.hasFailed = true }
      return (state.step, state.sink, isRepetition)
    }
    // Every wait of a cancelled test ends in the same way, and for the same reason.
    guard !isRepetition else { return }
    if !isWarning { audit?.noteFailure(kind) }
    let failure = TestFailure(
      kind,
      headline,
      details: details,
      story: story,
      at: site ?? step,
      isWarning: isWarning
    )
    if !isWarning { note(failure) }
    let sink = self.sink(for: stepSink)
    context.perform(isNeeded: sink == nil) { failure.report(to: sink) }
  }

  /// Keeps a failure for those who look at what happened.
  private func note(_ failure: TestFailure) {
    if let timeline { return timeline.note(failure, in: number, at: now) }
    guard executor.isDrainingHere || isTestsOwnTask else { return }
    state.withLock(\.ledger)?.note(failure)
  }

  /// Where a report goes: to whoever records the step, or the current code, or the store; nil if to the test itself.
  private func sink(for stepSink: FailureSink?) -> FailureSink? {
    stepSink ?? FailureSink.current ?? sink
  }

  /// Whether anybody will look at attachments.
  var keepsAttachments: Bool { sink(for: state.withLock(\.sink))?.keepsAttachments ?? true }

  /// Attaches a text to the test.
  func attach(_ text: String, named name: String) {
    let (step, stepSink) = state.withLock { ($0.step, $0.sink) }
    let sink = self.sink(for: stepSink)
    context.perform(isNeeded: sink == nil) { TestAttachment(name: name, text: text).record(to: sink, at: step) }
  }

  /// The last things that the store has done, if this is the thread that may look.
  private var storySoFar: String {
    guard executor.isDrainingHere || isTestsOwnTask else { return "" }
    return state.withLock(\.ledger)?.storySoFar ?? ""
  }

  /// Notes that an effect was part of a failure, so that nothing more need be said of it.
  func excuse(_ effects: [Int]) {
    state.withLock { $0.reported.formUnion(effects) }
  }

  /// Whether an effect was part of a failure already.
  func isExcused(_ effect: Int) -> Bool {
    state.withLock { $0.reported.contains(effect) }
  }

  /// Reports something that an effect does after the end, unless the effect has been reported already.
  func failLate(_ kind: TestFailure.Kind, _ headline: String, details: String, by effect: EffectToken?) {
    let isKnown = state.withLock { state in
      state.isGivenUp || effect.map { state.reported.contains($0.id) } ?? false
    }
    guard !isKnown else { return }
    fail(kind, headline, details: details)
  }

  /// Hears of each read of a dependency.
  func dependencyAccessed(_ key: any TestDependencyKey.Type) {
    dependencyReads.add(1, ordering: .relaxed)
    EffectScope.current?.lastDependency.withLock { $0 = key }
    if let timeline { note(key, on: timeline) }
    guard isEnded, !isTestsOwnTask else { return }
    let effect = EffectScope.runningToken
    let user = effect.map { "The effect \($0.description.title)" } ?? "Somebody"
    let origin = effect.map { "It was made at \($0.description.site). " } ?? ""
    failLate(
      .lateUse,
      "\(user) read the dependency \(key) after its store had come to an end.",
      details: origin + "Wait for all work before the test ends, or cancel it.",
      by: effect
    )
  }

  /// Notes that the step has reached a dependency that is missing, however often it has.
  ///
  /// The first time is reported at once, as what follows from it may end the process.
  ///
  /// - Returns: Whether that is news.
  private func noteMissing(_ issue: DependencyIssue) -> Bool {
    guard issue.isAboutMissing else { return true }
    return state.withLock { $0.missing.insert(MissingDependency(issue, isLate: $0.isEnded)).inserted }
  }

  /// Hears of each misuse of a dependency.
  func dependencyFailed(_ issue: DependencyIssue) {
    // An endpoint may be called without being read, and the purity check must not call it a second time.
    dependencyReads.add(1, ordering: .relaxed)
    let effect = EffectScope.runningToken
    guard noteMissing(issue) else { return }
    if isEnded {
      return failLate(.lateUse, issue.headline, details: "It happened after the store had come to an end.", by: effect)
    }
    let origin = effect.map { "Reached by the effect \($0.description.title), made at \($0.description.site)." }
    fail(
      TestFailure.Kind(issue.kind),
      issue.headline,
      details: paragraphs(issue.details, origin),
      story: storySoFar
    )
    // What it has left behind follows from that, and there is a lot of it.
    if issue.kind == .livelock { abandon() }
  }
}

// MARK: - Running

extension TestEnvironment {
  /// Runs what can run now, until nothing is left to do.
  ///
  /// Work that hops to the main actor and back is followed there: the main actor takes its jobs in order, so a job of
  /// ours behind them comes back when they are done. The shared thread pool is asked likewise, for what an actor does
  /// for main-actor code. A task that is seen to wait for its turn elsewhere is waited for, as it gets it by itself.
  ///
  /// - Parameters:
  ///   - site: The line of the step, if a new one begins.
  ///   - step: What the step does, where schedules are explored.
  /// - Returns: Whether anything ran.
  @discardableResult
  func settle(_ site: CallSite? = nil, _ step: ScheduleStep = .ends) async -> Bool {
    if let site { begin(site) }
    if let probe { return await settle(under: probe, step) }
    let limit = stepLimit.load(ordering: .relaxed)
    var rest = limit
    var hasRun = false
    if !isOnMainActor() || executor.isEmpty {
      guard let done = executor.run(budget: &rest) else {
        executor.releaseKept()
        reportTwoTasks()
        return false
      }
      hasRun = done > 0
      // Nearly always this is all there is to do, and a function that waits for something would cost more than it.
      if rest > 0, !hasEffectsElsewhere {
        executor.releaseKept()
        return hasRun
      }
    }
    return await settleElsewhere(limit: limit, rest: rest, hasRun: hasRun)
  }

  /// Runs what is ready, until nothing is, where something was set going that may be anywhere by now.
  ///
  /// - Returns: Whether anything ran.
  func runToRest() async -> Bool {
    let limit = stepLimit.load(ordering: .relaxed)
    return await settleElsewhere(limit: limit, rest: limit, hasRun: true)
  }

  /// Reports that work goes on and on, and stops it.
  func stopLivelock(after items: Int) {
    state.withLock(\.ledger)?.stopLivelock(after: items)
  }

  /// Goes on to run what can run, on the main actor and in the thread pool as well.
  ///
  /// - Parameters:
  ///   - limit: How many items may be done in a step.
  ///   - rest: How many are left of these.
  ///   - hasRun: Whether any has been done.
  private func settleElsewhere(limit: Int, rest: Int, hasRun: Bool) async -> Bool {
    defer { executor.releaseKept() }
    var rest = rest
    var hasRun = hasRun
    var quietRounds = 0
    var pursuit = Pursuit()
    while true {
      guard let done = await drain(&rest) else {
        reportTwoTasks()
        return hasRun
      }
      if done > 0 {
        hasRun = true
        quietRounds = 0
      }
      // At once, because a short sleep is over before anybody waits for it.
      if let audit, hasEffectsElsewhere { state.withLock(\.ledger)?.auditSleeps(in: audit) }
      if rest <= 0 {
        stopLivelock(after: limit)
        return true
      }
      let isMoving = hasEffectsElsewhere && runningEffects.lookClosely()
      guard hasEffectsElsewhere else {
        // An effect on the main actor may have fallen asleep just after it has left something in the queue.
        if executor.isEmpty { return hasRun }
        continue
      }
      // Each round follows a chain of jobs on the main actor by one. Where nothing has run, no chain has begun here.
      if quietRounds < (hasRun ? 8 : 2) {
        await EnqueueHook.passMainActorAndPool()
        quietRounds += 1
      } else {
        guard isMoving, await pursuit.goOn(executor) else { return hasRun }
      }
    }
  }

  /// Runs what is in the queue: on the thread of the test, unless that is the main thread.
  ///
  /// Effects that ship never run on the main thread by themselves. One that waits for it, or takes it for granted, must not
  /// get another answer because its test is on the main actor.
  private func drain(_ budget: inout Int) async -> Int? {
    let isOnMainActor = isOnMainActor()
    guard isOnMainActor, !executor.isEmpty else { return executor.run(budget: &budget) }
    let limit = budget
    let (done, rest) = await withCheckedContinuation { continuation in
      DispatchQueue(label: "swift-store-testing.effects").async {
        var budget = limit
        let done = self.executor.run(budget: &budget)
        continuation.resume(returning: (done, budget))
      }
    }
    budget = rest
    return done
  }

  /// Notes that somebody else runs the store's effects, or moves its time.
  ///
  /// Time stops at many deadlines, and each of them would say the same.
  ///
  /// - Returns: Whether that is news.
  private func noteSharing() -> Bool {
    state.withLock { state in
      defer { state.hasReportedSharing = true }
      return !state.hasReportedSharing
    }
  }

  /// Reports that another thread is running this store's effects.
  private func reportTwoTasks() {
    guard noteSharing() else { return }
    fail(
      .misuse,
      "The effects of this store are being run by another task at the same time.",
      details: "A store belongs to the task that makes it. Make one in each test, and call it from one task at a time."
    )
  }

  /// Whether another store belongs to another test, or another case of the same one.
  func isForeign(to other: TestEnvironment) -> Bool { context.isForeign(to: other.context) }

  /// Reports that the store shares a clock with another test, and gives the store up.
  ///
  /// The other test moves the time of this one, whenever it happens to. Whatever follows says nothing.
  func reportSharing() {
    guard noteSharing(), !isEnded else { return }
    fail(
      .misuse,
      "The clock of this store is used by another test at the same time.",
      details: "Make a clock, or use the store's own, in each test. The store was given up."
    )
    abandon()
  }
}

/// What tells a dependency that is missing from others, so that a step which reaches it many times fails once.
private struct MissingDependency: Hashable {
  /// The endpoint, or the property.
  let subject: String

  /// Where it was declared.
  let site: CallSite

  /// Whether the store had come to its end.
  let isLate: Bool

  /// Makes what tells it.
  init(_ issue: DependencyIssue, isLate: Bool) {
    subject = issue.subject
    site = issue.site
    self.isLate = isLate
  }
}

extension DependencyIssue {
  /// Whether it says that a dependency is missing, and nothing else.
  fileprivate var isAboutMissing: Bool {
    switch kind {
    case .unimplementedEndpoint, .missingTestValue, .missingLiveValue: true
    case .unhandledError, .livelock, .misuse: false
    }
  }
}

/// A number that tells the current task from all others that live; nil outside of tasks.
private func currentTaskIdentity() -> Int? {
  withUnsafeCurrentTask { $0?.hashValue }
}

/// Whether the caller is isolated to the main actor.
private func isOnMainActor(_ isolation: isolated (any Actor)? = #isolation) -> Bool {
  isolation === MainActor.shared
}
