import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// The search with private feedback and an output.
  static let search = FeatureTour(
    name: "Search",
    summary:
      "A search of Fixtures/search-corpus.json, 300 ms after the last keystroke, as inputs, feedback and outputs."
  ) {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient = .liveValue
    }
    let lisbon = SearchResult(id: "lisbon", title: "Lisbon", detail: "City, Portugal")
    await store.send(.queryChanged("lis")) {
      $0.query = "lis"
      $0.phase = .waiting
    }
    await store.clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("lisbon")) { $0.query = "lisbon" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    await store.receive(.searchSucceeded([lisbon])) {
      $0.phase = .idle
      $0.results = [lisbon]
    }
    await store.send(.resultTapped(lisbon))
    await store.receiveOutput(.resultSelected(lisbon))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.finish()
  }

  /// The search as one flat action, with a client that answers in virtual time.
  static let searchFeature = FeatureTour(
    name: "SearchFeature",
    summary:
      "The same with one flat action. The query is cleared while the client searches, and the search is cancelled."
  ) {
    let clock = TestClock()
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.searchClient.search = { query in
        try await clock.sleep(for: .seconds(2))
        return [SearchResult(title: "Result for \(query)")]
      }
    }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.isLoading = false
    }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }
}
