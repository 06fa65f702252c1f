import StoreCore
package import StoreDependencies
package import Synchronization

/// The surroundings of one test store: where its work runs, which step of the test is being made, and where failures go.
///
/// It is shared by the store, its effects, its clock and its dependencies, and does not know the feature's types.
package final class TestEnvironment: DependencyObserver {
  /// What the surroundings need to know of the store's effects.
  protocol Ledger: AnyObject, Sendable {
    /// Takes a feedback that had to wait in the queue.
    func enter(_ feedback: any Sendable, from effect: EffectToken)

    /// Takes the end of an operation that had to wait in the queue.
    func enterEnd(of effect: EffectToken, throwing error: (any Error)?)

    /// Reports that work goes on and on, and stops it.
    func stopLivelock(after items: Int)

    /// The last things that the store has done, for a failure; empty if it has done nothing.
    var storySoFar: String { get }

    /// The time of the clock that the feature sees.
    var now: TestClock.Instant { get }

    /// Adds a call of an endpoint to the event log.
    func note(_ call: any WaitingCall, by effect: EffectToken?)

    /// Adds the answer to a call to the event log.
    func note(_ reply: GateReply)

    /// Every effect that is alive, in the order in which they started.
    var ledger: [LedgerEntry] { get }

    /// Adds a failure to the event log.
    func note(_ failure: TestFailure)
  }

  /// What changes over the life of a store.
  struct State {
    /// The line of the step that the test is making, or has made last.
    var step: CallSite

    /// Where failures of this step go instead of to the test.
    var sink: FailureSink?

    /// The store's effects, while the store exists.
    weak var ledger: (any Ledger)?

    /// The missing dependencies that the step has reached.
    var missing: Set<MissingDependency> = []

    /// Whether the store has come to its end.
    var isEnded = false

    /// Whether it was reported that the test's task was cancelled.
    var hasReportedCancellation = false

    /// Whether it was reported that somebody else runs the store's effects, or moves its time.
    var hasReportedSharing = false

    /// Whether it was reported that the runtime is not the one that was asked for.
    var hasReportedRuntime = false

    /// Whether anything has failed.
    var hasFailed = false

    /// Whether the store was given up, because of a failure after which nothing can be said of it.
    var isGivenUp = false

    /// Effects that have been reported already, so that nothing more is said about them after the end.
    var reported: Set<Int> = []
  }

  /// Where the store was made.
  package let site: CallSite

  /// Where all work of the store's effects runs.
  package let executor = TestExecutor()

  /// The store's effects that are in flight.
  let inFlightEffects = InFlightEffects()

  /// Where failures go if the store was made in code that records them.
  let sink: FailureSink?

  /// The test that the store belongs to.
  let context: TestAttribution

  /// How many items may be done in one step without time passing.
  package let stepLimit = Atomic(Hooks.mutator == nil ? usualStepLimit : mutantStepLimit)

  /// How many items that is unless the test says otherwise.
  package static let usualStepLimit = 100_000

  /// How many items may be done in one step of a run with a mutant, as many a mutant runs in circles.
  private static let mutantStepLimit = 2_000

  /// How often a dependency was read, by which the purity check sees that a reducer asks more than its state.
  let dependencyReads = Atomic(0)

  /// The clocks that know of the store, so that it need not ask them each time an effect falls asleep.
  private let joinedClocks = Mutex<[TestClock]>([])

  /// What tells the store from others.
  package let identity = StoreIdentity()

  /// Decides the order in which things happen; nil for the usual order.
  package let scheduler = Hooks.scheduler

  /// What sees what the store does.
  package let observers: [any StoreObserver]

  /// The gates at which the store's effects have called.
  package let gates = CalledGates()

  /// The task that made the store.
  let owner: Int?

  /// What changes over the life of the store.
  let state: Mutex<State>

  /// Makes the surroundings of a store that the current test makes.
  init(site: CallSite) {
    self.site = site
    state = Mutex(State(step: site))
    sink = FailureSink.current
    observers = Hooks.observers.compactMap { $0.observer(ofStoreAt: site) }
    context = TestAttribution()
    owner = currentTaskIdentity()
    _ = Runtime.current.bringsTasksOver
  }

  /// Connects the store's effects.
  func connect(_ ledger: any Ledger) {
    state.withLock { $0.ledger = ledger }
    executor.setOwner(self)
    joinCompanions()
  }

  deinit {
    leaveCompanions()
  }

  /// The store's effects, if they are still there.
  ///
  /// They are handed out of the lock, as the reference that is taken here may be the last one.
  var ledger: (any Ledger)? { state.withLock(\.ledger) }

  /// The time of the clock that the feature sees.
  var now: TestClock.Instant { ledger?.now ?? TestClock.Instant() }

  /// Adds a call of an endpoint to the event log, on the thread that runs the store.
  func note(_ call: any WaitingCall, by effect: EffectToken?) {
    if executor.isDrainingHere || isTestsOwnTask { ledger?.note(call, by: effect) }
  }

  /// Adds the answer to a call to the event log, on the thread that runs the store.
  func note(_ reply: GateReply) {
    if executor.isDrainingHere || isTestsOwnTask { ledger?.note(reply) }
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
  package var step: CallSite { state.withLock(\.step) }

  /// Whether an effect may go on by itself, or for something outside the test.
  var hasEffectsElsewhere: Bool { inFlightEffects.hasUnproven }

  /// Whether there may be work that is not in the queue, and needs turns.
  ///
  /// - Parameter hasRun: Whether anything has run, which may have begun child tasks on actors, where public API doesn't show them.
  func mayHaveWorkElsewhere(hasRun: Bool) -> Bool {
    inFlightEffects.hasUnproven || hasRun && !inFlightEffects.isEmpty && !Runtime.current.bringsTasksOver
  }

  /// Whether anything has failed.
  var hasFailed: Bool { state.withLock(\.hasFailed) }

  /// Whether the store has come to its end.
  package var isEnded: Bool { state.withLock(\.isEnded) }

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
    if goingOnElsewhere { executor.resumeElsewhere() } else { executor.close() }
  }

  /// Begins a step of the test.
  ///
  /// - Returns: Whether the store has not come to its end.
  @discardableResult
  package func begin(_ site: CallSite) -> Bool {
    let sink = FailureSink.current
    let isOpen = state.withLock { state in
      state.step = site
      state.sink = sink
      if !state.missing.isEmpty { state.missing.removeAll() }
      return !state.isEnded
    }
    if isOpen, Runtime.current.isDisplaced || Runtime.unknownRequest != nil { reportRuntime() }
    return isOpen
  }

  /// Ends the store: what still happens is late.
  ///
  /// - Parameter reported: The effects that have been reported as still running.
  package func end(reported: [Int]) {
    state.withLock { state in
      state.isEnded = true
      state.reported.formUnion(reported)
    }
    executor.close()
    scheduler?.end(self)
  }
}

/// A number that tells the current task from all others that live; nil outside of tasks.
private func currentTaskIdentity() -> Int? {
  withUnsafeCurrentTask { $0?.hashValue }
}
