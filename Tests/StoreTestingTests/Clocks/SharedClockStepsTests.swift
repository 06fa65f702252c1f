import TestSupport
import Testing

@testable import StoreTesting

/// The steps of a clock that several stores use.
@Suite struct SharedClockStepsTests {
  private static func makeStore(
    on clock: TestClock,
    _ work: @escaping @Sendable (Send<String>) async throws -> Void = { _ in }
  ) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) {
      Runner(work)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `an advance runs what an effect of one store lets another store do`() async {
    let (clock, gate, order) = (TestClock(), Latch(), Recorder<String>())
    let waiting = Self.makeStore(on: clock) { _ in
      await gate.wait()
      order.record("passed")
    }
    let opening = Self.makeStore(on: clock) { _ in
      try await sleep(for: .seconds(1))
      gate.open()
    }
    for store in [waiting, opening] { await store.send(.go) }
    await clock.advance(by: .seconds(1))
    #expect(order.values == ["passed"])
    for store in [waiting, opening] {
      await store.receiveEffect("work")
      await store.finish()
    }
  }

  @Test func `an advance is over in all stores when it returns`() async {
    let clock = TestClock()
    let stores = (0..<2).map { _ in Self.makeStore(on: clock) }
    await clock.advance(by: .seconds(1))
    #expect(stores.map(\.session.environment.stepOwner.isBusy) == [false, false])
    for store in stores { await store.finish() }
  }

  @Test func `a store that has ended leaves the clock with its next step`() async {
    let clock = TestClock()
    let stores = (0..<2).map { _ in Self.makeStore(on: clock) }
    #expect(clock.stores.count == 2)
    await stores[0].finish()
    await clock.advance()
    #expect(clock.stores.count == 1)
    await stores[1].finish()
  }

  @Test func `stores of two tests leave a clock that they share at once, as neither runs the other's effects`()
    async
  {
    let clock = TestClock()
    let sink = FailureSink()
    await FailureSink.$innermost.withValue(sink) {
      let stores = [
        await TestRun.scope { Self.makeStore(on: clock) },
        await TestRun.scope { Self.makeStore(on: clock) },
      ]
      #expect(clock.stores.isEmpty)
      #expect(stores.map(\.session.environment.isEnded) == [true, true])
    }
    #expect(sink.all.failing.kinds == [.misuse, .misuse])
  }

  @Test func `an advance of a store's own clock is over when it returns`() async {
    let store = TestStore(initialState: Runner.State()) { Runner() }
    await store.clock.advance(by: .seconds(1))
    #expect(!store.session.environment.stepOwner.isBusy)
    await store.finish()
  }

  @Test func `an advance of a store's own clock runs the effects of another store that uses it`() async {
    let order = Recorder<String>()
    let owner = TestStore(initialState: Runner.State()) { Runner() }
    let guest = Self.makeStore(on: owner.clock) { _ in
      try await sleep(for: .seconds(1))
      order.record("awake")
    }
    await guest.send(.go)
    await owner.clock.advance(by: .seconds(1))
    #expect(order.values == ["awake"])
    await guest.receiveEffect("work")
    for store in [guest, owner] { await store.finish() }
  }

  @Test func `a failure of another store that uses a store's own clock stands at the advance that causes it`() async {
    let load: @Sendable () -> Void = unimplemented("Client.load")
    let failures = await recordingFailures {
      let owner = TestStore(initialState: Runner.State()) { Runner() }
      let guest = Self.makeStore(on: owner.clock) { _ in
        try await sleep(for: .seconds(1))
        load()
      }
      await guest.send(.go)
      await owner.clock.advance(by: .seconds(1))  // Fails: unimplementedDependency
      await guest.receiveEffect("work")
      for store in [guest, owner] { await store.finish() }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an advance by another test is no step of the store that owns the clock`() async {
    let sink = FailureSink()
    await FailureSink.$innermost.withValue(sink) {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      let (clock, owner) = (store.clock, store.session.environment.stepOwner)
      // A step of a task runs meanwhile.
      #expect(owner.begin(by: 1))
      await Task { await TestRun.scope { await clock.advance(by: .seconds(1)) } }.value
      owner.end()
      #expect(clock.now.offset == .seconds(1))
      await store.finish()
    }
    #expect(sink.all.failing.isEmpty)
  }

  @Test func `an advance is a step of a store's test, from any of its tasks, but not of another test`() async {
    let store = TestStore(initialState: Runner.State()) { Runner() }
    let environment = store.session.environment
    let site = CallSite()
    let steps = [
      environment.begin(advanceAt: site),
      await Task { environment.begin(advanceAt: site) }.value,
      await Task { await TestRun.scope { environment.begin(advanceAt: site) } }.value,
    ]
    #expect(steps == [true, true, false])
    await store.finish()
  }

  /// A store of another task of the same test.
  ///
  /// Safety: one task at a time uses it.
  private final class Carrier: @unchecked Sendable {
    var store: TestStore<Runner>?
  }

  /// Advances a clock on which an effect of another task's store sleeps, before it resumes one of a store that was
  /// settled before.
  private func advanceStoresOfTwoTasks() async {
    let (clock, latch, order) = (TestClock(), Latch(), Recorder<String>())
    let carrier = Carrier()
    let waiting = Self.makeStore(on: clock) { _ in
      await latch.wait()
      order.record("passed")
    }
    await waiting.send(.go)
    await Task {
      let opening = Self.makeStore(on: clock) { _ in
        try await sleep(for: .seconds(1))
        latch.open()
      }
      await opening.send(.go)
      carrier.store = opening
    }.value
    await clock.advance(by: .seconds(1))
    #expect(order.values == ["passed"])
    for store in [waiting, carrier.store].compactMap(\.self) {
      store.exhaustivity = .off
      await store.finish()
    }
  }

  @Test func `an advance runs what the stores of two tasks let each other do`() async {
    await advanceStoresOfTwoTasks()
  }

  @MainActor
  @Test func `an advance on the main actor runs what the stores of two tasks let each other do`() async {
    await advanceStoresOfTwoTasks()
  }
}
