import StoreTesting
import Testing

/// A clock whose sleeps end at once.
@Suite struct ImmediateClockTests {
  @Test("each sleep moves time to its end")
  func sleeping() async throws {
    let clock = ImmediateClock()
    for _ in 0..<10 { try await clock.sleep(for: .seconds(1)) }
    #expect(clock.now.offset == .seconds(10))
  }

  @Test("a sleep until a past instant doesn't change the time")
  func pastDeadline() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("a sleep in a cancelled task throws, and time does not move")
  func cancellation() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @Test("a debounced effect runs before the send returns")
  func effect() async {
    let store = TestStore(initialState: Ticker.State()) {
      Ticker()
    } withDependencies: {
      $0.continuousClock = .immediate
    }
    await store.send(.wait)
    await store.receive(.ticked(1)) { $0.ticks = [1] }
    await store.finish()
  }
}
