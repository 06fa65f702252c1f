// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenSuites.swift. It says what the feature does, not what it should do.
// 3 tests assert 11 of 11 pairs of a mode and a message and 11 transitions, and notice 54 of 54 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Counter.self, minimum: 1.0),
  .mutants(of: Counter.self, minimumScore: 1.0)
)
struct WrittenCounterSuite {
  private func makeStore() -> TestStore<Counter> {
    func make() -> TestStore<Counter> {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.gate("number", at: \.randomNumberClient.number) {
        [.success(7), .failure(RandomNumberError.unavailable("Offline"))]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `random number tapped, then number answers: count becomes 7, request becomes none`() async throws {
    let store = makeStore()
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    // The name is about this step.
    let number = store.gate("number", as: Gate<Void, Int, any Error>.self)
    await number.succeed(with: 7)
    await store.receive(.randomNumberDrawn(.success(7))) {
      $0.count = 7
      $0.request = .none
    }

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    await number.succeed(with: 7)
    await store.receive(.randomNumberDrawn(.success(7))) { $0.request = .none }

    await store.send(.decrement) { $0.count = 6 }
    await store.send(.decrement) { $0.count = 5 }
    await store.send(.decrement) { $0.count = 4 }
    await store.send(.decrement) { $0.count = 3 }
    await store.send(.decrement) { $0.count = 2 }
    await store.send(.decrement) { $0.count = 1 }
    await store.send(.decrement) { $0.count = 0 }
    await store.send(.increment) { $0.count = 1 }
    await store.finish()
  }

  @Test func `random number tapped, then number fails: request becomes failed`() async throws {
    let store = makeStore()
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    // The name is about this step.
    let number = store.gate("number", as: Gate<Void, Int, any Error>.self)
    await number.fail(with: RandomNumberError.unavailable("Offline"))
    await store.receive(.randomNumberDrawn(.failure(RandomNumberError.unavailable("Offline")))) { $0.request = .failed(RandomNumberError.unavailable("Offline")) }

    await store.send(.increment) { $0.count = 1 }
    await store.send(.decrement) { $0.count = 0 }
    await store.send(.decrement) { $0.count = -1 }
    await store.send(.decrement) { $0.count = -2 }
    await store.send(.decrement) { $0.count = -3 }
    await store.send(.decrement) { $0.count = -4 }
    await store.send(.decrement) { $0.count = -5 }
    await store.send(.decrement) { $0.count = -6 }
    await store.send(.decrement) { $0.count = -7 }
    await store.send(.increment) { $0.count = -6 }
    await store.finish()
  }

  @Test func `decrement, random number tapped, then random number tapped, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    let number = store.gate("number", as: Gate<Void, Int, any Error>.self)
    await number.fail(with: RandomNumberError.unavailable("Offline"))
    await store.receive(.randomNumberDrawn(.failure(RandomNumberError.unavailable("Offline")))) { $0.request = .failed(RandomNumberError.unavailable("Offline")) }

    await store.send(.decrement) { $0.count = -1 }
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    // The name is about this step.
    await store.send(.randomNumberTapped)
    await store.send(.increment) { $0.count = 0 }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.increment) { $0.count = 2 }
    await store.send(.increment) { $0.count = 3 }
    await store.send(.increment) { $0.count = 4 }
    await store.send(.increment) { $0.count = 5 }
    await store.send(.decrement) { $0.count = 4 }
    // number answers after decrement.
    await number.succeed(with: 7)
    await store.receive(.randomNumberDrawn(.success(7))) {
      $0.count = 7
      $0.request = .none
    }
    await store.finish()
  }
}
