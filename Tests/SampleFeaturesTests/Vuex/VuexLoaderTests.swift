import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  "Vuex loader",
  // No test can notice the order of a cancellation and a feedback that starts no effect.
  .mutants(of: VuexLoader.self, minimumScore: 1, except: ["the feedback .stop came before the cancellation of load"]),
  .coverage(of: VuexLoader.self, minimum: 1)
)
struct VuexLoaderTests {
  private func makeStore(_ state: VuexLoader.State = VuexLoader.State(), failures: Int = 0) -> TestStore<VuexLoader> {
    let store = TestStore(initialState: state) {
      VuexLoader()
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `An action commits only its mutations, in order, with their payloads`() async {
    let store = makeStore(failures: 1)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    #expect(store.state.isBusy)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.beginAttempt(2)) { $0.attempt = 2 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.receive([1, 2, 3])) {
      $0.attempt = nil
      $0.numbers = [1, 2, 3]
    }
    #expect(store.state.sum == 6)
    #expect(!store.state.isBusy)
    await store.finish()
  }

  /// A store that loads again after three failures, and still has the numbers of an earlier load.
  private func storeLoadingAfterThreeFailures() async -> TestStore<VuexLoader> {
    var loaded = VuexLoader.State()
    loaded.numbers = [7]
    let store = makeStore(loaded, failures: 3)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    for attempt in 2...3 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.beginAttempt(attempt)) { $0.attempt = attempt }
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.giveUp(FlakyServer.offline)) {
      $0.attempt = nil
      $0.error = FlakyServer.offline
    }
    await store.send(.cancel)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) {
      $0.attempt = 1
      $0.error = nil
    }
    return store
  }

  @Test func `The download after the third failure can be cancelled`() async {
    let store = await storeLoadingAfterThreeFailures()
    await store.send(.cancel)
    await store.receive(.stop) { $0.attempt = nil }
    await store.clock.advance(by: .seconds(9))
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `The third failure is the last, and the load can be restarted, but not cancelled`() async {
    let store = await storeLoadingAfterThreeFailures()
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.receive([1, 2, 3])) {
      $0.attempt = nil
      $0.numbers = [1, 2, 3]
    }
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `An action can commit nothing`() async {
    let store = makeStore()
    await store.send(.cancel)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    await store.send(.load)
    await store.send(.cancel)
    await store.receive(.stop) { $0.attempt = nil }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @MainActor @Test func `Immediate mutations of an action have changed the state when the dispatch returns`() {
    let store = Store(initialState: VuexLoader.State()) {
      VuexLoader()
    } withDependencies: {
      $0.context = .test
      $0.numbersClient = NumbersClient { [] }
    }
    store.send(.load)
    #expect(store.attempt == 1)
    store.send(.cancel)
    #expect(store.attempt == nil)
  }

  @MainActor @Test func `A subscriber receives each mutation by name, with the state after it`() async {
    let store = Store(initialState: VuexLoader.State()) {
      VuexLoader()
    } withDependencies: {
      $0.numbersClient = NumbersClient { [4] }
    }
    var lines: [String] = []
    store.onEvent = { event in
      if case .feedback(let mutation, _, _, let state) = event { lines.append("\(mutation): \(state.numbers)") }
    }
    await store.send(.load).finish()
    #expect(lines == ["beginAttempt(1): []", "receive([4]): [4]"])
  }
}
