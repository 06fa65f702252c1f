import Dispatch
import StoreCore
package import StoreDependencies
package import Synchronization

/// The environment of one test store: its executor, the current step of the test, and the sink of failures.
///
/// The store, its effects, its clock and its dependencies share it. It is independent of the feature's types.
package final class TestEnvironment: DependencyObserver {
  /// The session of the store, without the types of its feature. Only the thread that runs the store calls it.
  protocol ErasedSession: AnyObject, Sendable {
    /// Handles a feedback.
    func enter(_ feedback: any Sendable, from effect: EffectToken)

    /// Handles the end of an operation.
    func enterEnd(of effect: EffectToken, throwing error: (any Error)?)

    /// Adds a dropped feedback of a cancelled effect to the event log.
    func noteDrop(of feedback: any Sendable, from effect: EffectToken)

    /// Waits until everything in a group has ended, or reports a failure.
    func finish(_ group: EffectGroup, timeout: Duration?, at site: CallSite) async

    /// Cancels everything in a group, and waits until it has ended.
    func cancel(_ group: EffectGroup, at site: CallSite) async

    /// Reports work that runs endlessly, and stops it.
    func stopLivelock(after items: Int)

    /// Cancels the effects, and ends the store, after a failure that makes later assertions meaningless.
    func stopEffects()

    /// The latest events of the store, for a failure; empty without any.
    var lastEvents: String { get }

    /// The time to wait for work outside of the test's control in one step.
    var timeout: Duration { get }

    /// Runs work, and waits up to that time for work outside of the test's control, until a condition holds.
    func wait(until hasHappened: () -> Bool) async

    /// Takes a clock as that of the feature, unless the feature is known to use another one.
    func adopt(_ clock: TestClock)

    /// The time of the clock that the feature uses.
    var now: TestClock.Instant { get }

    /// Adds a call of an endpoint to the event log.
    func note(_ call: any WaitingCall, by effect: EffectToken?)

    /// Adds the answer to a call to the event log.
    func note(_ reply: GateReply)

    /// The in-flight effects, in the order in which they started.
    var ledger: [LedgerEntry] { get }

    /// Adds to the event log that something outside of the store's view has continued an effect.
    func noteUnseenWork()

    /// Adds a failure to the event log.
    func note(_ failure: TestFailure)

    /// The number of the next event.
    var eventCount: Int { get }

    /// The tool that decides what the effects get from outside; nil without one.
    var surroundings: (any Surroundings)? { get }
  }

  struct State {
    /// The session, while the store exists. It and the environment retain each other until then.
    var session: (any ErasedSession)?

    /// Whether the store has ended.
    var isEnded = false

    /// Whether the store was abandoned, after a failure that makes later assertions meaningless.
    var isAbandoned = false

    /// The effects that still ran at the end. The test knows of them, or need not.
    var cancelledAtEnd: Set<Int> = []
  }

  /// The line that created the store.
  package let site: CallSite

  /// The executor of all work of the store's effects.
  package let executor: TestExecutor

  package let inFlightEffects = InFlightEffects()

  /// The reporter of the store's failures.
  let reporter: FailureReporter

  /// The run of the test that created the store.
  let run: TestRun

  /// The test that the store belongs to.
  var context: TestAttribution { reporter.attribution }

  /// Gives the store to the running test, which uses a store that another test has created.
  ///
  /// - Parameter task: The current task.
  func moveToCurrentTest(from task: TaskReference?) {
    // A number is never used again, unlike an identity, which a task of the next test may have.
    let isOwn = isTestTask(task) && task?.number != 0
    if !isOwn, context.isForeignHere { reporter.moveToCurrentTest() }
  }

  /// The greatest number of items that may run in one step without time passing.
  package let stepLimit = Atomic(Hooks.mutator == nil ? defaultStepLimit : mutantStepLimit)

  /// The default of ``stepLimit``.
  package static let defaultStepLimit = 100_000

  /// The greatest number of items in one step with a mutant, as many mutants cause endless loops.
  private static let mutantStepLimit = 2_000

  /// The task whose step runs.
  let stepOwner = StepOwner()

  /// The number of the current step, or of the last one.
  let stepNumber = Atomic(0)

  /// Whether an advance of a clock must end at a deadline if it wakes an effect of the store.
  let assertsTime = Atomic(false)

  /// The number of dependency reads. The purity check uses it to detect that a reducer reads more than its state.
  let dependencyReads = Atomic(0)

  package let identity = StoreIdentity()

  /// The order of the store's events.
  package let order: any EventOrder

  package let observers: [any EffectObserver]

  /// The changes of the test's source that make it assert what the store did; nil unless the run accepts them.
  let acceptance: Acceptance?

  /// The model that the store tests, if it knows nothing of the test.
  let watch = ModelWatch()

  /// The gates that effects of the store have called.
  package let gates = CalledGates()

  /// Whether the store's feature may be a mutant. Performance: other stores read only this.
  let isMutable = Hooks.mutator != nil

  /// The tool that decides what the effects get from outside; nil without one.
  var surroundings: (any Surroundings)? { isMutable ? session?.surroundings : nil }

  /// The answers that a mutant delays.
  let lateAnswers = LateAnswers()

  /// The task that created the store.
  let owner: TaskReference?

  let state: Mutex<State>

  /// Creates the environment of a store that the current test creates.
  ///
  /// - Parameters:
  ///   - site: The line that creates the store.
  ///   - observers: The observers of the store.
  init(site: CallSite, observers: [any EffectObserver] = []) {
    self.site = site
    order = Hooks.order
    executor = TestExecutor(watchesJobs: order.watchesJobs, ordersJobs: order.ordersJobs)
    state = Mutex(State())
    reporter = FailureReporter(site: site)
    self.observers = observers
    run = reporter.attribution.run
    acceptance = order is DefaultOrder ? AcceptedChanges.current.map { [run] in Acceptance($0, of: run) } : nil
    owner = Runtime.currentTask
    _ = Runtime.movesTasks
  }

  func connect(_ session: any ErasedSession) {
    state.withLock { $0.session = session }
    identity.set(self)
    executor.setOwner(self)
    joinCompanions()
  }

  /// Releases the session, as the test has released the store.
  func disconnect() {
    reportPostponed(isLast: true)
    // Effects of a store that was given up may still wait for their turns.
    if isAbandoned { order.end(self) }
    identity.set(nil)
    executor.setOwner(nil)
    run.remove(self)
    // The session is released outside of the lock.
    _ = state.withLock { $0.session.take() }
  }

  /// The session, while the store exists.
  var session: (any ErasedSession)? { state.withLock(\.session) }

  /// The time of the clock that the feature uses.
  var now: TestClock.Instant { session?.now ?? TestClock.Instant() }

  /// Adds a call of an endpoint to the event log, on the thread that runs the store.
  func note(_ call: any WaitingCall, by effect: EffectToken?) {
    if executor.isDrainingHere || isOnTestTask { session?.note(call, by: effect) }
  }

  /// Adds the answer to a call to the event log, on the thread that runs the store.
  func note(_ reply: GateReply) {
    if executor.isDrainingHere || isOnTestTask { session?.note(reply) }
  }

  /// The line of the current step, or of the last one.
  package var step: CallSite { reporter.step }

  /// Whether an effect may resume on its own, or wait for work outside of the test.
  package var hasEffectsElsewhere: Bool { inFlightEffects.hasUnproven }

  /// Whether work outside of the queue may exist that needs a round of turns.
  ///
  /// - Parameter hasRun: Whether any work has run. It may have started child tasks on actors, which public API doesn't
  ///   reveal.
  func mayHaveWorkElsewhere(hasRun: Bool) -> Bool {
    inFlightEffects.hasUnproven || hasRun && !inFlightEffects.isEmpty && !Runtime.movesTasks
  }

  /// Whether the store has ended.
  package var isEnded: Bool { state.withLock(\.isEnded) }

  /// Whether the current task created the store, and so is the test's own task.
  package var isOnTestTask: Bool { isTestTask(Runtime.currentTask) }

  /// Whether a task created the store.
  func isTestTask(_ task: TaskReference?) -> Bool { owner != nil && owner == task }

  /// Whether the store was abandoned, after a failure that makes later assertions meaningless.
  var isAbandoned: Bool { state.withLock(\.isAbandoned) }

  /// Reports a blocked thread, ends the store, and runs its tasks on another thread, which may unblock this one.
  ///
  /// After this, the store reports no failures, as all later events are consequences.
  func giveUp(_ headline: String, details: String) {
    fail(.blockedThread, headline, details: details)
    abandon(resumesElsewhere: true)
    // The step that makes the postponed report may never continue.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      self?.reportPostponed(isLast: true)
    }
  }

  /// Ends the store without further reports.
  ///
  /// - Parameter resumesElsewhere: Whether its tasks continue on another thread, because its own is blocked.
  func abandon(resumesElsewhere: Bool = false) {
    state.withLock { state in
      state.isEnded = true
      state.isAbandoned = true
    }
    if resumesElsewhere { executor.resumeElsewhere() } else { executor.close() }
  }

  /// Begins a step of the test.
  ///
  /// - Returns: Whether the store has not ended.
  @discardableResult
  package func begin(_ site: CallSite) -> Bool {
    reportPostponed()
    stepNumber.add(1, ordering: .relaxed)
    reporter.begin(site)
    let isOpen = !isEnded
    if isOpen, Runtime.isDisplaced || Runtime.refusal != nil { reportRuntime() }
    return isOpen
  }

  /// Ends the store. Later actions of its effects are reported as late.
  ///
  /// - Parameter running: The effects that still run, and are cancelled.
  package func end(cancelling running: [Int]) {
    state.withLock { state in
      state.isEnded = true
      state.cancelledAtEnd = Set(running)
    }
    reporter.close()
    reportPostponed(isLast: true)
    reporter.renewAttribution()
    executor.close()
    order.end(self)
  }
}
