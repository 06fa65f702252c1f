import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The mode of a board, which routes all messages alike: its loaders have suites of their own.
private let mode: @Sendable (String) -> String = { $0.contains("machine: nil") ? "machine off" : "machine on" }

/// Mutants that no test can notice: the work of the workflow has ended with the message that would cancel it, and no
/// cancellation of a loader ends the work of another.
private let unnoticeable = [
  "on .input(.loop(.cancel)): the cancellation of work cancelled everything",
  "on .feedback(.workflow(.feedback(.downloaded(.success)))): the cancellation of",
  "the feedback .workflow(.feedback(.downloaded(.success))) was delivered twice",
]

@Suite(
  "Loader board",
  .mutants(of: LoaderBoard.self, except: unnoticeable, mode: mode),
  .coverage(of: LoaderBoard.self, minimum: 1, mode: mode)
)
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

  @Test func `A Mobius loop with performed commands is a child, and tries again`() async {
    let store = testStore(failures: 1)
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.loop(.feedback(.downloaded(.failure(FlakyServer.offline))))) { $0.loop = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.loop(.feedback(.pauseEnded))) { $0.loop = .loading(attempt: 2) }
    await store.receiveEffect("download")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.loop = .loaded([1, 2, 3]) }
    await store.finish()
  }

  @Test(arguments: 0...2)
  func `A cancelled loop ends its attempt or its pause`(afterSteps steps: Int) async {
    let store = testStore(failures: 1)
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    if steps > 0 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.loop(.feedback(.downloaded(.failure(FlakyServer.offline))))) {
        $0.loop = .waiting(attempt: 1)
      }
      await store.receiveEffect("pause")
    }
    if steps > 1 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.loop(.feedback(.pauseEnded))) { $0.loop = .loading(attempt: 2) }
      await store.receiveEffect("download")
    }
    await store.send(.loop(.cancel)) { $0.loop = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `A restored loop continues its work when its parent starts, and can be cancelled`(isCancelled: Bool) async {
    var state = LoaderBoard.State()
    state.loop = .loading(attempt: 2)
    let store = testStore(state)
    await store.receiveEffect("download")
    if isCancelled {
      await store.send(.loop(.cancel)) { $0.loop = .idle }
      await store.clock.advance(by: .seconds(9))
    } else {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.loop(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.loop = .loaded([1, 2, 3]) }
    }
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `A state machine is a child, and its work ends when it is cancelled or switched off`(isSwitchedOff: Bool) async {
    let store = testStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    if isSwitchedOff {
      await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    } else {
      await store.send(.machine(.cancel)) { $0.machine = .idle }
    }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `A workflow is a child, whose effects follow from its state, and whose outputs reach its parent`() async {
    let store = testStore()
    for sum in [6, 12] {
      await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
      await store.receiveEffect("download")
      await store.assertRunning(WorkflowLoader.Work.download(attempt: 1))
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.workflow(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.workflow = .idle }
      await store.receive(.workflow(.output(.finished([1, 2, 3])))) { $0.sum = sum }
      await store.assertRunning()
    }
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.workflow(.cancel)) { $0.workflow = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `Children of all styles run concurrently with independent ids of effects`() async {
    let store = testStore()
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.loop(.cancel)) { $0.loop = .idle }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.machine(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.machine = .loaded([1, 2, 3]) }
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2, 3])))) { $0.sum = 6 }
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.send(.workflow(.cancel)) { $0.workflow = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(arguments: [.load, .cancel] as [MatuschakLoader.Event])
  func `A message for a machine that is switched off names the machine`(_ event: MatuschakLoader.Event) async {
    let failures = await recordingFailures {
      let store = testStore()
      await store.send(.machine(event))
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == [
        "MatuschakLoader was sent the input .\(event), but its parent's state has no such child."
      ]
    )
  }
}
