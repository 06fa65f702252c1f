import StoreTesting
import Synchronization
import TestSupport
import Testing

/// A clock in tests without a store.
@Suite struct StandaloneClockTests {
  /// A number that tasks share.
  private final class Counter: Sendable {
    /// The actions of the tasks, in order.
    let log = Mutex<[Int]>([])

    var count: Int { log.withLock(\.count) }

    /// Records an action.
    func note(_ number: Int = 0) { log.withLock { $0.append(number) } }
  }

  @Test(arguments: repetitions(50))
  func `a task of the test falls asleep before time passes, and each of its sleeps ends on time`(copy: Int) async throws
  {
    let clock = TestClock()
    let counter = Counter()
    let task = Task {
      for _ in 0..<5 {
        try await clock.sleep(for: .seconds(1))
        counter.note()
      }
    }
    await clock.advance(by: .milliseconds(999))
    #expect(counter.count == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(counter.count == 1)
    await clock.advance(by: .seconds(4))
    #expect(counter.count == 5)
    try await task.value
    try await clock.checkSuspension()
  }

  @Test(arguments: repetitions(50))
  func `child tasks and detached tasks wake in the order of their deadlines`(copy: Int) async throws {
    let clock = TestClock()
    let counter = Counter()
    async let late: Void = {
      try await clock.sleep(for: .seconds(2))
      counter.note(2)
    }()
    let early = Task.detached {
      try await clock.sleep(for: .seconds(1))
      counter.note(1)
    }
    await clock.run()
    #expect(counter.log.withLock(\.self) == [1, 2])
    try await late
    try await early.value
  }

  @Test func `tasks continue while the test waits for something other than the clock`() async {
    let clock = TestClock()
    let task = Task { 1 }
    #expect(await task.value == 1)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { await Task.yield() } }
    }
    #expect(clock.pendingSleeps.isEmpty)
  }

  @MainActor
  @Test(arguments: repetitions(50))
  func `a test on the main actor finds its own tasks asleep, too`(copy: Int) async throws {
    let clock = TestClock()
    var count = 0
    let task = Task {
      for _ in 0..<5 {
        try await clock.sleep(for: .seconds(1))
        count += 1
      }
    }
    await clock.advance(by: .milliseconds(999))
    #expect(count == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(count == 1)
    await clock.advance(by: .seconds(4))
    #expect(count == 5)
    try await task.value
  }

  @Test(.accelerated)
  func `a task of the test that never rests, while no time passes, is a livelock`() async {
    let failures = await recordingFailures {
      let clock = TestClock()
      let task = Task { while !Task.isCancelled { await Task.yield() } }
      await clock.advance(by: .seconds(1))  // Fails: livelock
      task.cancel()
      await task.value
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "Tasks that the test has started run endlessly, while no time passes.")
  }

  enum Advancing: CaseIterable {
    case childTask
    case asyncLet
    case task
    case detachedTask

    func callAsFunction(_ advance: @escaping @Sendable () async -> Void) async {
      switch self {
      case .childTask: await withTaskGroup { $0.addTask { await advance() } }
      case .asyncLet:
        async let done: Void = advance()
        await done
      case .task: await Task { await advance() }.value
      case .detachedTask: await Task.detached { await advance() }.value
      }
    }
  }

  @Test(arguments: Advancing.allCases)
  func `a task of the test advances the clock`(advancing: Advancing) async throws {
    let failures = try await recordingFailures {
      let clock = TestClock()
      let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
      await advancing { await clock.advance(by: .seconds(1)) }
      try await sleeper.value
      #expect(clock.now.offset == .seconds(1))
    }
    #expect(failures.isEmpty)
  }
}
