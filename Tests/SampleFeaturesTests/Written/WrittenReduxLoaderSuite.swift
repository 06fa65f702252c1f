// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 4 tests assert 5 of 5 pairs of a mode and a message and 5 transitions, and notice 48 of 48 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: ReduxLoader.self, minimum: 1.0),
  .mutants(of: ReduxLoader.self, minimumScore: 1.0)
)
struct WrittenReduxLoaderSuite {
  private func makeStore() -> TestStore<some Reducer<ReduxLoader.State, ReduxLoader.Action, ReduxLoader.Action, ReduxLoader.Output>> {
    func make() -> TestStore<some Reducer<ReduxLoader.State, ReduxLoader.Action, ReduxLoader.Action, ReduxLoader.Output>> {
      let store = TestStore(initialState: ReduxLoader.State()) { ReduxLoader.app }
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

  @Test func `numbers fails, 1 s passes, then cancel: download is cancelled, attempt becomes nil`() async throws {
    let store = makeStore()
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0.attempt = 2 }
    await store.receiveEffect("download")

    // The name is about this step. This cancels download.
    await store.send(.cancel) { $0.attempt = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `cancel, load, then numbers answers: attempt becomes nil, numbers becomes [1, 2]`() async throws {
    let store = makeStore()
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0.attempt = 2 }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")

    // This cancels pause.
    await store.send(.cancel) { $0.attempt = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    // The name is about this step.
    await numbers.succeed(with: [1, 2])
    await store.receive(.loaded([1, 2])) {
      $0.attempt = nil
      $0.numbers = [1, 2]
    }

    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.loaded([1, 2])) { $0.attempt = nil }

    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    // This cancels download.
    await store.send(.cancel) { $0.attempt = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `numbers fails, 1 s passes, then numbers fails: problem is sent out, attempt becomes nil`() async throws {
    let store = makeStore()
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    await store.send(.load)
    // numbers answers after load.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.loaded([1, 2])) {
      $0.attempt = nil
      $0.numbers = [1, 2]
    }

    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0.attempt = 2 }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0.attempt = 3 }
    await store.receiveEffect("download")
    // The name is about this step.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline")) {
      $0.attempt = nil
      $0.problem = "The numbers can't be downloaded: Offline"
    }
    await store.receiveOutput(.problem("The numbers can't be downloaded: Offline", after: .attemptFailed("The numbers can't be downloaded: Offline")))

    await store.send(.load) {
      $0.attempt = 1
      $0.problem = nil
    }
    await store.receiveEffect("download")
    await store.send(.load)
    // numbers answers after load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.loaded([1, 2])) { $0.attempt = nil }
    await store.finish()
  }

  @Test func `1 s passes, numbers fails, then cancel, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0.attempt = 2 }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0.attempt = 3 }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline")) {
      $0.attempt = nil
      $0.problem = "The numbers can't be downloaded: Offline"
    }
    await store.receiveOutput(.problem("The numbers can't be downloaded: Offline", after: .attemptFailed("The numbers can't be downloaded: Offline")))

    // The name is about this step.
    await store.send(.cancel)
    await store.send(.load) {
      $0.attempt = 1
      $0.problem = nil
    }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.loaded([1, 2])) {
      $0.attempt = nil
      $0.numbers = [1, 2]
    }

    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.attemptFailed("The numbers can't be downloaded: Offline"))
    await store.receiveEffect("pause")

    // This cancels pause.
    await store.send(.cancel) { $0.attempt = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }
}
