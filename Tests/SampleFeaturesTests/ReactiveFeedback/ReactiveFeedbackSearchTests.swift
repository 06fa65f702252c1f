import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Mutants that no test can notice: the work ends with its message, and the message removes the demand for the work.
private let unnoticeable = [
  "on .feedback(.failed): the cancellation of ID(key: \"swift\") was left out",
  "on .feedback(.retry): the cancellation of ID(key: \"swift\") was left out",
  "the feedback .failed was delivered twice",
  "the feedback .retry was delivered twice",
]

@Suite(
  "ReactiveFeedback search",
  .mutants(of: ReactiveFeedbackSearch.self, minimumScore: 1, except: unnoticeable),
  .coverage(of: ReactiveFeedbackSearch.self, minimum: 1)
)
struct ReactiveFeedbackSearchTests {
  private func makeStore(
    query: String = "",
    failures: Int = 0
  ) -> TestStore<
    some Reducer<
      ReactiveFeedbackSearch.State, ReactiveFeedbackSearch.Input, ReactiveFeedbackSearch.Feedback, Never
    >
  > {
    let store = TestStore(initialState: ReactiveFeedbackSearch.State(query: query)) {
      ReactiveFeedbackSearch.system
    } withDependencies: {
      $0.searchClient = FlakyServer(failures: failures, after: .seconds(1)).searchClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `The latest query cancels the search for the previous one, which sends nothing more`() async {
    let store = makeStore()
    await store.assertRunning()
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await store.receiveEffect("search", of: "s")
    await store.clock.advance(by: .milliseconds(999))
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    await store.assertRunning("swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.found([SearchResult(title: "swift")])) { $0.results = [SearchResult(title: "swift")] }
    await store.assertRunning()
    await store.finish()
  }

  @Test func `A repeated query changes nothing while its search runs, and does not start another one`() async {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    await store.send(.queryChanged("swift"))
    await store.assertRunning("swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.found([SearchResult(title: "swift")])) { $0.results = [SearchResult(title: "swift")] }
    await store.finish()
  }

  @Test func `An initial query is searched for at once`() async {
    let store = makeStore(query: "swift")
    await store.receiveEffect("search", of: "swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.found([SearchResult(title: "swift")])) { $0.results = [SearchResult(title: "swift")] }
    await store.finish()
  }

  @Test func `A failed search is tried again after a second`() async {
    let store = makeStore(failures: 1)
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    await store.assertRunning("swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.retry) { $0.needsRetry = false }
    await store.receiveEffect("search", of: "swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.found([SearchResult(title: "swift")])) { $0.results = [SearchResult(title: "swift")] }
    await store.finish()
  }

  @Test func `Another query ends the wait for the next attempt, and is searched for at once`() async {
    let store = makeStore(failures: 1)
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    await store.clock.advance(by: .milliseconds(999))
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.needsRetry = false
    }
    await store.receiveEffect("search", of: "store")
    await store.assertRunning("store")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.found([SearchResult(title: "store")])) { $0.results = [SearchResult(title: "store")] }
    await store.finish()
  }

  @Test(arguments: 0...2, ["", "swift"])
  func `An empty query ends each search and the wait, from the first query on`(afterSteps steps: Int, initial: String)
    async
  {
    let store = makeStore(query: initial, failures: 1)
    if initial.isEmpty { await store.send(.queryChanged("swift")) { $0.query = "swift" } }
    await store.receiveEffect("search", of: "swift")
    if steps > 0 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.failed) { $0.needsRetry = true }
      await store.receiveEffect("retry", of: "swift")
    }
    if steps > 1 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.retry) { $0.needsRetry = false }
      await store.receiveEffect("search", of: "swift")
    }
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.needsRetry = false
    }
    await store.assertRunning()
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }
}
