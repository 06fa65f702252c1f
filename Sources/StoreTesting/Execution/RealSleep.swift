import Synchronization

/// Tells a task that sleeps in real time from one that waits for anything else.
///
/// A suspended task names the code with which it goes on. Behind a sleep that is always the same place in the concurrency
/// runtime, so each kind of sleep is begun once, and its place is remembered. Where other waits go on at one of these
/// places, too, nothing is told.
enum RealSleep {
  /// Where a suspended task names the code with which it goes on, in bytes from the beginning of the task.
  private static let resumption = 56

  /// The places at which sleeps go on, each with what a feature calls to sleep so; empty where that can't be told.
  static let places: [TaskPlace: String] = TaskProbe.isReliable ? calibrate() : [:]

  /// What a task has called, if it is in a real sleep; it must be suspended, and kept.
  static func call(of task: TaskPlace) -> String? {
    task.place(at: resumption).flatMap { places[$0] }
  }

  /// Begins each kind of sleep, and some other waits, and looks where they would go on.
  private static func calibrate() -> [TaskPlace: String] {
    // It is cancelled at once. If that takes long, it must not have come to its end before.
    let long = Duration.seconds(600)
    let sleeps: [(String, @Sendable () async throws -> Void)] = [
      ("Task.sleep", { try await Task.sleep(for: long) }),
      ("Task.sleep", { try await Task.sleep(nanoseconds: 600_000_000_000) }),
      ("SuspendingClock", { try await SuspendingClock().sleep(for: long) }),
      ("ContinuousClock", { try await ContinuousClock().sleep(for: long) }),
    ]
    let stream = AsyncStream<Void>.makeStream()
    let throwingStream = AsyncThrowingStream<Void, any Error>.makeStream()
    let waiters = Mutex<[CheckedContinuation<Void, any Error>]>([])
    let others: [@Sendable () async throws -> Void] = [
      { for await _ in stream.stream {} },
      { for try await _ in throwingStream.stream {} },
      { try await withCheckedThrowingContinuation { waiter in waiters.withLock { $0.append(waiter) } } },
    ]
    var places: [TaskPlace: String] = [:]
    for (name, sleep) in sleeps {
      guard let place = resumption(of: sleep) else { return [:] }
      if places[place] == nil { places[place] = name }
    }
    let isTold = others.allSatisfy { wait in
      resumption(of: wait, letGo: { waiters.withLock { $0.popLast() }?.resume() }).map { places[$0] == nil } ?? false
    }
    return isTold ? places : [:]
  }

  /// Where a task goes on behind its first suspension; nil if it is not suspended on a continuation.
  private static func resumption(
    of wait: @escaping @Sendable () async throws -> Void,
    letGo: () -> Void = {}
  ) -> TaskPlace? {
    let bench = TaskProbe.Bench()
    let (task, place) = EnqueueHook.$isExempt.withValue(true) { bench.start { try? await wait() } }
    bench.run()
    defer {
      task.cancel()
      letGo()
      bench.run()
    }
    guard let place, TaskProbe.wait(of: place) == .continuation else { return nil }
    return withExtendedLifetime(task) { place.place(at: resumption) }
  }
}
