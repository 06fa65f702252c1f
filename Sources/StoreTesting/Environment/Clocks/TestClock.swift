import StoreDependencies
import Synchronization

/// A clock that only the test advances.
///
/// ```swift
/// await store.send(.queryChanged("swift")) { $0.query = "swift" }
/// await store.clock.advance(by: .milliseconds(300))
/// await store.receive(.debounceCompleted) { $0.isLoading = true }
/// ```
///
/// An advance wakes the due sleepers one by one, the earliest deadline first. After each of them all work runs until no
/// work is left, including sleeps that begin there. Tasks that are due at the same instant wake in the order in which
/// their sleeps began. A sleep whose deadline is not in the future returns at once.
public final class TestClock: Clock, Sendable {
  /// A point in the clock's time.
  public struct Instant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
    /// The duration from the clock's time zero to the instant.
    public let offset: Duration

    /// Creates an instant at an offset from the clock's time zero.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the instant after a duration, clamped to the range of `Duration`.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset.addingSaturated(duration))
    }

    /// Returns the duration from this instant to another.
    public func duration(to other: Self) -> Duration {
      other.offset.addingSaturated(Duration.zero.addingSaturated(offset, negated: true))
    }

    /// Whether the first instant is before the second.
    public static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }

    /// The offset from the clock's time zero, such as `300 ms`.
    public var description: String { offset.text }
  }

  /// The mutable state of a clock.
  struct State {
    /// The current time.
    package var now = Instant() {
      didSet { moves += 1 }
    }

    /// The number of times that the time was set.
    var moves = 0

    package var sleepers = SleeperQueue()

    /// The number of the newest sleeper.
    var lastSleeper = 0

    /// The stores whose effects have used the clock, in the order of their first use. Those that have ended leave with
    /// the next step.
    var participants: [StoreIdentity] = []

    /// Whether a store is the only one that uses the clock.
    func isUsed(onlyBy store: TestEnvironment?) -> Bool {
      participants.count == 1 && participants[0] === store?.identity
    }

    /// The time at which the current advance last woke a task; nil before it wakes one.
    var lastWake: Instant?

    /// The sleepers of strict tests that the current advance has woken, in order; nil between advances.
    var wakeRecord: [WakeRecord]?

    /// The number of wakes of each effect in the current advance; nil between advances.
    var wakeCounter: WakeCounter?
  }

  let state = Mutex(State())

  /// The domain of the test's own tasks, if the clock does not belong to a store.
  package let domain: TaskDomain?

  /// The test that the clock belongs to.
  let test: TestAttribution

  /// Creates a clock at time zero.
  public init() {
    store = nil
    test = TestAttribution()
    domain = test.run.domainOfCurrentTask
  }

  /// The store that owns the clock, if any.
  let store: TestEnvironment?

  /// Creates the clock of a store. It doesn't run the test's own tasks.
  init(of store: TestEnvironment) {
    domain = nil
    self.store = store
    test = store.context
  }

  /// The current time of the clock.
  public var now: Instant { state.withLock(\.now) }

  /// The smallest step of time: zero, as the clock has no limit.
  public var minimumResolution: Duration { .zero }
}

// MARK: - Sleeping

extension TestClock {
  /// Sleeps until the test has advanced the time to a deadline.
  ///
  /// It is a failure if the test's own task sleeps, or waits for a task of no effect that sleeps, as only the
  /// test advances the clock. The sleep then ends after a second of real time.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to wake. If it is not in the future, this yields to other tasks, and returns.
  ///   - tolerance: Ignored, as a test clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled, before or during the sleep, or if only the test could wake it
  ///   and waits for it.
  @_disfavoredOverload
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, at: nil)
  }

  /// Sleeps until the test has advanced the time to a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to wake. If it is not in the future, this yields to other tasks, and returns.
  ///   - tolerance: Ignored, as a test clock is exact.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: `CancellationError` if the task is cancelled, before or during the sleep, or if only the test could wake it
  ///   and waits for it.
  public func sleep(
    until deadline: Instant,
    tolerance: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    try await sleep(until: deadline, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sleeps until the test has advanced the time by a duration.
  ///
  /// - Parameters:
  ///   - duration: The duration. If it is not positive, this yields to other tasks, and returns.
  ///   - tolerance: Ignored, as a test clock is exact.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: `CancellationError` if the task is cancelled, before or during the sleep, or if only the test could wake it
  ///   and waits for it.
  public func sleep(
    for duration: Duration,
    tolerance: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: now.advanced(by: duration), at: site)
  }

  private func sleep(until deadline: Instant, at site: CallSite?) async throws {
    if Task.isCancelled {
      // Without the yield, an effect that ignores the error and sleeps in a loop would never suspend. The test couldn't
      // stop it.
      await Task.yield()
      throw CancellationError()
    }
    let effect = InFlightEffect.running
    let deadline = effect.map { self.deadline(deadline, in: $0.environment) } ?? deadline
    let (number, hasJoined) = state.withLock { state -> (Int?, Bool) in
      let hasJoined =
        effect.map { effect in state.participants.contains { $0 === effect.environment.identity } } ?? true
      guard deadline > state.now else { return (nil, hasJoined) }
      state.lastSleeper += 1
      return (state.lastSleeper, hasJoined)
    }
    if let effect, !hasJoined { join(effect.environment) }
    // Without the yield, a loop of empty sleeps would never suspend, so the test could not stop it.
    guard let number else { return await Task.yield() }
    if let effect {
      effect.environment.order.willAct(for: effect.token, in: effect.environment)
      for observer in effect.environment.observers { observer.noteSleep(of: effect, until: deadline, on: self) }
    }
    let task = effect == nil ? currentTaskName : nil
    let reference = effect == nil && test.isKnown ? Runtime.currentTask : nil
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<SleepEnd, Never>) in
        let (end, wakesTest) = state.withLock { state -> (SleepEnd?, Bool) in
          if Task.isCancelled { return (.cancelled, false) }
          if deadline <= state.now { return (.elapsed, false) }
          state.sleepers.insert(
            SleeperQueue.Sleeper(
              number: number,
              deadline: deadline,
              effect: effect,
              task: task,
              reference: reference,
              continuation: continuation
            )
          )
          // Both change under one lock: on the main actor this runs concurrently with the test, which must not see only
          // one of the changes.
          let suspension = Suspension(.sleep(until: deadline, on: self), owner: self, number: number)
          return (nil, effect?.begin(suspension) ?? false)
        }
        if let end { return continuation.resume(returning: end) }
        if wakesTest { effect?.wakeTest() }
        if reference != nil { HopelessWaitDetector.shared.watch(TestClockSleep(clock: self, number: number)) }
      }
    } onCancel: {
      if let sleeper = state.withLock({ $0.sleepers.remove(number) }) {
        resume(sleeper, .cancelled)
      }
    }
    switch end {
    case .elapsed: return
    case .cancelled: throw CancellationError()
    case .hopeless:
      reportHopelessSleep(until: deadline, at: site)
      throw CancellationError()
    }
  }

  /// Returns when a sleep ends: at its deadline, unless a tool decides otherwise.
  private func deadline(_ deadline: Instant, in store: TestEnvironment) -> Instant {
    guard let surroundings = store.surroundings else { return deadline }
    let now = now
    let duration = now.duration(to: deadline)
    guard duration > .zero else { return deadline }
    return now.advanced(by: surroundings.duration(of: duration, at: store.step))
  }

  /// Resumes a sleeper that has left the queue.
  func resume(_ sleeper: SleeperQueue.Sleeper, _ end: SleepEnd) {
    sleeper.effect?.endSuspension(sleeper.number, by: self)
    if end == .elapsed {
      record(sleeper)
      if let effect = sleeper.effect {
        for observer in effect.environment.observers { observer.noteWaking(of: effect, on: self) }
      }
    }
    sleeper.continuation.resume(returning: end)
  }

  /// Wakes a sleeper before others that are due.
  package func wake(_ sleeper: SleeperQueue.Sleeper) {
    let sleeper = state.withLock { state in
      state.lastWake = state.now
      state.wakeCounter?.count(sleeper, at: state.now)
      return state.sleepers.remove(sleeper.number)
    }
    if let sleeper { resume(sleeper, .elapsed) }
  }

  /// Wakes the next sleeper that is due by a target, and advances the time to its deadline.
  ///
  /// - Returns: Whether a sleeper was due.
  func wakeNext(by target: Instant) -> Bool {
    let sleeper: SleeperQueue.Sleeper? = state.withLock { state in
      guard state.wakeCounter?.loop == nil, let deadline = state.sleepers.nextDeadline(), deadline <= target else {
        return nil
      }
      state.now = max(state.now, deadline)
      state.lastWake = state.now
      let sleeper = state.sleepers.popFirst()
      if let sleeper { state.wakeCounter?.count(sleeper, at: state.now) }
      return sleeper
    }
    guard let sleeper else { return false }
    resume(sleeper, .elapsed)
    return true
  }
}

/// The name of the current task, on systems that provide it.
private var currentTaskName: String? {
  guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
  return Task.name
}

extension Duration {
  /// Returns the sum or the difference of two durations, clamped to the range of `Duration`.
  fileprivate func addingSaturated(_ other: Duration, negated: Bool = false) -> Duration {
    let (first, second) = (attoseconds, other.attoseconds)
    let (sum, overflow) =
      negated ? first.subtractingReportingOverflow(second) : first.addingReportingOverflow(second)
    guard overflow else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: (second > 0) != negated ? .max : .min)
  }
}
