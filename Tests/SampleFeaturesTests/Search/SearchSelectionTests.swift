import SampleFeatures
import StoreCore
import StoreTesting
import Testing

extension SearchSuites {
  @Suite("Search: choosing a result")
  struct SearchSelectionTests {
    let porto = SearchResult(title: "Porto", detail: "City, Portugal")

    @Test(arguments: [.idle, .failed(.interrupted)] as [Search.Phase])
    func `A choice emits the result, and changes nothing, in every phase`(_ phase: Search.Phase) async {
      let store = TestStore(initialState: Search.State(query: "porto", results: [porto], phase: phase)) { Search() }
      store.exhaustivity = .strict

      await store.send(.resultTapped(porto))
      await store.receiveOutput(.resultSelected(porto))
      await store.finish()
    }

    @Test func `A choice while waiting and while searching affects neither, and later results still arrive`() async {
      let clock = TestClock()
      let store = TestStore(initialState: Search.State(results: [porto])) {
        Search()
      } withDependencies: {
        $0.continuousClock = clock
        $0.searchClient = .slow(clock)
      }

      await store.send(.queryChanged("swift")) {
        $0.query = "swift"
        $0.phase = .waiting
      }
      await store.send(.resultTapped(porto))
      await store.receiveOutput(.resultSelected(porto))
      await clock.advance(by: .milliseconds(300))
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.send(.resultTapped(porto))
      await store.receiveOutput(.resultSelected(porto))
      await clock.advance(by: .seconds(1))
      await store.receive(.searchSucceeded(results(for: "swift"))) {
        $0.results = results(for: "swift")
        $0.phase = .idle
      }
      await store.finish()
    }

    @MainActor
    @Test func `A listening parent receives each choice once, in order`() async {
      let other = SearchResult(title: "Oporto")
      let store = Store(initialState: Search.State()) { Search() }
      var outputs = store.outputStream.makeAsyncIterator()

      for result in [porto, other, porto] { store.send(.resultTapped(result)) }

      for result in [porto, other, porto] {
        #expect(await outputs.next(isolation: #isolation) == .resultSelected(result))
      }
    }
  }
}
