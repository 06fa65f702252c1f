import Dispatch
import Foundation
import Synchronization

/// A global actor that all tests of the process share.
@globalActor actor SharedDesk {
  static let shared = SharedDesk()
}

/// A global actor for the tests themselves.
@globalActor actor TestDesk {
  static let shared = TestDesk()
}

/// A global actor that runs on a serial queue of Dispatch.
@globalActor actor QueueDesk {
  static let shared = QueueDesk()

  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// An actor that runs on the main actor's executor.
actor MainCompanion {
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

  /// Returns the next number.
  func next() -> Int {
    MainActor.preconditionIsolated()
    count += 1
    return count
  }

  /// Awaits work in the middle of a call, so that other callers can enter.
  func around<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
    count += 1
    return try await work()
  }
}

/// An actor that shares the executor of another actor.
actor Lodger {
  private let landlord: Counter
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { landlord.unownedExecutor }

  init(_ landlord: Counter) { self.landlord = landlord }

  /// Returns the next number.
  func next() async -> Int {
    count += await landlord.next()
    return count
  }

  /// Awaits work in the middle of a call, so that other callers can enter.
  func around<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
    count += 1
    return try await work()
  }
}

/// An actor that collects its jobs, and runs them together a moment later.
actor BatchActor {
  private let executor = BatchExecutor()
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the next number.
  func next() -> Int {
    count += 1
    return count
  }
}

/// A serial executor that collects jobs for a millisecond.
final class BatchExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "batches")
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { [self] in
      let batch = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }
}

/// A task executor on a queue of operations.
final class OperationExecutor: TaskExecutor {
  private let queue = OperationQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Takes a turn on the shared global actor.
@SharedDesk func queueUp() async {
  await Task.yield()
}

/// An actor without a custom executor.
actor Counter {
  /// The counter that all tests of the process share.
  static let shared = Counter()

  private var count = 0

  /// Returns the next number.
  func next() -> Int {
    count += 1
    return count
  }

  /// Awaits work in the middle of a call, so that other callers can enter.
  func around<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
    count += 1
    return try await work()
  }
}

/// An actor that runs on a serial queue of Dispatch.
actor QueueActor {
  private let executor = QueueExecutor()
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the next number.
  func next() -> Int {
    preconditionIsolated()
    count += 1
    return count
  }

  /// Awaits work in the middle of a call, so that other callers can enter.
  func around<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
    count += 1
    return try await work()
  }
}

/// An actor that runs on its own thread.
actor ThreadActor {
  private let executor = ThreadExecutor()
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  deinit { executor.stop() }

  /// Returns the next number.
  func next() -> Int {
    count += 1
    return count
  }
}

/// A serial executor on a queue of Dispatch.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "an actor's queue")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { [self] in
      withExtendedLifetime(self) { job.runSynchronously(on: executor) }
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// A serial executor on its own thread.
final class ThreadExecutor: SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isStopped = Atomic(false)
  private let signal = DispatchSemaphore(value: 0)

  init() {
    Thread { [weak self, signal] in
      while true {
        signal.wait()
        guard let self else { return }
        let jobs = jobs.withLock { jobs in
          defer { jobs = [] }
          return jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        if isStopped.load(ordering: .acquiring) { return }
      }
    }.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    signal.signal()
  }

  /// Ends the thread after its pending work.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    signal.signal()
  }
}

/// A task executor on the global queues of Dispatch.
final class QueueTaskExecutor: TaskExecutor {
  static let shared = QueueTaskExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    DispatchQueue.global().async { job.runSynchronously(on: executor) }
  }
}

/// An object of the main actor.
@MainActor final class Screen {
  private var title = "title"

  /// Returns the title, after a turn of the main actor.
  func show() async -> String {
    await Task.yield()
    return title
  }
}

/// A lock based on continuations.
actor ContinuationLock {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits for the lock, and takes it.
  func take() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  /// Passes the lock to the next task.
  func release() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}

/// A semaphore based on continuations, without an actor.
final class ContinuationSemaphore: Sendable {
  private let state: Mutex<(count: Int, waiting: [UnsafeContinuation<Void, Never>])>

  init(_ count: Int) { state = Mutex((count, [])) }

  func wait() async {
    await withUnsafeContinuation { continuation in
      let isFree = state.withLock { state in
        state.count -= 1
        if state.count < 0 { state.waiting.append(continuation) }
        return state.count >= 0
      }
      if isFree { continuation.resume() }
    }
  }

  func signal() {
    let next = state.withLock { state in
      state.count += 1
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// An error of an effect.
struct Offline: Error {}

// Swift 6.3 rejects an isolated closure that is written in the call of 'Task.detached'.

/// Starts a detached task that begins on the main actor.
func detachOnMainActor(_ operation: @escaping @MainActor @Sendable () async -> Void) {
  Task.detached(operation: operation)
}

/// Starts a detached task that begins on the shared global actor.
func detachOnSharedDesk(_ operation: @escaping @SharedDesk @Sendable () async -> Void) {
  Task.detached(operation: operation)
}
