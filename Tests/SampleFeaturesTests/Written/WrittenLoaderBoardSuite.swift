// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenLoaderSuites.swift. It says what the feature does, not what it should do.
// 5 tests assert 21 of 54 pairs of a mode and a message and 21 transitions, and notice 127 of 138 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: LoaderBoard.self, minimum: 0.38),
  .mutants(of: LoaderBoard.self, minimumScore: 0.92)
)
struct WrittenLoaderBoardSuite {
  private func makeStore() -> TestStore<LoaderBoard> {
    func make() -> TestStore<LoaderBoard> {
      let store = TestStore(initialState: LoaderBoard.State()) { LoaderBoard() }
      store.gate("numbers", at: \.numbersClient.numbers) { [.success([1, 2])] }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `workflow load, then numbers answers: download is cancelled, workflow becomes idle`() async throws {
    let store = makeStore()
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The name is about this step. This cancels download.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2])))) { $0.sum = 3 }
    #expect(store.inFlightEffects.isEmpty)

    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2]))))) { $0.loop = .loaded([1, 2]) }
    await store.finish()
  }

  @Test func `workflow load, loop load, then numbers answers: download is cancelled, workflow becomes idle`() async throws {
    let store = makeStore()
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The name is about this step. numbers answers after loop load.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2])))) { $0.sum = 3 }
    #expect(store.inFlightEffects.map(\.name) == ["download"])
    await numbers.succeed(with: [1, 2])
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2]))))) { $0.loop = .loaded([1, 2]) }
    await store.finish()
  }

  @Test func `loop load, numbers answers, then numbers answers: download is cancelled, workflow becomes idle`() async throws {
    let store = makeStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // This cancels download.
    await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The newer call of numbers is answered before an older one.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2], skipping: 1)
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2]))))) { $0.loop = .loaded([1, 2]) }
    // The name is about this step. numbers answers after loop load.
    await numbers.succeed(with: [1, 2])
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2])))) { $0.sum = 3 }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `machine switched true, machine load, then machine cancel: its answer is dropped, download is cancelled`() async throws {
    let store = makeStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.cancel))
    await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.workflow(.load))
    // numbers answers after workflow load.
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2])))) { $0.sum = 3 }
    #expect(store.inFlightEffects.isEmpty)

    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    // The name is about this step. This cancels download.
    await store.send(.machine(.cancel)) { $0.machine = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.machine(.feedback(.downloaded(.success([1, 2]))))) { $0.machine = .loaded([1, 2]) }
    await store.finish()
  }

  @Test func `machine load, numbers answers, then machine switched false: machine becomes nil`() async throws {
    let store = makeStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2])
    await store.receive(.machine(.feedback(.downloaded(.success([1, 2]))))) { $0.machine = .loaded([1, 2]) }

    // The name is about this step.
    await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.machine(.feedback(.downloaded(.success([1, 2]))))) { $0.machine = .loaded([1, 2]) }

    await store.send(.machine(.cancel))
    await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await numbers.succeed(with: [1, 2])
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2]))))) { $0.loop = .loaded([1, 2]) }
    await store.finish()
  }
}
