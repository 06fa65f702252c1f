// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 4 tests assert 13 of 13 pairs of a mode and a message and 14 transitions, and notice 55 of 56 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: MobiusLoader.self, minimum: 1.0),
  .mutants(of: MobiusLoader.self, minimumScore: 0.98)
)
struct WrittenMobiusLoaderSuite {
  private func makeStore() -> TestStore<some Reducer<MobiusLoader.Model, MobiusLoader.Input, MobiusLoader.Feedback, Never>> {
    func make() -> TestStore<some Reducer<MobiusLoader.Model, MobiusLoader.Input, MobiusLoader.Feedback, Never>> {
      let store = TestStore(initialState: .idle) { MobiusLoader().performing(MobiusLoaderHandler().perform) }
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

  @Test func `load, then cancel: its answer is dropped, download is cancelled`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The name is about this step. This cancels download.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `load, then numbers fails: the state becomes waiting, pause starts`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The name is about this step.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }

    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")

    // This cancels download.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `cancel (2 times), load, then numbers answers: the state becomes loaded`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The name is about this step.
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.finish()
  }

  @Test func `load, numbers fails, then cancel: pause is cancelled, the state becomes idle`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")

    // The name is about this step. This cancels pause.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.load)
    // numbers answers after load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }

    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")

    await store.send(.load)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")

    await store.send(.load)
    // numbers answers after load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.finish()
  }
}
