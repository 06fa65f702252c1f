import StoreTesting
import Testing

/// A clock whose sleeps end at once.
@Suite struct ImmediateClockTests {
  @Test func `each sleep moves time to its end`() async throws {
    let clock = ImmediateClock()
    for _ in 0..<10 { try await clock.sleep(for: .seconds(1)) }
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func `a sleep until a past instant doesn't change the time`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a sleep in a cancelled task throws, and time does not move`() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @MainActor
  @Test func `a sleep lets another task of the same actor run`() async throws {
    let clock = ImmediateClock()
    var log: [String] = []
    let other = Task { log.append("other") }
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
    log.append("awake")
    await other.value
    #expect(log == ["other", "awake"])
  }

  @MainActor
  @Test func `a sleep throws if its task is cancelled while others run`() async {
    let clock = ImmediateClock()
    let task = Task { try await clock.sleep(until: TestClock.Instant(offset: .seconds(1))) }
    // It runs when the task yields, as the main actor runs its jobs in order.
    let other = Task { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    await other.value
    #expect(clock.now.offset == .seconds(1))
  }

  @Test func `a debounced effect runs before the send returns`() async {
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
