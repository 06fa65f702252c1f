import Foundation
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite("Redux loader", .mutants(of: ReduxLoader.self, minimumScore: 1), .coverage(of: ReduxLoader.self, minimum: 1))
struct ReduxLoaderTests {
  /// The text shown when the server is offline.
  private let problem = FlakyServer.offline.text

  private func makeStore(
    _ state: ReduxLoader.State = ReduxLoader.State(),
    failures: Int = 0
  ) -> TestStore<some Reducer<ReduxLoader.State, ReduxLoader.Action, ReduxLoader.Action, ReduxLoader.Output>> {
    let store = TestStore(initialState: state) {
      ReduxLoader.app
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `The middleware drops a second download, and passes all other messages`() async {
    let store = makeStore()
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    await store.send(.load)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.loaded([1, 2, 3])) {
      $0.attempt = nil
      $0.numbers = [1, 2, 3]
    }
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    await store.send(.cancel) { $0.attempt = nil }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `The third failure is the last and keeps older numbers, and the middleware reports the problem`() async {
    var loaded = ReduxLoader.State()
    loaded.numbers = [7]
    let store = makeStore(loaded, failures: 3)
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    for attempt in 2...3 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.attemptFailed(problem))
      await store.receiveEffect("pause")
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0.attempt = attempt }
      await store.receiveEffect("download")
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.attemptFailed(problem)) {
      $0.attempt = nil
      $0.problem = problem
    }
    await store.receiveOutput(.problem(problem, after: .attemptFailed(problem)))
    await store.send(.cancel)
    await store.send(.load) {
      $0.attempt = 1
      $0.problem = nil
    }
    await store.receiveEffect("download")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.loaded([1, 2, 3])) {
      $0.attempt = nil
      $0.numbers = [1, 2, 3]
    }
    await store.send(.cancel)
    await store.finish()
  }

  @Test(arguments: 0...2)
  func `Cancelling ends the first attempt, the pause and the second attempt`(afterSteps steps: Int) async {
    let store = makeStore(failures: 1)
    await store.send(.load) { $0.attempt = 1 }
    await store.receiveEffect("download")
    if steps > 0 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.attemptFailed(problem))
      await store.receiveEffect("pause")
    }
    if steps > 1 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0.attempt = 2 }
      await store.receiveEffect("download")
    }
    await store.send(.cancel) { $0.attempt = nil }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `The reducer without its middleware starts the second download as well`() async {
    let store = TestStore(initialState: ReduxLoader.State()) {
      ReduxLoader()
    } withDependencies: {
      $0.numbersClient = FlakyServer(after: .seconds(5)).numbersClient
    }
    await store.send(.load) { $0.attempt = 1 }
    await store.send(.load)
    #expect(store.inFlightEffects.map(\.label) == ["download", "download"])
    await store.send(.cancel) { $0.attempt = nil }
    await store.finish()
  }

  @MainActor @Test func `The stored log of a session replays the same states without a download`() async throws {
    let store = Store(initialState: ReduxLoader.State()) {
      ReduxLoader.app
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 1).numbersClient
      $0.continuousClock = ImmediateClock()
    }
    var log = MessageLog<ReduxLoader.Action, ReduxLoader.Action>()
    var states: [ReduxLoader.State] = []
    store.onEvent = { event in
      log.record(event)
      switch event {
      case .input(_, _, let state), .feedback(_, _, _, let state): states.append(state)
      default: break
      }
    }
    await store.send(.load).finish()
    #expect(store.numbers == [1, 2, 3])

    let data = try JSONEncoder().encode(log)
    let stored = try JSONDecoder().decode(MessageLog<ReduxLoader.Action, ReduxLoader.Action>.self, from: data)
    #expect(
      stored.messages == [
        .input(.load), .feedback(.attemptFailed(problem)), .feedback(.pauseEnded), .feedback(.loaded([1, 2, 3])),
      ]
    )
    #expect(ReduxLoader.app.replay(stored, from: ReduxLoader.State()) == states)
  }
}
