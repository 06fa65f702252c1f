import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// Three features under one parent.
  static let browser = FeatureTour(
    name: "Browser",
    summary:
      "A search, favourites and a detail screen under one parent. What a child has begun ends when the child leaves."
  ) {
    let lisbon = SearchResult(id: "lisbon", title: "Lisbon", detail: "City, Portugal")
    let store = TestStore(initialState: Browser.State(search: Search.State(results: [lisbon]))) {
      Browser()
    } withDependencies: {
      $0.searchClient = .liveValue
    }
    await store.send(.search(.resultTapped(lisbon)))
    await store.receive(.search(.output(.resultSelected(lisbon)))) { $0.detail = Detail.State(result: lisbon) }
    await store.send(.detail(.appeared))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(lisbon)))) { $0.favourites = [Favourite.State(result: lisbon)] }
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.send(.favourite("lisbon", .checkTapped)) { $0.favourites[id: "lisbon"]?.isChecking = true }
    await store.receive(.favourite("lisbon", .feedback(.checked(1)))) {
      $0.favourites = [Favourite.State(result: lisbon, matches: 1)]
    }
    await store.finish()
  }
}
