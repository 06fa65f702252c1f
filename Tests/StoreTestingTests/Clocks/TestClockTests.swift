import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// Makes a store of an effect that writes down when it wakes, on the store's own clock, and starts it.
private func start(
  _ order: Recorder<Duration>,
  _ durations: [Duration],
  isolation: isolated (any Actor)? = #isolation
) async -> TestStore<Runner> {
  let store = TestStore(initialState: Runner.State()) {
    Runner { _ in
      let clock = DependencyValues.current.continuousClock as? TestClock
      for duration in durations {
        try await sleep(for: duration)
        order.record(clock?.now.offset ?? .zero)
      }
    }
  }
  await store.send(.go)
  return store
}

@Suite struct TestClockTests {
  @Test func `a sleep ends when time reaches its deadline, and no earlier`() async {
    let order = Recorder<Duration>()
    let store = await start(order, [.seconds(1)])
    await store.clock.advance(by: .milliseconds(999))
    #expect(order.values.isEmpty)
    #expect(store.clock.now.offset == .milliseconds(999))
    await store.clock.advance(by: .milliseconds(1))
    #expect(order.values == [.seconds(1)])
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test(arguments: [0, -1, Int64.min])
  func `a sleep until now or before returns at once, as on a real clock`(seconds: Int64) async {
    let order = Recorder<Duration>()
    let store = await start(order, [.seconds(seconds), .seconds(seconds)])
    #expect(order.values == [.zero, .zero])
    #expect(store.clock.now == TestClock.Instant())
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test func `a sleep in an already cancelled task throws, and schedules nothing`() async {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a cancelled sleep throws and is removed, and time passes without it`() async {
    let clock = TestClock()
    let task = Task.immediate { try await clock.sleep(for: .seconds(1)) }
    #expect(clock.pendingSleeps.count == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.pendingSleeps.isEmpty)
    await #expect(throws: Never.self) { try await clock.checkSuspension() }
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `sleepers that are cancelled among many leave the others in order`() async {
    let order = Recorder<Int>()
    let clock = TestClock()
    let tasks = (0..<50).map { index in
      Task.immediate {
        try await clock.sleep(until: TestClock.Instant(offset: .seconds((index * 7) % 50 + 1)))
        order.record((index * 7) % 50)
      }
    }
    for (index, task) in tasks.enumerated() where index.isMultiple(of: 3) { task.cancel() }
    await clock.advance(by: .seconds(50))
    for task in tasks { _ = await task.result }
    let expected = (0..<50).filter { !$0.isMultiple(of: 3) }.map { ($0 * 7) % 50 }
    #expect(Set(order.values) == Set(expected))
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test func `instants, durations and deadlines agree, and the minimum resolution is zero`() async {
    let clock = TestClock()
    let start = clock.now
    await clock.advance(by: .seconds(3))
    #expect(clock.now == start.advanced(by: .seconds(3)))
    #expect(start.duration(to: clock.now) == .seconds(3))
    #expect(clock.now.duration(to: start) == .seconds(-3))
    #expect(start < clock.now)
    #expect(clock.minimumResolution == .zero)
    #expect("\(clock.now)" == "3 s")
  }

  @Test func `an instant at the limits of a duration doesn't overflow`() {
    let (last, first) = (Duration(attoseconds: .max), Duration(attoseconds: .min))
    let instant = TestClock.Instant(offset: last)
    #expect(instant.advanced(by: .seconds(1)).offset == last)
    #expect(TestClock.Instant(offset: first).advanced(by: .seconds(-1)).offset == first)
    #expect(TestClock.Instant(offset: first).duration(to: instant) == last)
    #expect(instant.duration(to: TestClock.Instant(offset: first)) == first)
    #expect(TestClock.Instant(offset: .seconds(1)).advanced(by: last).offset == last)
    #expect(TestClock.Instant().duration(to: TestClock.Instant(offset: first)) == first)
  }

  @Test func `an endless sleep can be cancelled`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in try await sleep(for: Duration(attoseconds: .max)) }
    }
    await store.send(.go)
    await store.clock.advance(by: .seconds(Int64.max))
    #expect(store.inFlightEffects.count == 1)
    await store.send(.stop)
    await store.finish()
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `pending sleeps are listed by deadline, with their effects and lines`() async throws {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { message, _ in
        guard case .input(let seconds) = message else { return .none }
        return .run("nap", of: seconds) { _ in try await sleep(for: .seconds(seconds)) }  // Here
      }
    }
    let line = markedLine()
    await store.send(2)
    await store.send(1)
    let clock = store.clock
    let other = Task.immediate { try await clock.sleep(for: .milliseconds(1500)) }
    let sleeps = clock.pendingSleeps
    #expect(sleeps.map(\.deadline.offset) == [.seconds(1), .milliseconds(1500), .seconds(2)])
    #expect(sleeps.map(\.effect) == ["nap(1)", nil, "nap(2)"])
    #expect(sleeps.first?.site?.line == line)
    #expect(sleeps.first?.description == "nap(1), made at TestClockTests.swift:\(line), sleeps until 1 s")
    #expect(sleeps.dropFirst().first?.description == "a task that is no effect sleeps until 1.5 s")
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(error?.sleeps.count == 3)
    #expect(error?.description.hasPrefix("A task sleeps on the clock: nap(1), made at ") == true)
    other.cancel()
    _ = await other.result
    await store.cancelInFlightEffects()
    await #expect(throws: Never.self) { try await clock.checkSuspension() }
    await store.finish()
  }
}
