import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// Calls that are still on their way when the test answers them, as in an effect with a task that the store can't see.
@Suite struct LateCallTests {
  private let latch = Latch()

  /// Makes a store whose effect calls the endpoint after the store has begun to wait.
  private func store(calling call: @escaping @Sendable () async -> String) -> TestStore<Runner> {
    let store = TestStore(initialState: Runner.State()) {
      Runner { [latch] send in
        await latch.wait()
        await send(await call())
      }
    }
    store.timeout = .seconds(60)
    return store
  }

  @Test func `an answer waits for its call as a receipt waits for its feedback`() async {
    await Hooks.$observers.withValue([LatchOpener(latch)]) {
      let gate = Gate<Void, String, Never>("gate")
      let store = store { await gate() }
      await store.send(.go)
      #expect(gate.pending.isEmpty)
      await gate.succeed(with: "a")
      await store.receive("a") { $0.log = ["a"] }
      await store.finish()
    }
  }

  @Test func `an event while an answer waits for its call belongs to the line of the answer`() async {
    let lines = Recorder<Int?>()
    await Hooks.$observers.withValue([LatchOpener(latch)]) {
      let gate = Gate<Void, String, Never>("gate")
      let store = store {
        lines.record(InFlightEffect.current?.environment.step.line)
        return await gate()
      }
      await store.send(.go)
      await gate.succeed(with: "a")  // Here
      await store.receive("a") { $0.log = ["a"] }
      await store.finish()
    }
    #expect(lines.values == [markedLine()])
  }

  @MainActor
  private static func call(_ gate: Gate<Void, String, any Error>, behind latch: Latch) async throws {
    await latch.wait()
    _ = try await gate()
  }

  @Test func `a test that waits for work elsewhere goes on when the work makes a call`() async {
    let observer = LatchOpener(latch)
    let failures = await recordingFailures {
      await Hooks.$observers.withValue([observer]) {
        let gate = Gate<Void, String, any Error>("gate")
        let store = TestStore(initialState: Runner.State()) { [latch] in
          Runner { _ in try await Self.call(gate, behind: latch) }
        }
        store.timeout = .seconds(20)
        await store.send(.go)
        await store.receive("never")
        await store.cancelInFlightEffects()
      }
    }
    #expect(!failures.isEmpty)
    #expect(!observer.notes.values.contains("time-out"))
  }

  @Test func `an element waits for its listener`() async {
    await Hooks.$observers.withValue([LatchOpener(latch)]) {
      let gate = StreamGate<Void, String, Never>("stream")
      let store = store {
        for await element in gate() { return element }
        return "end"
      }
      await store.send(.go)
      await gate.yield("a")
      await store.receive("a") { $0.log = ["a"] }
      await store.finish()
    }
  }

  @Test func `an answer to a call that nothing makes fails at once`() async {
    let failures = await recordingFailures {
      let gate = Gate<Void, String, Never>("gate")
      let store = store { [latch] in
        latch.open()
        return await gate()
      }
      latch.open()
      await store.send(.go)
      await gate.succeed(with: "a")
      await store.receive("a") { $0.log = ["a"] }
      await gate.succeed(with: "b")  // Fails: missingCall
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
