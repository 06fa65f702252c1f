import Dispatch
import StoreTesting
import Testing

/// When an effect counts as asleep, and when it may still come back by itself.
@Suite struct EffectScopeTests {
  /// Waits for a thread that the test knows nothing of.
  private static func elsewhere() async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "elsewhere").async { continuation.resume() }
    }
  }

  @Test("an operation that waits outside is waited for, while a 'Task {}' of its own sleeps", arguments: 0..<20)
  func timeout(copy: Int) async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        let clock = DependencyValues.current.continuousClock
        let timeout = Task { try await clock.sleep(for: .seconds(5)) }
        await Self.elsewhere()
        timeout.cancel()
        await send("in time")
      }
    }
    await store.send(.go)
    await store.receive("in time") { $0.log = ["in time"] }
    await store.finish()
  }

  @Test("an operation that waits for sleeping child tasks is asleep, so that nothing is waited for")
  func sleepingChildren() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        let clock = DependencyValues.current.continuousClock
        await withTaskGroup(of: Void.self) { group in
          for seconds in 1...2 { group.addTask { try? await clock.sleep(for: .seconds(seconds)) } }
        }
        await send("both")
      }
    }
    // If it were waited for, the test would run into its time limit.
    store.timeout = .seconds(86_400)
    let failures = await recordingFailures {
      await store.send(.go)
      await store.receive("both") { $0.log = ["both"] }
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
    await store.clock.advance(by: .seconds(2))
    await store.receive("both") { $0.log = ["both"] }
    await store.finish()
  }

  @Test("a 'Task {}' that sleeps when its operation has returned is asleep, so that nothing is waited for")
  func sleepingTask() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        let clock = DependencyValues.current.continuousClock
        Task {
          try await clock.sleep(for: .seconds(1))
          await send("late")
        }
      }
    }
    store.timeout = .seconds(86_400)
    let failures = await recordingFailures {
      await store.send(.go)
      await store.receive("late") { $0.log = ["late"] }
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
    await store.clock.advance(by: .seconds(1))
    await store.receive("late") { $0.log = ["late"] }
    await store.finish()
  }
}
