import StoreTesting
import Testing

@testable import SearchApp

struct SearchTests {
  @Test func searchesWhenTypingStops() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.search = { query in ["Result for \(query)"] }
    }

    await store.send(.queryChanged("sw")) { $0.query = "sw" }
    await store.clock.advance(by: .milliseconds(299))
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.searchStarted) { $0.isLoading = true }
    await store.receive(.searchSucceeded(["Result for swift"])) {
      $0.isLoading = false
      $0.results = ["Result for swift"]
    }
    await store.finish()
  }
}
