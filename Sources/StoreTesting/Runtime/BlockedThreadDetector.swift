import Dispatch
import StoreCore
import Synchronization

/// Notices a job that blocks the test's thread, so that such a test fails instead of hanging.
///
/// Code that waits with a semaphore or a lock for another task of the same effect waits for ever, because that task
/// would run on the thread that it blocks. The watch looks on from a thread of its own, now and then; it never touches
/// what runs well. A job counts as blocked if it goes on for longer than ``limit`` while its thread does nothing at all.
final class BlockedThreadDetector: Sendable {
  /// The one watch of the process. It holds no state that a test can see: each queue is judged by itself.
  static let shared = BlockedThreadDetector()

  private static let interval = 100

  /// How many looks in a row make a job blocked that others wait for.
  private static let limit = 10

  /// How many looks in a row make a job blocked if no other job waits behind it; it may be reading from a slow disk.
  private static let patientLimit = 100

  /// A queue, and how it looked the last time.
  private struct Watched {
    /// Names the queue while it is being drained.
    let drainOwner: DrainOwner

    var itemsBegun = -1
    var threadTime: UInt64 = 0
    var stillFor = 0
    var isReported = false
  }

  /// What is watched.
  private struct State {
    var watched: [ObjectIdentifier: Watched] = [:]

    /// Whether the next look is due.
    var isRunning = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "swift-store-testing.blocked-thread-detector")

  /// Begins to watch a queue.
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

  /// The executors that are being drained, but one.
  func drainedExecutors(except own: TestExecutor) -> [TestExecutor] {
    let owners = state.withLock { $0.watched.values.map(\.drainOwner) }
    return owners.compactMap(\.executor).filter { $0 !== own }
  }

  private func scheduleLook() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { self.look() }
  }

  /// Looks at all queues, and reports those that are blocked.
  private func look() {
    // Released outside the lock, which the 'deinit' of an executor takes.
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

  /// Compares a queue with how it looked the last time.
  private func isBlocked(_ sample: TestExecutor.Sample, _ watched: inout Watched) -> Bool {
    let time = sample.threadTime
    // A thread that is looked at, or that swaps a page, works a little; a millisecond is more than that.
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

  /// Reports a blocked thread, and lets what it may be waiting for run elsewhere.
  private func report(_ sample: TestExecutor.Sample, of executor: TestExecutor) {
    let name = sample.effect.map { "The \($0.description.titlePhrase)" } ?? "A piece of the feature's work"
    let site = sample.effect.map { " It was made at \($0.description.site)." } ?? ""
    // The test's own tasks belong to no store. They go on elsewhere, where one may block the other's thread.
    guard let owner = executor.owner else { return executor.resumeElsewhere() }
    owner.giveUp(
      "\(name) blocks the test's thread, and has done nothing for \(sample.hasMore ? "1 s" : "10 s").",
      details: """
        \(sample.hasMore ? "Other work of the same store waits for that thread: if it is what the effect waits for, it waits for ever." : "Nothing else of the store can run meanwhile.")\(site)

        Don't wait with a semaphore, a lock or a run loop for another task: await it. The store was given up.
        """
    )
  }
}
