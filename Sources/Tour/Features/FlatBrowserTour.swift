import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// A parent that matches its children's actions.
  static let flatBrowser = FeatureTour(
    name: "FlatBrowser",
    summary:
      "A search and a detail screen with one flat type of action. The parent reacts to what its children receive."
  ) {
    let lisbon = SearchResult(id: "lisbon", title: "Lisbon", detail: "City, Portugal")
    let search = SearchFeature.State(results: [lisbon])
    let store = TestStore(initialState: FlatBrowser.State(search: search)) { FlatBrowser() }
    await store.send(.search(.resultTapped(lisbon))) { $0.detail = FlatDetail.State(result: lisbon) }
    await store.send(.detail(.appeared))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    await store.finish()
  }
}
