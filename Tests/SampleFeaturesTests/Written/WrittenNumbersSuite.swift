// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenSuites.swift. It says what the feature does, not what it should do.
// 4 tests assert 12 of 12 pairs of a mode and a message and 12 transitions, and notice 60 of 62 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Numbers.self, minimum: 1.0),
  .mutants(of: Numbers.self, minimumScore: 0.96)
)
struct WrittenNumbersSuite {
  private func makeStore() -> TestStore<Numbers> {
    func make() -> TestStore<Numbers> {
      let store = TestStore(initialState: Numbers.State.idle) { Numbers() }
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

  @Test func `on appear, reload, then numbers answers: numbers downloaded is sent out, the state becomes loaded`() async throws {
    let store = makeStore()
    await store.send(.onAppear) { $0 = .loading }
    await store.receiveEffect("downloadNumbers")
    // This cancels downloadNumbers.
    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    #expect(store.inFlightEffects.map(\.name) == ["downloadNumbers"])
    // The name is about this step.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.numbersDownloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.receiveOutput(.numbersDownloaded)
    await store.finish()
  }

  @Test func `reload: the state becomes loading, downloadNumbers starts`() async throws {
    let store = makeStore()
    // The name is about this step.
    await store.send(.reload) { $0 = .loading }
    await store.receiveEffect("downloadNumbers")
    // This cancels downloadNumbers.
    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    #expect(store.inFlightEffects.map(\.name) == ["downloadNumbers"])
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.numbersDownloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.receiveOutput(.numbersDownloaded)
    await store.finish()
  }

  @Test func `reload, then numbers fails: the state becomes failed`() async throws {
    let store = makeStore()
    await store.send(.reload) { $0 = .loading }
    await store.receiveEffect("downloadNumbers")
    // The name is about this step.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.numbersDownloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }

    await store.send(.onAppear) { $0 = .loading }
    await store.receiveEffect("downloadNumbers")
    await store.send(.onAppear)
    // This cancels downloadNumbers.
    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    #expect(store.inFlightEffects.map(\.name) == ["downloadNumbers"])
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.numbersDownloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }

    await store.send(.reload) { $0 = .loading }
    await store.receiveEffect("downloadNumbers")
    await numbers.succeed(with: [1, 2])
    await store.receive(.numbersDownloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.receiveOutput(.numbersDownloaded)
    await store.finish()
  }

  @Test func `numbers answers, reload, then numbers fails: reload failed is sent out`() async throws {
    let store = makeStore()
    await store.send(.onAppear) { $0 = .loading }
    await store.receiveEffect("downloadNumbers")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.numbersDownloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.receiveOutput(.numbersDownloaded)

    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    // The name is about this step.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.numbersDownloaded(.failure(NumbersError.unavailable("Offline"))))
    await store.receiveOutput(.reloadFailed(NumbersError.unavailable("Offline")))

    await store.send(.onAppear)
    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    await numbers.succeed(with: [1, 2])
    await store.receive(.numbersDownloaded(.success([1, 2])))
    await store.receiveOutput(.numbersDownloaded)

    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    // This cancels downloadNumbers.
    await store.send(.reload)
    await store.receiveEffect("downloadNumbers")
    #expect(store.inFlightEffects.map(\.name) == ["downloadNumbers"])
    await store.send(.onAppear)
    // numbers answers after on appear.
    await numbers.succeed(with: [1, 2])
    await store.receive(.numbersDownloaded(.success([1, 2])))
    await store.receiveOutput(.numbersDownloaded)
    await store.finish()
  }
}
