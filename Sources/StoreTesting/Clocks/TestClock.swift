import Synchronization

/// A clock whose time passes only when the test says so.
///
/// ```swift
/// await store.send(.queryChanged("swift")) { $0.query = "swift" }
/// await store.clock.advance(by: .milliseconds(300))
/// await store.receive(.debounceCompleted) { $0.isLoading = true }
/// ```
///
/// Time stops at each deadline on its way, in order, and everything there runs until nothing is left to do, including
/// sleeps that begin on the way; then it goes on. Those who are due at the same instant wake in the order in which they
/// fell asleep, one after another. A sleep whose deadline is now or past returns at once.
public final class TestClock: Clock, Sendable {
  /// A point in the clock's time.
  public struct Instant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
    /// How far the instant is from the clock's beginning.
    public let offset: Duration

    /// Makes an instant at a distance from the clock's beginning.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant at a distance from this one; at the ends of what a duration can hold, time stands still.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset.addingSaturated(duration))
    }

    /// How long it is from this instant to another.
    public func duration(to other: Self) -> Duration {
      other.offset.addingSaturated(Duration.zero.addingSaturated(offset, negated: true))
    }

    /// Whether one instant is before another.
    public static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }

    /// The distance from the clock's beginning, such as `300 ms`.
    public var description: String { offset.text }
  }

  /// What changes over the life of a clock.
  struct State {
    /// The clock's time.
    package var now = Instant()

    package var sleepers = SleeperQueue()

    /// The number of the newest sleeper.
    var lastSleeper = 0

    /// The stores whose effects have used the clock, in the order in which they came.
    package var participants: [Participant] = []
  }

  /// A store whose effects have used the clock.
  struct Participant {
    /// The store's surroundings, unless the store is gone.
    package weak var environment: TestEnvironment?
  }

  /// What changes over the life of the clock.
  let state = Mutex(State())

  /// Runs the tasks that the test starts itself, if the clock is not a store's own.
  package let domain: TaskDomain?

  /// Makes a clock at its beginning.
  public init() {
    domain = TaskDomain.ofCurrentTask()
    store = nil
  }

  /// The store that the clock belongs to, if it is a store's own.
  weak let store: TestEnvironment?

  /// Makes the clock of a store, which has nothing to do with tasks of the test itself.
  init(of store: TestEnvironment) {
    domain = nil
    self.store = store
  }

  /// The clock's time.
  public var now: Instant { state.withLock(\.now) }

  /// The smallest step of time: none is too small.
  public var minimumResolution: Duration { .zero }
}

// MARK: - Sleeping

extension TestClock {
  /// Sleeps until the test has moved time to a deadline.
  ///
  /// - Parameters:
  ///   - deadline: When to wake. If that is now or past, other work gets its turn, and then this returns.
  ///   - tolerance: Not used: a test clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled, before or while it sleeps.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    if Task.isCancelled {
      // An effect that ignores this, and sleeps in a loop, would never come back from its job, and nobody could stop it.
      await Task.yield()
      throw CancellationError()
    }
    let scope = InFlightEffect.running
    if let scope, !scope.environment.hasJoined(self) { join(scope.environment) }
    let number = state.withLock { state -> Int? in
      guard deadline > state.now else { return nil }
      state.lastSleeper += 1
      return state.lastSleeper
    }
    // Coming back without a pause would let a loop of empty sleeps run for ever, where nothing can stop it.
    guard let number else { return await Task.yield() }
    if let scope {
      for observer in scope.environment.observers { observer.noteSleep(of: scope, until: deadline, on: self) }
    }
    let sleeper = SleeperQueue.Sleeper(number: number, deadline: deadline, scope: scope)
    let hasElapsed = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let (elapsed, isNews) = state.withLock { state -> (Bool?, Bool) in
          if Task.isCancelled { return (false, false) }
          if deadline <= state.now { return (true, false) }
          state.sleepers.insert(sleeper, waking: continuation)
          // Both at once: on the main actor it happens beside the test, which must not see one without the other.
          let suspension = Suspension(.sleep(until: deadline, on: self), owner: self, number: number)
          return (nil, scope?.begin(suspension) ?? false)
        }
        if let elapsed { continuation.resume(returning: elapsed) }
        if isNews { scope?.noteNews() }
      }
    } onCancel: {
      if let waking = state.withLock({ $0.sleepers.remove(sleeper) }) {
        wake(waking, elapsed: false)
      }
    }
    if !hasElapsed { throw CancellationError() }
  }

  /// Lets somebody go on who has slept.
  package func wake(_ waking: SleeperQueue.Waking, elapsed: Bool) {
    waking.scope?.endSuspension(waking.number, by: self)
    if elapsed, let scope = waking.scope {
      for observer in scope.environment.observers { observer.noteWaking(of: scope, on: self) }
    }
    waking.continuation.resume(returning: elapsed)
  }

  /// Wakes the next sleeper who is due by a target, and moves time to its deadline.
  ///
  /// - Returns: Whether there was one.
  func wakeNext(by target: Instant) -> Bool {
    let waking: SleeperQueue.Waking? = state.withLock { state in
      guard let deadline = state.sleepers.nextDeadline(), deadline <= target else { return nil }
      state.now = max(state.now, deadline)
      return state.sleepers.popFirst()
    }
    guard let waking else { return false }
    wake(waking, elapsed: true)
    return true
  }
}

extension Duration {
  /// The sum of two durations, or their difference, kept within what a duration can hold.
  fileprivate func addingSaturated(_ other: Duration, negated: Bool = false) -> Duration {
    let (first, second) = (attoseconds, other.attoseconds)
    let (sum, overflow) =
      negated ? first.subtractingReportingOverflow(second) : first.addingReportingOverflow(second)
    guard overflow else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: (second > 0) != negated ? .max : .min)
  }
}
