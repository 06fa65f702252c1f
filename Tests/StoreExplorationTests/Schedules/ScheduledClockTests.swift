import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Clocks that a test advances while its orders are explored.
@Suite struct ScheduledClockTests {
  @Test func `work that is ready before an advance runs before time passes`() async throws {
    let failures = try await recordingFailures {
      try await explore {
        let (numbers, source) = AsyncStream.makeStream(of: Int.self)
        let store = TestStore(initialState: Runner.State()) {
          Runner { send in
            for await number in numbers {
              try await sleep(for: .seconds(1))
              await send("\(number)")
            }
          }
        }
        store.exhaustivity = .off
        await store.send(.go)
        source.yield(1)
        source.finish()
        await store.clock.advance(by: .seconds(1))
        await store.receive("1") { $0.log = ["1"] }
        await store.finish()
      }
    }
    #expect(failures.map(\.headline) == [])
  }

  @Test func `an advance by no time leaves a delivery open for a later step`() async throws {
    let report = try await explore {
      let store = TestStore(initialState: Runner.State()) { Runner { send in await send("done") } }
      store.exhaustivity = .off
      await store.send(.go)
      await store.clock.advance(by: .zero)
      await store.finish()
    }
    #expect("\(report)" == "complete: all 2 schedules")
  }

  @Test func `a run of the clock stops at its limit`() async throws {
    let failures = try await recordingFailures {
      try await explore {
        let store = TestStore(initialState: Runner.State()) {
          Runner { _ in for _ in 1...5 { try await sleep(for: .seconds(1)) } }
        }
        store.exhaustivity = .off
        await store.send(.go)
        await store.clock.run(limit: 3)  // Fails: unfinishedSleep
        await store.cancelInFlightEffects(strict: false)
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.map(\.headline) == ["After 3 sleeps have ended, up to 3 s, a task still sleeps."])
  }

  @Test func `an effect that an advance wakes fails at the line of the advance`() async throws {
    let failures = try await recordingFailures {
      try await explore {
        let store = TestStore(initialState: Runner.State()) {
          Runner { _ in
            try await sleep(for: .seconds(1))
            throw CancellationError()
          }
        }
        await store.send(.go)
        await store.clock.advance(by: .seconds(1))  // Fails: effectThrew
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(.accelerated) func `tasks of the test wake one after another, each with the work that follows`() async throws {
    let seen = Recorder<[String]>()
    try await explore {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      let clock = TestClock()
      let notes = Recorder<String>()
      let tasks = [("first", 100), ("second", 0)].map { name, turns -> Task<Void, any Error> in
        Task {
          for _ in 0..<100 { await Task.yield() }
          try await clock.sleep(for: .seconds(1))
          for _ in 0..<turns { await Task.yield() }
          notes.record(name)
        }
      }
      await store.send(.idle)
      await clock.advance(by: .seconds(1))
      seen.record(notes.values)
      for task in tasks {
        task.cancel()
        _ = await task.result
      }
      await store.finish()
    }
    #expect(Set(seen.values) == [["first", "second"]])
  }
}
