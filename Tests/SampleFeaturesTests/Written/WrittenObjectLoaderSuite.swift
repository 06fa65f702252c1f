// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 6 tests assert 13 of 13 pairs of a mode and a message and 14 transitions, and notice 63 of 64 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: ObjectLoader.self, minimum: 1.0),
  .mutants(of: ObjectLoader.self, minimumScore: 0.98)
)
struct WrittenObjectLoaderSuite {
  private func makeStore() -> TestStore<ObjectLoader> {
    func make() -> TestStore<ObjectLoader> {
      let store = TestStore(initialState: .idle) { ObjectLoader() }
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

  @Test func `load, then cancel: its answer is dropped, DownloadNumbers is cancelled`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    // The name is about this step. This cancels DownloadNumbers.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `load, then numbers fails: the state becomes waiting, Pause starts`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    // The name is about this step.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 3))

    // This cancels DownloadNumbers.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    // This cancels DownloadNumbers.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `numbers fails, 1 s passes, then numbers fails: the state becomes failed`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))

    // This cancels Pause.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await store.send(.load)
    // numbers answers after load.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 3))
    // The name is about this step.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.finish()
  }

  @Test func `load, 1 s passes, then cancel: its answer is dropped, DownloadNumbers is cancelled`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }

    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))

    await store.send(.load)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))

    // The name is about this step. This cancels DownloadNumbers.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.finish()
  }

  @Test func `1 s passes, numbers fails, then cancel, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 3))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }

    // The name is about this step.
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))

    // This cancels Pause.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `numbers fails, 1 s passes, then numbers answers: the state becomes loaded`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 3))
    // The name is about this step.
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))

    await store.send(.load)
    // numbers answers after load.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("Pause", of: Pause(duration: Duration.seconds(1)))

    await store.send(.load)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 3))
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .loaded([1, 2]) }
    await store.finish()
  }
}
