import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

struct CounterTests {
  struct Offline: Error {}

  @Test func counts() async {
    let store = TestStore(initialState: Counter.State(fact: "old")) { Counter() }
    await store.send(.incrementTapped) {
      $0.count = 1
      $0.fact = nil
    }
    await store.send(.incrementTapped) { $0.count = 2 }
    await store.send(.decrementTapped) { $0.count = 1 }
    await store.send(.stepTapped(-3)) { $0.count = -2 }
    await store.finish()
  }

  @Test func ticks() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.exhaustivity = .strict
    await store.send(.timerTapped) { $0.isTimerOn = true }
    await store.receiveEffect("timer")
    for second in 1...3 {
      await store.clock.advance(by: .seconds(1))
      await store.receive(.ticked) { $0.count = second }
    }
    await store.send(.timerTapped) { $0.isTimerOn = false }
    await store.finish()
  }

  @Test(arguments: [1, 7]) func facts(number: Int) async {
    let store = TestStore(initialState: Counter.State(count: number)) {
      Counter()
    } withDependencies: {
      $0.factClient.fact = { "\($0) is a number" }
    }
    await store.send(.factTapped)
    await store.receive(.factArrived("\(number) is a number")) { $0.fact = "\(number) is a number" }
    await store.finish()
  }

  @Test func factFails() async {
    let store = TestStore(initialState: Counter.State(count: 3, fact: "3 is odd")) { Counter() }
    store.exhaustivity = .strict
    let fact = store.gate("fact", at: \.factClient.fact)
    await store.send(.factTapped) { $0.fact = nil }
    await store.receiveEffect("fact", of: 3)
    await fact.fail(with: Offline())
    await store.receive(.factFailed("Offline()")) { $0.errors = ["Offline()"] }
    await store.send(.factTapped)
    await store.receiveEffect("fact", of: 3)
    await fact.succeed(with: "3 is prime")
    await store.receive(.factArrived("3 is prime")) { $0.fact = "3 is prime" }
    await store.finish()
  }
}
