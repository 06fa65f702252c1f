import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

@Suite struct CheckSuspensionTests {
  /// A way to start a sleeping task.
  enum Start: CaseIterable, Sendable {
    case task, detached, mainActor, executor, nested
  }

  private func sleep(on clock: TestClock, _ start: Start) -> Task<Void, any Error> {
    switch start {
    case .task: Task(name: "sleeper") { try await clock.sleep(for: .seconds(1)) }
    case .detached: Task.detached(name: "sleeper") { try await clock.sleep(for: .seconds(1)) }
    case .mainActor: Task(name: "sleeper") { @MainActor in try await clock.sleep(for: .seconds(1)) }
    case .executor:
      Task(name: "sleeper", executorPreference: OneThread()) { try await clock.sleep(for: .seconds(1)) }
    case .nested:
      Task {
        await Task.yield()
        try await Task(name: "sleeper") { try await clock.sleep(for: .seconds(1)) }.value
      }
    }
  }

  @Test(
    arguments: Start.allCases,
    repetitions(4, byDefault: 1)
  )
  func `the check finds and names a task that was started in the line before`(_ start: Start, copy: Int) async throws {
    let clock = TestClock()
    let task = sleep(on: clock, start)
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(error?.sleeps.count == 1)
    #expect(
      error?.description == "A task sleeps on the clock: a task that is no effect, \"sleeper\", sleeps until 1 s"
    )
    await clock.advance(by: .seconds(1))
    try await task.value
    try await clock.checkSuspension()
  }

  @Test(
    arguments: Start.allCases,
    repetitions(4, byDefault: 1)
  )
  func `the check with a store's clock finds a task that was started in the line before`(_ start: Start, copy: Int)
    async throws
  {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in
        .run("nap") { _ in try await TestSupport.sleep(for: .seconds(2)) }
      }
    }
    await store.send(1)
    let task = sleep(on: store.clock, start)
    let clock = store.clock
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(error?.sleeps.map(\.task) == ["sleeper", nil])
    #expect(error?.sleeps.map(\.effect) == [nil, "nap"])
    await clock.advance(by: .seconds(1))
    try await task.value
    await store.cancelInFlightEffects()
    try await clock.checkSuspension()
    await store.finish()
    try await clock.checkSuspension()
  }

  @Test(arguments: [false, true])
  func `the check first runs work of a store that can run now, as it may begin a sleep`(isShared: Bool) async {
    let gate = Latch()
    let shared = isShared ? TestClock() : nil
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        await gate.wait()
        try await TestSupport.sleep(for: .seconds(1))
      }
    } withDependencies: {
      if let shared { $0.continuousClock = shared }
    }
    await store.send(.go)
    gate.open()
    let clock = shared ?? store.clock
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test(arguments: repetitions(20))
  func `the check finds a child task`(copy: Int) async throws {
    let clock = TestClock()
    async let sleep: Void = clock.sleep(for: .seconds(1))
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(error?.sleeps.count == 1)
    await clock.advance(by: .seconds(1))
    try await sleep
    try await clock.checkSuspension()
  }
}
