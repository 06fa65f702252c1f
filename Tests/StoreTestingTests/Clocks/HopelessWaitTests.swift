import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreRuntime
@testable import StoreTesting

/// Tests that wait for what only they could provide.
@Suite struct HopelessWaitTests {
  /// The task that waits, for which the test waits.
  enum Waiter: CaseIterable {
    case test, asyncLet, group, task, detachedTask

    /// Whether the runtime reveals at once that the test waits for the task.
    var isSeen: Bool { self == .test || Runtime.isAccelerated }

    static var seen: [Self] { allCases.filter(\.isSeen) }

    func callAsFunction(_ wait: @escaping @Sendable () async -> Void) async {
      switch self {
      case .test: await wait()
      case .asyncLet:
        async let done: Void = wait()
        await done
      case .group: await withTaskGroup { $0.addTask { await wait() } }
      case .task: await Task { await wait() }.value
      case .detachedTask: await Task.detached { await wait() }.value
      }
    }
  }

  @Test(arguments: Waiter.seen)
  func `a test that waits for a sleep on its own clock fails at the line of the sleep`(waiter: Waiter) async {
    let failures = await recordingFailures {
      let clock = TestClock()
      await waiter { try? await clock.sleep(for: .seconds(1)) }  // Fails: misuse
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The test waits for a sleep on its own clock, which only the test advances.")
    #expect(failures.first?.details.contains("await clock.advance(by: .seconds(1))") == true)
  }

  @MainActor
  @Test func `a test on the main actor that sleeps on its store's clock fails`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      await store.send(.idle)
      try? await store.clock.sleep(for: .seconds(1))  // Fails: misuse
      await store.send(.idle)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a sleep through any clock fails at the last step of the store`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      let clock: any Clock<Duration> = store.clock
      await store.send(.idle)  // Fails: misuse
      try? await clock.sleep(for: .seconds(1))
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: Waiter.seen)
  func `a test that waits for an answer of its own gate fails at its last step`(waiter: Waiter) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      let gate = store.gate("load", at: \.hopelessClient)
      let load = store.dependencies.hopelessClient
      await store.send(.idle)  // Fails: misuse
      await waiter { _ = try? await load("a") }
      #expect(gate.pending.isEmpty)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == "The test waits for an answer to load(\"a\"), which only the test gives."
    )
  }

  @Test func `a task that waits for a clock or a gate of no store is watched while its test runs`() async throws {
    let (clock, gate) = (TestClock(), Gate<String, Int, any Error>("load"))
    let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
    let caller = Task { _ = try? await gate("a") }
    while clock.pendingSleeps.isEmpty || gate.pending.isEmpty { await Task.yield() }
    let waits: [any WaitForTest] = [
      TestClockSleep(clock: clock, number: 1), HopelessCall(gate: gate, number: 1),
    ]
    for wait in waits {
      let condition = try #require(wait.condition)
      #expect(condition.isTestRunning)
      #expect(condition.holdsTest == (Runtime.isAccelerated ? false : nil))
    }
    sleeper.cancel()
    caller.cancel()
    await sleeper.value
    await caller.value
  }

  @Test func `an advance of a clock of no store is an action of the test, after which a sleep may still end`()
    async throws
  {
    let clock = TestClock()
    let sleeper = Task { try? await clock.sleep(for: .seconds(2)) }
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    let wait = TestClockSleep(clock: clock, number: 1)
    let actions = try #require(wait.condition).actions
    await clock.advance(by: .seconds(1))
    #expect(try #require(wait.condition).actions > actions)
    sleeper.cancel()
    await sleeper.value
  }

  @Test func `a task that sleeps while the test advances the clock does not hold the test`() async {
    let clock = TestClock()
    let sleeper = Task { try? await clock.sleep(for: .seconds(2)) }
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    let wait = TestClockSleep(clock: clock, number: 1)
    let early = Task { () -> Bool? in
      try? await clock.sleep(for: .seconds(1))
      return wait.condition?.holdsTest
    }
    await clock.advance(by: .seconds(1))
    #expect(await early.value == false)
    sleeper.cancel()
    await sleeper.value
  }

  @Test func `a task that outlives the scope of its test is not watched`() async throws {
    let clock = await TestRun.scope { TestClock() }
    let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    let condition = try #require(TestClockSleep(clock: clock, number: 1).condition)
    #expect(!condition.isTestRunning)
    sleeper.cancel()
    await sleeper.value
  }

  @Test func `a hopeless wait of a task for a clock of no store ends by samples alone`() async {
    let failures = await recordingFailures {
      let clock = TestClock()
      let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }  // Fails: misuse
      let detector = HopelessWaitDetector()
      while clock.pendingSleeps.isEmpty { await Task.yield() }
      #expect(detector.add(TestClockSleep(clock: clock, number: 1)))
      guard !Runtime.isAccelerated else {
        await sleeper.value
        return
      }
      while detector.sample() {}
      await sleeper.value
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a call that can't throw returns an empty value`() async {
    let failures = await recordingFailures {
      let gate = Gate<Void, [Int], Never>("load")
      let values = await gate()
      #expect(values.isEmpty)
    }
    #expect(failures.map(\.kind) == [.misuse])
  }

  @Test func `a sleep of the test that another of its tasks ends is no failure`() async throws {
    let clock = TestClock()
    async let advance: Void = { await clock.advance(by: .seconds(1)) }()
    try await clock.sleep(for: .milliseconds(1))
    await advance
  }
}

extension DependencyValues {
  fileprivate var hopelessClient: @Sendable (String) async throws -> Int {
    get { self[HopelessClientKey.self] }
    set { self[HopelessClientKey.self] = newValue }
  }
}

private enum HopelessClientKey: TestDependencyKey {
  static let testValue: @Sendable (String) async throws -> Int = unimplemented("load")
}
