import TestSupport
import Testing

@testable import StoreTesting

/// The steps of a clock that several stores use.
@Suite struct SharedClockStepsTests {
  private func makeStore(
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
    let waiting = makeStore(on: clock) { _ in
      await gate.wait()
      order.record("passed")
    }
    let opening = makeStore(on: clock) { _ in
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
    let stores = (0..<2).map { _ in makeStore(on: clock) }
    await clock.advance(by: .seconds(1))
    #expect(stores.map(\.session.environment.stepOwner.isBusy) == [false, false])
    for store in stores { await store.finish() }
  }

  @Test func `a store that has ended leaves the clock with its next step`() async {
    let clock = TestClock()
    let stores = (0..<2).map { _ in makeStore(on: clock) }
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
        await TestRun.scope { makeStore(on: clock) },
        await TestRun.scope { makeStore(on: clock) },
      ]
      #expect(clock.stores.isEmpty)
      withExtendedLifetime(stores) {}
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
    let guest = makeStore(on: owner.clock) { _ in
      try await sleep(for: .seconds(1))
      order.record("awake")
    }
    await guest.send(.go)
    await owner.clock.advance(by: .seconds(1))
    #expect(order.values == ["awake"])
    await guest.receiveEffect("work")
    for store in [guest, owner] { await store.finish() }
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
}
