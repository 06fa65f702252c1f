import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A feature whose effects record the times at which they wake. Each input sleeps for its durations, one after another.
private struct Sleeper: Reducer {
  let order: Recorder<String>

  func reduce(message: Message<[Int], Never>, into state: inout Int) -> Effect<Never, Never> {
    guard case .input(let durations) = message else { return .none }
    return .run("\(durations)") { _ in
      let clock = DependencyValues.current.continuousClock as? TestClock
      for duration in durations {
        try await sleep(for: .seconds(duration))
        order.record("\(durations)@\(clock?.now.offset.components.seconds ?? -1)")
      }
    }
  }
}

private func makeStore() -> (TestStore<Sleeper>, Recorder<String>) {
  let order = Recorder<String>()
  return (TestStore(initialState: 0) { Sleeper(order: order) }, order)
}

@Suite struct TestClockAdvanceTests {
  @Test func `an advance stops at each deadline in order, also at deadlines of new sleeps`() async {
    let (store, order) = makeStore()
    await store.send([3, 1])
    await store.send([2, 2])
    await store.send([1, 1, 1, 1, 1])
    await store.clock.advance(by: .seconds(5))
    #expect(
      order.values == [
        "[1, 1, 1, 1, 1]@1", "[2, 2]@2", "[1, 1, 1, 1, 1]@2", "[3, 1]@3", "[1, 1, 1, 1, 1]@3",
        "[2, 2]@4", "[3, 1]@4", "[1, 1, 1, 1, 1]@4", "[1, 1, 1, 1, 1]@5",
      ]
    )
    await store.receiveEffect("[2, 2]")
    await store.receiveEffect("[3, 1]")
    await store.receiveEffect("[1, 1, 1, 1, 1]")
    await store.finish()
  }

  @Test(arguments: repetitions(20))
  func `sleepers due at the same instant wake in the order in which they fell asleep`(copy: Int) async {
    let (store, order) = makeStore()
    for index in 0..<10 { await store.send([4, index + 100]) }
    await store.clock.advance(by: .seconds(4))
    #expect(order.values == (0..<10).map { "[4, \($0 + 100)]@4" })
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test
  func `an advance to an instant equals an advance by the duration until it, and an advance to now wakes no task`()
    async
  {
    let (store, order) = makeStore()
    await store.send([2])
    await store.clock.advance(to: TestClock.Instant(offset: .seconds(1)))
    await store.clock.advance(to: store.clock.now)
    await store.clock.advance()
    #expect(order.values.isEmpty)
    await store.clock.advance(to: TestClock.Instant(offset: .seconds(2)))
    #expect(order.values == ["[2]@2"])
    await store.receiveEffect("[2]")
    await store.finish()
  }

  @Test func `an advance backwards, or beyond the last instant, is misuse and changes nothing`() async {
    var now = TestClock.Instant()
    let failures = await recordingFailures {
      let (store, order) = makeStore()
      await store.send([2])
      await store.clock.advance(by: .seconds(1))
      await store.clock.advance(by: .seconds(-1))  // Fails: misuse
      await store.clock.advance(to: TestClock.Instant(offset: .milliseconds(999)))  // Fails: misuse
      await store.clock.advance(by: Duration(attoseconds: .max))  // Fails: misuse
      now = store.clock.now
      #expect(order.values.isEmpty)
      #expect(store.clock.pendingSleeps.count == 1)
      await store.clock.advance(by: .seconds(1))
      await store.receiveEffect("[2]")
      await store.finish()
    }
    #expect(now.offset == .seconds(1))
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline) == [
        "The clock can't be moved by the negative duration -1 s: time never goes backwards.",
        "The clock can't be moved back to 999 ms: time never goes backwards.",
        "The clock can't be moved by \(text(of: failures[2])): that is more time than it can count.",
      ]
    )
  }

  /// The duration that a failure names.
  private func text(of failure: TestFailure) -> String {
    String(failure.headline.dropFirst("The clock can't be moved by ".count).prefix { $0 != ":" })
  }

  @Test func `the feedback of all due effects waits to be received, each with its own state`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, state in
        if case .feedback(let number) = message { state = number }
        guard case .input = message else { return .none }
        return .run { send in
          for number in 1...3 {
            try await sleep(for: .seconds(1))
            await send(number)
          }
        }
      }
    }
    await store.send(0)
    await store.clock.advance(by: .seconds(3))
    for number in 1...3 { await store.receive(number) { $0 = number } }
    await store.finish()
  }

  @Test func `an advance waits for outside work between two sleeps, and the remaining sleep ends on time`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        try await sleep(for: .seconds(1))
        await gate.wait()
        await send("awake")
        try await sleep(for: .seconds(1))
        await send("done")
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    await store.clock.advance(by: .seconds(1))
    Task.detached { gate.open() }
    await store.receive("awake") { $0.log = ["awake"] }
    await store.clock.advance(by: .seconds(1))
    await store.receive("done") { $0.log = ["awake", "done"] }
    await store.finish()
  }

  @Test func `'run' advances until no task sleeps, also in tasks that sleep again, and stops at the last deadline`()
    async
  {
    let (store, order) = makeStore()
    await store.send([2, 5, 1])
    await store.send([1])
    await store.clock.run()
    #expect(order.values == ["[1]@1", "[2, 5, 1]@2", "[2, 5, 1]@7", "[2, 5, 1]@8"])
    #expect(store.clock.now.offset == .seconds(8))
    await store.receiveEffect("[1]")
    await store.receiveEffect("[2, 5, 1]")
    await store.finish()
  }

  @Test func `'run' is bounded, and names the tasks that still sleep`() async {
    let failures = await recordingFailures {
      let (store, order) = makeStore()
      await store.send(Array(repeating: 1, count: 20))
      await store.clock.run(limit: 10)  // Fails: unfinishedSleep
      #expect(order.values.count == 10)
      await store.clock.run(limit: 10)
      #expect(order.values.count == 20)
      await store.receiveEffect()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "After 10 sleeps have ended, up to 10 s, a task still sleeps.")
    #expect(failures.first?.details.hasPrefix("• [1, 1, 1") == true)
  }

  @Test func `a sleeper that another one cancels at the same instant doesn't resume`() async {
    let store = TestStore(initialState: [String]()) {
      Machine<[String], Int, String, Never> { message, state in
        switch message {
        case .input:
          return .merge(
            .run { send in
              try await sleep(for: .seconds(1))
              await send("first")
            },
            .run { send in
              try await sleep(for: .seconds(1))
              await send("second")
            }
            .cancellable(id: "second")
          )
        case .feedback(let text):
          state.append(text)
          return .cancel(id: "second")
        }
      }
    }
    await store.send(0)
    await store.clock.advance(by: .seconds(1))
    await store.receive("first") { $0 = ["first"] }
    await store.finish()
  }

  @Test func `hundreds of sleepers and of chained sleeps wake in order`() async {
    let (store, order) = makeStore()
    let count = scaled(200)
    for index in 0..<count { await store.send([(index * 617) % count + 1]) }
    await store.send(Array(repeating: 1, count: count))
    await store.clock.run(limit: 3 * count)
    #expect(order.values.count == 2 * count)
    let times = order.values.compactMap { Int($0.split(separator: "@").last ?? "") }
    #expect(times == times.sorted())
    for _ in 0...count { await store.receiveEffect() }
    await store.finish()
  }
}
