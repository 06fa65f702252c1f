// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 3 tests assert 17 of 19 pairs of a mode and a message and 21 transitions, and notice 126 of 129 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: ReactorKitLoader.self, minimum: 0.89),
  .mutants(of: ReactorKitLoader.self, minimumScore: 0.97)
)
struct WrittenReactorKitLoaderSuite {
  private func makeStore() -> TestStore<ReactorKitLoader> {
    func make() -> TestStore<ReactorKitLoader> {
      let store = TestStore(initialState: ReactorKitLoader.State()) { ReactorKitLoader() }
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

  @Test func `load: is loading, load starts`() async throws {
    let store = makeStore()
    // The name is about this step.
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    // This cancels load.
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true))
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    #expect(store.inFlightEffects.map(\.name) == ["load"])
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.setNumbers([1, 2])) { $0.numbers = [1, 2] }
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }

    await store.send(.cancel)
    await store.receive(.setLoading(false))
    await store.receive(.setFailures(0))
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(1)) { $0.failures = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(2)) { $0.failures = 2 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setError(NumbersError?.some(.unavailable("Offline")))) { $0.error = .unavailable("Offline") }
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }

    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil)) { $0.error = nil }
    await store.receive(.setFailures(0))
    // This cancels load.
    await store.send(.cancel)
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.receive(.setFailures(0))
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `1 s passes, numbers fails, then cancel`() async throws {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(1)) { $0.failures = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(2)) { $0.failures = 2 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setError(NumbersError?.some(.unavailable("Offline")))) { $0.error = .unavailable("Offline") }
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }

    // The name is about this step.
    await store.send(.cancel)
    await store.receive(.setLoading(false))
    await store.receive(.setFailures(0))
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil)) { $0.error = nil }
    await store.receive(.setFailures(0))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(1)) { $0.failures = 1 }

    // This cancels load.
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true))
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    #expect(store.inFlightEffects.map(\.name) == ["load"])
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(1)) { $0.failures = 1 }

    // This cancels load.
    await store.send(.cancel)
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `numbers answers, load, then numbers answers: is no longer loading`() async throws {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.setNumbers([1, 2])) { $0.numbers = [1, 2] }
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }

    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    // The name is about this step.
    await numbers.succeed(with: [1, 2])
    await store.receive(.setNumbers([1, 2]))
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }

    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(1)) { $0.failures = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(2)) { $0.failures = 2 }

    // This cancels load.
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true))
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    #expect(store.inFlightEffects.map(\.name) == ["load"])
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.setFailures(1)) { $0.failures = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await numbers.succeed(with: [1, 2])
    await store.receive(.setNumbers([1, 2]))
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }
}
