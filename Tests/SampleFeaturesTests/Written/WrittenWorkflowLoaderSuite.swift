// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 4 tests assert 11 of 11 pairs of a mode and a message and 12 transitions, and notice 50 of 61 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: WorkflowLoader.self, minimum: 1.0),
  .mutants(of: WorkflowLoader.self, minimumScore: 0.81)
)
struct WrittenWorkflowLoaderSuite {
  private func makeStore() -> TestStore<some Reducer<WorkflowLoader.State, WorkflowLoader.Input, WorkflowLoader.Feedback, WorkflowLoader.Output>> {
    func make() -> TestStore<some Reducer<WorkflowLoader.State, WorkflowLoader.Input, WorkflowLoader.Feedback, WorkflowLoader.Output>> {
      let store = TestStore(initialState: .idle) { WorkflowLoader.workflow }
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

  @Test func `load, numbers fails, then 1 s passes: pause is cancelled, the state becomes loading`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(store.inFlightEffects.map(\.name) == ["pause"])
    // The name is about this step. This cancels pause.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    #expect(store.inFlightEffects.map(\.name) == ["download"])

    // This cancels download.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `numbers fails, 1 s passes, then numbers fails: download is cancelled, the state becomes failed`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(store.inFlightEffects.map(\.name) == ["pause"])

    // This cancels pause.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(store.inFlightEffects.map(\.name) == ["pause"])

    await store.send(.load)
    // This cancels pause.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    #expect(store.inFlightEffects.map(\.name) == ["download"])
    // This cancels download.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("pause")
    #expect(store.inFlightEffects.map(\.name) == ["pause"])
    // This cancels pause.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("download")
    #expect(store.inFlightEffects.map(\.name) == ["download"])
    // The name is about this step. This cancels download.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }
    #expect(store.inFlightEffects.isEmpty)

    await store.send(.cancel)
    await store.finish()
  }

  @Test func `cancel (2 times), load (2 times), then numbers answers: finished is sent out, download is cancelled`() async throws {
    let store = makeStore()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(store.inFlightEffects.map(\.name) == ["pause"])
    // This cancels pause.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    #expect(store.inFlightEffects.map(\.name) == ["download"])
    // This cancels download.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("pause")
    #expect(store.inFlightEffects.map(\.name) == ["pause"])
    // This cancels pause.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.receiveEffect("download")
    #expect(store.inFlightEffects.map(\.name) == ["download"])
    // This cancels download.
    await numbers.fail(with: NumbersError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(NumbersError.unavailable("Offline")))) { $0 = .failed(NumbersError.unavailable("Offline")) }
    #expect(store.inFlightEffects.isEmpty)

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    await store.send(.cancel) { $0 = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.load)
    // The name is about this step. numbers answers after load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.downloaded(.success([1, 2]))) { $0 = .idle }
    await store.receiveOutput(.finished([1, 2]))
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }
}
