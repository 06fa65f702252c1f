import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// The bound on the wakes of an advance.
@Suite struct WakeLimitTests {
  @Test func `a timer that wakes endlessly in one advance is a livelock that names it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Ticker.State()) { Ticker() }
      store.exhaustivity = .off
      await store.send(.start(.nanoseconds(1)))
      await store.clock.advance(by: .seconds(1), limit: 1_000)  // Fails: livelock
      #expect(store.clock.now.offset == .nanoseconds(1_001))
      #expect(store.inFlightEffects.isEmpty)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The effect timer wakes endlessly: it woke 1000 times in one advance, the last time after 1 ns."
    )
    #expect(failures.first?.details.contains("made at Ticker.swift:") == true)
    #expect(failures.first?.details.contains("raise the 'limit' of the advance") == true)
    #expect(failures.first?.details.hasSuffix("The store has cancelled its effects.") == true)
  }

  @Test func `an effect may wake as often as the limit permits`() async {
    let store = TestStore(initialState: Ticker.State()) { Ticker() }
    store.exhaustivity = .off
    await store.send(.start(.seconds(1)))
    await store.clock.advance(by: .seconds(1_000), limit: 1_000)
    await store.clock.advance(to: TestClock.Instant(offset: .seconds(2_000)), limit: 1_000)
    await store.send(.stop)
    await store.finish()
  }

  @Test func `a timer of a second may run for a day`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, count in
        guard case .input = message else {
          count += 1
          return .none
        }
        return .run("timer") { send in
          for await _ in DependencyValues.current.continuousClock.timer(interval: .seconds(1)) { await send(0) }
        }
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    await store.clock.advance(by: .seconds(86_400))
    store.assert { $0 = 86_400 }
    await store.cancelInFlightEffects()
  }

  @Test func `effects that start each other at one line count as one`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { _, _ in
          .run("again") { send in
            try await sleep(for: .nanoseconds(1))
            await send(0)
          }
        }
      }
      store.exhaustivity = .off
      await store.send(0)
      await store.clock.advance(by: .seconds(1), limit: 100)  // Fails: livelock
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `several effects have a limit each`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, _ in
        guard case .input(let count) = message else { return .none }
        return .merge(
          (0..<count).map { number in
            .run("timer \(number)") { _ in
              for await _ in DependencyValues.current.continuousClock.timer(interval: .seconds(1)) {}
            }
          }
        )
      }
    }
    await store.send(5)
    await store.clock.advance(by: .seconds(100), limit: 100)
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a task of the test that wakes endlessly is a livelock`() async {
    let failures = await recordingFailures {
      let clock = TestClock()
      let task = Task { while !Task.isCancelled { try await clock.sleep(for: .nanoseconds(1)) } }
      await clock.advance(by: .seconds(1), limit: 100)  // Fails: livelock
      task.cancel()
      _ = await task.result
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("The store") == false)
  }

  /// A feature whose effects have different names, and wake at an interval each.
  private func timers(_ interval: Duration) -> Machine<Int, Int, Never, Never> {
    Machine { message, _ in
      guard case .input(let count) = message else { return .none }
      return .merge(
        (0..<count).map { number in
          .run("timer \(number)") { _ in
            for await _ in DependencyValues.current.continuousClock.timer(interval: interval) {}
          }
        }
      )
    }
  }

  @Test func `an effect that wakes endlessly is found among others that wake in between`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) { timers(.seconds(1)) }
      await store.send(3)
      await store.clock.advance(by: .seconds(100), limit: 50)  // Fails: livelock
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("wakes endlessly: it woke 50 times") == true)
  }

  @Test func `effects of different names that together wake endlessly are a livelock`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) { timers(.nanoseconds(1)) }
      await store.send(50)
      await store.clock.advance(by: .microseconds(30), limit: 1_000)  // Fails: livelock
      #expect(store.clock.now.offset < .nanoseconds(1_000))
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("Tasks wake endlessly: they woke ") == true)
    #expect(failures.first?.details.contains("raise the 'limit' of the advance") == true)
  }

  @Test func `many timers may run for long`() async {
    let store = TestStore(initialState: 0) { timers(.seconds(60)) }
    await store.send(200)
    await store.clock.advance(by: .seconds(3_600), limit: 200)
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `the bound of a whole advance ends it, however rarely its tasks wake`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) { timers(.seconds(1)) }
      await store.send(150)
      await store.clock.advance(by: .seconds(900), limit: 1_000)  // Fails: livelock
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `sleeps that began before an advance are no loop`() async {
    let clock = TestClock()
    await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { try? await clock.sleep(for: .nanoseconds(1)) } }
      await clock.advance()
      await clock.advance(by: .nanoseconds(1), limit: 50)
    }
  }

  @Test func `a task of the test that wakes endlessly ends the advance soon`() async {
    let failures = await recordingFailures {
      let clock = TestClock()
      let task = Task { while !Task.isCancelled { try? await clock.sleep(for: .nanoseconds(1)) } }
      await clock.advance(by: .seconds(1), limit: 1_000)  // Fails: livelock
      #expect(clock.now.offset < .nanoseconds(1_000))
      task.cancel()
      await task.value
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("the last time the task") == true)
  }
}
