import SampleFeatures
import StoreTesting
import Testing

@Suite("Search feature: the article's test")
struct ArticleTests {
  @Test
  func searchDebounceAndResponse() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: SearchFeature.State()
    ) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.searchClient.search = { query in
        [SearchResult(title: "Result for \(query)")]
      }
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
    }

    await clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) {
      $0.isLoading = true
    }

    await store.receive(
      .searchSucceeded([
        SearchResult(title: "Result for swift")
      ])
    ) {
      $0.isLoading = false
      $0.results = [SearchResult(title: "Result for swift")]
    }
  }
}
