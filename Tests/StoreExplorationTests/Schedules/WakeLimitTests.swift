import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// The bound on the wakes of an advance under a schedule.
@Suite struct ScheduledWakeLimitTests {
  private struct Timer: Reducer {
    enum Input { case start }

    @Dependency(\.continuousClock) var clock

    func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
      guard case .input = message else { return .none }
      return .run("timer") { send in
        for await _ in clock.timer(interval: .nanoseconds(1)) { await send(0) }
      }
    }
  }

  @Test func `a timer that wakes endlessly is a livelock in an exploration`() async throws {
    let failures = try await recordingFailures {
      try await explore {
        let store = TestStore(initialState: 0) { Timer() }
        store.exhaustivity = .off
        await store.send(.start)
        await store.clock.advance(by: .seconds(1), limit: 100)  // Fails: livelock
      }
    }
    #expect(failures.locations == markedFailures())
  }
}
