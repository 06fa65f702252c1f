import SampleFeatures
import StoreCore
import StoreTesting
import Testing

@Suite("Loader board")
struct LoaderBoardTests {
  private func testStore(_ state: LoaderBoard.State = LoaderBoard.State(), failures: Int = 0) -> TestStore<LoaderBoard>
  {
    let store = TestStore(initialState: state) {
      LoaderBoard()
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test("A Mobius loop with performed commands is a child, and tries again")
  func loop() async {
    let store = testStore(failures: 1)
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.clock.advance(by: .seconds(5))
    await store.receive(.loop(.feedback(.downloaded(.failure(FlakyServer.offline))))) { $0.loop = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    await store.send(.loop(.cancel)) { $0.loop = .idle }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test("A restored loop continues its work when its parent starts")
  func savedLoop() async {
    var state = LoaderBoard.State()
    state.loop = .loading(attempt: 2)
    let store = testStore(state)
    await store.receiveEffect("download")
    await store.clock.advance(by: .seconds(5))
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.loop = .loaded([1, 2, 3]) }
    await store.finish()
  }

  @Test("A state machine is a child, and its effects end when it is switched off")
  func machine() async {
    let store = testStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test("A workflow is a child, whose effects follow from its state, and whose outputs reach its parent")
  func workflow() async {
    let store = testStore()
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.assertRunning(WorkflowLoader.Work.download(attempt: 1))
    await store.clock.advance(by: .seconds(5))
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2, 3])))) { $0.sum = 6 }
    await store.assertRunning()
    await store.finish()
  }

  @Test("Children of all styles run concurrently with independent ids of effects")
  func sideBySide() async {
    let store = testStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.loop(.cancel)) { $0.loop = .idle }
    await store.clock.advance(by: .seconds(5))
    await store.receive(.machine(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.machine = .loaded([1, 2, 3]) }
    await store.finish()
  }

  @Test("A message for a machine that is switched off names the machine")
  func absent() async {
    let failures = await recordingFailures {
      let store = testStore()
      await store.send(.machine(.load))
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == ["MatuschakLoader was sent the input load, but its parent's state has no such child."]
    )
  }
}
