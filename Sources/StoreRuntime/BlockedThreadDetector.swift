import Dispatch
import Synchronization

/// A detector of jobs that block the test's thread, so that such a test fails instead of hanging.
///
/// Code that waits with a semaphore or a lock for another task of the same executor waits forever. That task needs the
/// thread that the code blocks. The detector samples all queues from its own thread, and doesn't affect running jobs. A
/// job counts as blocked if its thread uses no processor time for ``limit`` samples, or for ``patientLimit`` samples if
/// no other job waits.
final class BlockedThreadDetector: Sendable {
  /// The detector of the process. Tests share no state of it, as it judges each queue separately.
  static let shared = BlockedThreadDetector()

  private static let interval = 100

  /// The number of idle samples after which a job counts as blocked if other jobs wait behind it.
  private static let limit = 10

  /// The number of idle samples after which a job counts as blocked if no other job waits. Such a job may read from a
  /// slow disk.
  private static let patientLimit = 100

  /// A queue with its last sample.
  struct Watched {
    /// The owner of the queue's drain.
    let drainOwner: DrainOwner

    var itemsBegun = -1
    var threadTime: UInt64 = 0
    var stillFor = 0
    var isReported = false
  }

  /// The watched queues.
  private struct State {
    var watched: [ObjectIdentifier: Watched] = [:]

    /// Whether the next sample is scheduled.
    var isRunning = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "swift-store-testing.blocked-thread-detector")

  /// Starts watching a queue.
  func add(_ drainOwner: DrainOwner) {
    let mustStart = state.withLock { state in
      state.watched[ObjectIdentifier(drainOwner)] = Watched(drainOwner: drainOwner)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { scheduleLook() }
  }

  /// Stops watching a queue.
  func remove(_ drainOwner: DrainOwner) {
    state.withLock { $0.watched[ObjectIdentifier(drainOwner)] = nil }
  }

  /// Returns the executors that are being drained, except for one.
  func drainedExecutors(except own: TestExecutor) -> [TestExecutor] {
    let owners = state.withLock { $0.watched.values.map(\.drainOwner) }
    return owners.compactMap(\.executor).filter { $0 !== own }
  }

  private func scheduleLook() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { self.look() }
  }

  /// Samples all queues, and reports those that are blocked.
  private func look() {
    // The executors are released outside of the lock, as the `deinit` of an executor takes the lock.
    let owners = state.withLock { $0.watched.values.map(\.drainOwner) }
    let executors = owners.compactMap(\.executor)
    let (blocked, goesOn) = state.withLock { state in
      let blocked = executors.compactMap { executor -> (TestExecutor, TestExecutor.Sample)? in
        let key = ObjectIdentifier(executor.drainOwner)
        guard var watched = state.watched[key] else { return nil }
        defer { state.watched[key] = watched }
        guard let sample = executor.sample, isBlocked(sample, &watched) else { return nil }
        return (executor, sample)
      }
      state.isRunning = !state.watched.isEmpty
      return (blocked, state.isRunning)
    }
    withExtendedLifetime(executors) {}
    for (executor, sample) in blocked { report(sample, of: executor) }
    if goesOn { scheduleLook() }
  }

  /// Compares a queue with its last sample.
  func isBlocked(_ sample: TestExecutor.Sample, _ watched: inout Watched) -> Bool {
    let time = sample.threadTime
    // Sampling and page faults use a little processor time, but less than a millisecond.
    let hasMoved = sample.itemsBegun != watched.itemsBegun || time > watched.threadTime + 1_000_000
    guard !hasMoved else {
      watched.itemsBegun = sample.itemsBegun
      watched.threadTime = time
      watched.stillFor = 0
      return false
    }
    watched.stillFor += 1
    guard !watched.isReported, watched.stillFor >= (sample.hasMore ? Self.limit : Self.patientLimit) else {
      return false
    }
    watched.isReported = true
    return true
  }

  /// Reports a blocked thread, and resumes the waiting work on the global executor.
  private func report(_ sample: TestExecutor.Sample, of executor: TestExecutor) {
    // The test's own tasks have no owner. The global executor resumes them, as one of them may wait for another.
    guard let owner = executor.owner else { return executor.resumeElsewhere() }
    owner.threadIsBlocked(by: sample.task, hasMore: sample.hasMore)
  }
}
