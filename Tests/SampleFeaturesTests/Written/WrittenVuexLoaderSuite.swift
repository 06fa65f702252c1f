// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 3 tests assert 9 of 9 pairs of a mode and a message and 9 transitions, and notice 65 of 67 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: VuexLoader.self, minimum: 1.0),
  .mutants(of: VuexLoader.self, minimumScore: 0.97)
)
struct WrittenVuexLoaderSuite {
  private func makeStore() -> TestStore<VuexLoader> {
    func make() -> TestStore<VuexLoader> {
      let store = TestStore(initialState: VuexLoader.State()) { VuexLoader() }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `load, then cancel: load is cancelled, attempt becomes nil`() async throws {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    // The name is about this step. This cancels load.
    await store.send(.cancel)
    await store.receive(.stop) { $0.attempt = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.receive([1, 2])) {
      $0.attempt = nil
      $0.numbers = [1, 2]
    }

    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    await numbers.succeed(with: [1, 2])
    await store.receive(.receive([1, 2])) { $0.attempt = nil }

    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(2)) { $0.attempt = 2 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(3)) { $0.attempt = 3 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.giveUp(NumbersError.unavailable("Offline"))) {
      $0.attempt = nil
      $0.error = .unavailable("Offline")
    }
    await store.finish()
  }

  @Test func `1 s passes, numbers fails, then load: attempt becomes 1, error becomes nil`() async throws {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(2)) { $0.attempt = 2 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(3)) { $0.attempt = 3 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.giveUp(NumbersError.unavailable("Offline"))) {
      $0.attempt = nil
      $0.error = .unavailable("Offline")
    }

    // The name is about this step.
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) {
      $0.attempt = 1
      $0.error = nil
    }
    await store.send(.load)
    // numbers answers after load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.receive([1, 2])) {
      $0.attempt = nil
      $0.numbers = [1, 2]
    }

    await store.send(.cancel)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    // This cancels load.
    await store.send(.cancel)
    await store.receive(.stop) { $0.attempt = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `1 s passes, numbers fails, then cancel, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(2)) { $0.attempt = 2 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(3)) { $0.attempt = 3 }
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.giveUp(NumbersError.unavailable("Offline"))) {
      $0.attempt = nil
      $0.error = .unavailable("Offline")
    }

    // The name is about this step.
    await store.send(.cancel)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) {
      $0.attempt = 1
      $0.error = nil
    }
    await numbers.succeed(with: [1, 2])
    await store.receive(.receive([1, 2])) {
      $0.attempt = nil
      $0.numbers = [1, 2]
    }

    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    await store.send(.load)
    // numbers answers after load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.receive([1, 2])) { $0.attempt = nil }
    await store.finish()
  }
}
