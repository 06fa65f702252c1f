import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  "Matuschak loader",
  .mutants(of: MatuschakLoader.self, minimumScore: 1),
  .coverage(of: MatuschakLoader.self, minimum: 1)
)
struct MatuschakLoaderTests {
  @Test func `A test calls the machine as the value that it is`() {
    var machine = MatuschakLoader.idle
    #expect(machine.handle(.load) == .download)
    #expect(machine == .loading(attempt: 1))
    #expect(machine.handle(.downloaded(.failure(.interrupted))) == .pause)
    #expect(machine.handle(.load) == nil)
    #expect(machine.handle(.pauseEnded) == .download)
    #expect(machine.handle(.downloaded(.success([7]))) == nil)
    #expect(machine == .loaded([7]))
  }

  @Test func `Each command is asserted, without running any`() async {
    let store = TestStore(initialState: .idle) { MatuschakLoader.reducer }
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    for attempt in 1...2 {
      await store.send(.downloaded(.failure(.interrupted))) { $0 = .waiting(attempt: attempt) }
      await store.receiveOutput(.pause)
      await store.send(.pauseEnded) { $0 = .loading(attempt: attempt + 1) }
      await store.receiveOutput(.download)
    }
    await store.send(.downloaded(.failure(.interrupted))) { $0 = .failed(.interrupted) }
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `A failed download is tried again after a second if the commands are performed`() async {
    let store = TestStore(initialState: .idle) {
      MatuschakLoader.reducer.performing { $0.perform() }
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 1).numbersClient
    }
    store.exhaustivity = .strict

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.finish()
  }

  @Test func `The third failure is the last if the commands are performed, and the loader can be used again`() async {
    let store = TestStore(initialState: .idle) {
      MatuschakLoader.reducer.performing { $0.perform() }
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 3, after: .seconds(2)).numbersClient
    }
    store.exhaustivity = .strict

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    for attempt in 1...2 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
      await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: attempt) }
      await store.receiveEffect("pause")
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0 = .loading(attempt: attempt + 1) }
      await store.receiveEffect("download")
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .failed(FlakyServer.offline) }
    #expect(store.inFlightEffects.isEmpty)

    // First after the failure, then after the success.
    for _ in 1...2 {
      await store.send(.cancel)
      await store.send(.load) { $0 = .loading(attempt: 1) }
      await store.receiveEffect("download")
      await store.send(.cancel) { $0 = .idle }
      #expect(store.inFlightEffects.isEmpty)
      await store.send(.load) { $0 = .loading(attempt: 1) }
      await store.receiveEffect("download")
      #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
      await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    }
    await store.finish()
  }

  @Test(arguments: 0...2)
  func `Cancelling ends the first attempt, the pause and the second attempt`(afterSteps steps: Int) async {
    let store = TestStore(initialState: .idle) {
      MatuschakLoader.reducer.performing { $0.perform() }
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 1, after: .seconds(2)).numbersClient
    }
    store.exhaustivity = .strict
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    if steps > 0 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
      await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
      await store.receiveEffect("pause")
    }
    if steps > 1 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
      await store.receiveEffect("download")
    }
    await store.send(.cancel) { $0 = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(
    arguments: [
      (.idle, [.cancel, .downloaded(.success([7])), .downloaded(.failure(.interrupted)), .pauseEnded]),
      (.loading(attempt: 1), [.load, .pauseEnded]),
      (.waiting(attempt: 1), [.load, .downloaded(.success([7])), .downloaded(.failure(.interrupted))]),
      (.loaded([1]), [.cancel, .downloaded(.success([7])), .downloaded(.failure(.interrupted)), .pauseEnded]),
      (.failed(.interrupted), [.cancel, .downloaded(.success([7])), .downloaded(.failure(.interrupted)), .pauseEnded]),
    ] as [(MatuschakLoader, [MatuschakLoader.Event])]
  )
  func `An event that doesn't belong to the state changes nothing, and commands nothing`(
    in state: MatuschakLoader,
    _ events: [MatuschakLoader.Event]
  ) async {
    let store = TestStore(initialState: state) { MatuschakLoader.reducer }
    for event in events { await store.send(event) }
    await store.finish()
  }

  @Test(arguments: [.idle, .loaded([7]), .failed(.interrupted)] as [MatuschakLoader])
  func `An ended load can be restarted, but not cancelled`(_ state: MatuschakLoader) async {
    let store = TestStore(initialState: state) { MatuschakLoader.reducer }
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    await store.send(.load)
    await store.send(.cancel) { $0 = .idle }
    await store.receiveOutput(.stop)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    await store.send(.downloaded(.success([8]))) { $0 = .loaded([8]) }
    await store.finish()
  }
}
