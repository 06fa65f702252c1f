import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Mutants that no test can notice: the work ends with its message, and the message removes the demand for the work.
private let unnoticeable = [
  "In \"loading\", on .feedback(.downloaded(.failure)): the cancellation of "
    + "ID(key: .download(attempt: 1)) was left out",
  "In \"loading\", on .feedback(.downloaded(.failure)): the cancellation of "
    + "ID(key: .download(attempt: 2)) was left out",
  "In \"loading\", on .feedback(.downloaded(.failure)): the cancellation of "
    + "ID(key: .download(attempt: 3)) was left out",
  "In \"loading\", on .feedback(.downloaded(.success)): the cancellation of "
    + "ID(key: .download(attempt: 2)) came before the output",
  "In \"loading\", on .feedback(.downloaded(.success)): the cancellation of "
    + "ID(key: .download(attempt: 2)) was left out",
  "In \"waiting\", on .feedback(.pauseEnded): the cancellation of "
    + "ID(key: .pause(after: 1)) was left out",
  "the feedback .downloaded(.failure) was delivered twice",
  "the feedback .downloaded(.success) was delivered twice",
  "the feedback .pauseEnded was delivered twice",
]

@Suite(
  "Workflow loader",
  .mutants(of: WorkflowLoader.self, minimumScore: 1, except: unnoticeable),
  .coverage(of: WorkflowLoader.self, minimum: 1)
)
struct WorkflowLoaderTests {
  private func makeStore(
    _ state: WorkflowLoader.State = .idle,
    failures: Int = 0
  ) -> TestStore<
    some Reducer<WorkflowLoader.State, WorkflowLoader.Input, WorkflowLoader.Feedback, WorkflowLoader.Output>
  > {
    let store = TestStore(initialState: state) {
      WorkflowLoader.workflow
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `The state starts, keeps and ends effects`() async {
    let store = makeStore(failures: 1)
    await store.assertRunning()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.assertRunning(WorkflowLoader.Work.download(attempt: 1))
    await store.send(.load)
    await store.assertRunning(WorkflowLoader.Work.download(attempt: 1))

    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    await store.assertRunning(WorkflowLoader.Work.pause(after: 1))

    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    await store.assertRunning(WorkflowLoader.Work.download(attempt: 2))

    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .idle }
    await store.receiveOutput(.finished([1, 2, 3]))
    await store.assertRunning()
    await store.finish()
  }

  @Test(
    arguments: [
      (.loading(attempt: 1), "download"), (.waiting(attempt: 1), "pause"), (.waiting(attempt: 2), "pause"),
    ]
      as [(WorkflowLoader.State, String)]
  )
  func `A busy loader ignores a load, and cancelling ends all running effects`(
    _ state: WorkflowLoader.State,
    _ effect: String
  ) async {
    let store = makeStore(state)
    await store.receiveEffect(effect)
    await store.send(.load)
    await store.send(.cancel) { $0 = .idle }
    await store.assertRunning()
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `The wait after the second failure can be cancelled, too`() async {
    let store = makeStore(failures: 2)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 2) }
    await store.receiveEffect("pause")
    await store.send(.cancel) { $0 = .idle }
    await store.assertRunning()
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `The initial state starts its effect at once, and the third failure is the last`() async {
    let store = makeStore(.loading(attempt: 3), failures: 1)
    await store.receiveEffect("download")
    await store.assertRunning(WorkflowLoader.Work.download(attempt: 3))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .failed(FlakyServer.offline) }
    await store.assertRunning()
    await store.finish()
  }

  @Test(arguments: [.idle, .failed(.interrupted)] as [WorkflowLoader.State])
  func `An ended load can be restarted, but not cancelled`(_ state: WorkflowLoader.State) async {
    let store = makeStore(state)
    await store.assertRunning()
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.clock.advance(by: .seconds(4))
    await store.send(.cancel) { $0 = .idle }
    await store.assertRunning()
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `A test of an action alone changes the state and starts nothing`() async {
    let store = TestStore(initialState: .idle) { WorkflowLoader() }
    store.exhaustivity = .strict
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.send(.cancel) { $0 = .idle }
    await store.finish()
  }

  @Test(
    arguments: [
      (.idle, "Nothing is under way", .load),
      (.loading(attempt: 1), "Loading", .cancel),
      (.loading(attempt: 2), "Loading, attempt 2", .cancel),
      (.waiting(attempt: 1), "Loading, attempt 1", .cancel),
      (.failed(.interrupted), "Some error happened", .load),
    ] as [(WorkflowLoader.State, String, WorkflowLoader.Input)]
  )
  func `The rendering of each state has the action of its button`(
    _ state: WorkflowLoader.State,
    _ text: String,
    _ button: WorkflowLoader.Input
  ) {
    #expect(state.rendering.text == text)
    #expect(state.rendering.button == button)
  }
}
