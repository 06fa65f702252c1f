import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// A suspension of an effect after which only the test can continue.
private enum EffectSuspension: CaseIterable {
  case sleep, sleepInTask, sleepInDetachedTask, sleepInGroup, sleepAfterOthersHaveEnded, twoSleeps

  /// The cases that the runtime detects. Without the accelerator: an effect with one task.
  static var certain: [Self] { !Runtime.isAccelerated ? [.sleep] : allCases }

  func run(_ clock: any Clock<Duration>) async throws {
    switch self {
    case .sleep: try await clock.sleep(for: .seconds(1))
    case .sleepInTask: try await Task { try await clock.sleep(for: .seconds(1)) }.value
    case .sleepInDetachedTask: try await Task.detached { try await clock.sleep(for: .seconds(1)) }.value
    case .sleepInGroup:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { try await clock.sleep(for: .seconds(1)) } }
        try await group.waitForAll()
      }
    case .sleepAfterOthersHaveEnded:
      await Task {}.value
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {}
        group.addTask { try await clock.sleep(for: .seconds(1)) }
        try await group.waitForAll()
      }
    case .twoSleeps:
      async let other: Void = clock.sleep(for: .seconds(2))
      try await clock.sleep(for: .seconds(1))
      try await other
    }
  }
}

@Suite struct TestSessionWaitingTests {
  @Test(arguments: EffectSuspension.certain)
  fileprivate func `an event that can no longer arrive fails at once with any timeout`(parking: EffectSuspension) async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in try await parking.run(DependencyValues.current.continuousClock) }
      }
      // Had it to wait, this test would run into the limit of the suite's run.
      store.timeout = .seconds(100_000)
      await store.send(.go)
      await store.receive("x")  // Fails: missingFeedback
      await store.clock.run()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasPrefix(
        """
        Every effect waits for the test:

            • work sleeps until 1 s; advance its clock by 1 s to wake it
              made at Runner.swift:
        """
      ) == true
    )
  }

  @Test(.accelerated, arguments: [false, true])
  func `a failure says why it took a while, if other code may hold a sender`(finishes: Bool) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await withTaskGroup { group in
            group.addTask {
              try? await sleep(for: .seconds(1))
              await send("x")
            }
          }
        }
      }
      store.timeout = .milliseconds(20)
      await store.send(.go)
      if finishes { return await store.finish() }
      await store.receive("x")
      await store.cancelInFlightEffects()
      await store.finish()
    }
    let reason =
      "The store waited 20 ms of real time, as code outside of the test may hold the sender or the task of an effect."
    #expect(failures.map(\.kind) == [finishes ? .effectInFlight : .missingFeedback])
    #expect(failures.first?.headline.hasSuffix(reason) == finishes)
    #expect(failures.first?.details.contains("\(reason) Where child tasks hold it,") == !finishes)
    #expect(failures.first?.details.contains("Where child tasks hold it, collect their results in the effect,") == true)
  }

  @Test(.accelerated) func `a test waits once for other code that may hold a task`() async {
    let shared = Mutex<Task<Void, Never>?>(nil)
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          let task = Task { _ = try? await sleep(for: .seconds(1)) }
          shared.withLock { $0 = task }
          await task.value
        }
      }
      store.timeout = .milliseconds(20)
      await store.send(.go)
      await store.receive("x")
      #expect(!store.session.environment.inFlightEffects.mayAnyResumeFromCallback)
      await store.cancelInFlightEffects(strict: false)
      #expect(!store.session.environment.inFlightEffects.mayAnyResumeFromCallback)
      shared.withLock(\.self)?.cancel()
      await store.finish()
    }
    #expect(failures.first?.kind == .missingFeedback)
    #expect(failures.first?.details.contains("The store waited 20 ms of real time") == true)
  }

  @Test func `an event that no effect can send fails at once with any timeout`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      store.timeout = .seconds(100_000)
      await store.send(.go)
      await store.receive("x")  // Fails: missingFeedback
      await store.clock.run()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details == """
        No effect is running, so no message can arrive.

        If the feature is right, delete this line.
        """
    )
  }

  @Test func `a step waits for an effect that sleeps while its child task is outside`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        async let child: Void = {
          await gate.wait()
          await send("x")
        }()
        try await sleep(for: .seconds(1))
        await child
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    Task.detached { gate.open() }
    await store.receive("x") { $0.log = ["x"] }
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `a failure names the wait of each of several effects`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, _ in
          .merge(
            .run("sleeper") { _ in try await sleep(for: .milliseconds(1500)) },  // Here: sleeper
            .run("waiter", of: 7) { _ in await gate.wait() }  // Here: waiter
          )
        }
      }
      await store.send(0)  // Here: send
      await store.receive(1, timeout: .milliseconds(10))  // Fails: timedOut
      gate.open()
      await store.clock.advance(by: .seconds(2))
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    let file = "TestSession+WaitingTests.swift"
    let origin = "started at 0 s by 0 (sent at \(file):\(markedLine("send")))"
    #expect(
      failures.first?.details == """
        The store waited 10 ms of real time for work that no clock or gate of the test controls:

            • sleeper sleeps until 1.5 s; advance its clock by 1.5 s to wake it
              made at \(file):\(markedLine("sleeper")), \(origin)
            • waiter(7) is suspended, but not by a clock or a gate of the test
              made at \(file):\(markedLine("waiter")), \(origin)

        It may wait for one of the effects that wait for the test. If so, let that one continue.

        Provide that work in the test, or raise 'store.timeout' if it may take longer.

        If line \((failures.first?.line ?? 0) + 1), your next line, lets it happen, move it before this one:

            gate.open()
        """
    )
  }
}
