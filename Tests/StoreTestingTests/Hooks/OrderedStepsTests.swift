import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// The steps of a test that an order of events hears of.
@Suite struct OrderedStepsTests {
  /// A feature whose start effect sleeps.
  private struct Sleeper: Reducer {
    let startsAtOnce: Bool

    func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> { nap }

    func start(from state: Int) -> Effect<Never, Never> { startsAtOnce ? nap : .none }

    private var nap: Effect<Never, Never> { .run("nap") { _ in try await sleep(for: .seconds(1)) } }
  }

  @Test(arguments: [false, true])
  func `a cancellation waits for events, and then acts, after the start effects`(startsAtOnce: Bool) async {
    let order = TurnRecorder()
    await Hooks.$order.withValue(order) {
      let store = TestStore(initialState: 0) { Sleeper(startsAtOnce: startsAtOnce) }
      if !startsAtOnce { await store.send(1) }
      await store.cancelInFlightEffects()
      #expect(order.steps.values.prefix(3) == ["acts", "waits", "begin acts"])
      await store.finish()
    }
  }

  @Test func `a store that is released without an end performs its open events`() async {
    let order = TurnRecorder()
    await Hooks.$order.withValue(order) {
      let store = TestStore(initialState: 0) { Sleeper(startsAtOnce: false) }
      await store.send(1)
      await store.cancelInFlightEffects()
    }
    #expect(order.steps.values.last == "release")
  }
}
