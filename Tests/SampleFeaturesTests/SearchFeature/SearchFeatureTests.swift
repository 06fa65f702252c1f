import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite(
  "Search feature",
  .mutants(
    of: SearchFeature.self,
    // A blank query cancels both the wait and the search.
    except: ["In \"isLoading\", on .input(.queryChanged): the cancellation of debounce cancelled everything"]
  ),
  .coverage(of: SearchFeature.self, minimum: 1)
)
struct SearchFeatureTests {
  struct Offline: Error {}

  /// The clock of the search and of its client.
  let clock = TestClock()

  /// Makes a store whose client takes a second, and whose test must name every effect.
  func makeStore(_ search: (@Sendable (String) async throws -> [SearchResult])? = nil) -> TestStore<SearchFeature> {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.searchClient.search = search ?? SearchClient.slow(clock).search
    }
    store.exhaustivity = .strict
    return store
  }

  /// Types a query, and advances the clock until the search for it starts.
  func search(for query: String, in store: TestStore<SearchFeature>) async {
    await store.send(.queryChanged(query)) { $0.query = query }
    await store.receiveEffect("debounce")
    await clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: query)
  }

  @Test func `A search starts 300 milliseconds after the last keystroke, and no earlier`() async {
    let store = makeStore()

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    await clock.advance(by: .milliseconds(299))
    await store.receiveNothing()
    await clock.advance(by: .milliseconds(1))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    await clock.advance(by: .seconds(1))
    await store.receive(.searchSucceeded(results(for: "swift"))) {
      $0.isLoading = false
      $0.results = results(for: "swift")
    }
    await store.finish()
  }

  @Test func `Keystrokes within 300 milliseconds start one search, for the last query`() async {
    let store = makeStore()

    await store.send(.queryChanged("s")) { $0.query = "s" }
    await store.receiveEffect("debounce")
    await clock.advance(by: .milliseconds(299))
    await search(for: "sw", in: store)
    await clock.advance(by: .seconds(1))
    await store.receive(.searchSucceeded(results(for: "sw"))) {
      $0.isLoading = false
      $0.results = results(for: "sw")
    }
    await store.finish()
  }

  @Test(arguments: ["", "  "])
  func `Clearing the query while waiting leaves nothing pending`(_ blank: String) async {
    let store = makeStore()

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.queryChanged(blank)) { $0.query = blank }
    await clock.run()
    await store.finish()
  }

  @Test(arguments: ["", "  "])
  func `Clearing the query while searching ends the loading, and the late answer changes nothing`(_ blank: String) async
  {
    let store = makeStore()

    await search(for: "swift", in: store)
    await store.send(.queryChanged(blank)) {
      $0.query = blank
      $0.isLoading = false
    }
    await clock.run()
    await store.finish()
  }

  @Test func `A new query while searching ends the loading at once, and no stale results arrive while it waits`() async
  {
    let store = makeStore()

    await search(for: "swift", in: store)
    await clock.advance(by: .milliseconds(900))
    await store.send(.queryChanged("swiftly")) {
      $0.query = "swiftly"
      $0.isLoading = false
    }
    await store.receiveEffect("debounce")
    await clock.advance(by: .milliseconds(299))
    await store.receiveNothing()
    await clock.advance(by: .milliseconds(1))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swiftly")
    await clock.advance(by: .seconds(1))
    await store.receive(.searchSucceeded(results(for: "swiftly"))) {
      $0.isLoading = false
      $0.results = results(for: "swiftly")
    }
    await store.finish()
  }

  @Test func `Clearing the query that was typed while searching ends its wait`() async {
    let store = makeStore()

    await search(for: "swift", in: store)
    await store.send(.queryChanged("swiftly")) {
      $0.query = "swiftly"
      $0.isLoading = false
    }
    await store.receiveEffect("debounce")
    await store.send(.queryChanged("")) { $0.query = "" }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `Clearing the query ends a search that the view has started`() async {
    let store = makeStore()

    await search(for: "swift", in: store)
    await store.send(.debounceCompleted)
    await store.receiveEffect("search", of: "swift")
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.isLoading = false
    }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `A failure shows the error's description, removes the results, and is removed at the next keystroke`()
    async
  {
    let store = makeStore { query in
      if query == "swift" { throw Offline() }
      return results(for: query)
    }

    await search(for: "porto", in: store)
    await store.receive(.searchSucceeded(results(for: "porto"))) {
      $0.isLoading = false
      $0.results = results(for: "porto")
    }
    await search(for: "swift", in: store)
    await store.receive(.searchFailed("The search is unavailable: Offline()")) {
      $0.isLoading = false
      $0.results = []
      $0.error = "The search is unavailable: Offline()"
    }
    await store.send(.queryChanged("swift")) { $0.error = nil }
    await store.receiveEffect("debounce")
    await store.send(.queryChanged("")) { $0.query = "" }
    await store.finish()
  }

  @Test func `A cancellation is never shown as an error, even if the client throws one of its own`() async {
    let store = makeStore { [clock] _ in
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        throw Offline()
      }
      return []
    }

    await search(for: "swift", in: store)
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.isLoading = false
    }
    await clock.run()
    await store.finish()
  }

  @Test func `A client that throws a cancellation error does not leave the search loading for ever`() async {
    let store = makeStore { _ in throw CancellationError() }

    await search(for: "swift", in: store)
    await store.receive(.searchFailed("The search was interrupted.")) {
      $0.isLoading = false
      $0.error = "The search was interrupted."
    }
    await store.finish()
  }

  @Test func `The same words with other whitespace affect neither the wait nor the search nor its results`() async {
    let store = makeStore()

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("swift"))
    await store.send(.queryChanged("swift ")) { $0.query = "swift " }
    await clock.advance(by: .milliseconds(100))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await clock.advance(by: .seconds(1))
    await store.receive(.searchSucceeded(results(for: "swift"))) {
      $0.isLoading = false
      $0.results = results(for: "swift")
    }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.finish()
  }

  @Test func `Tapping a result changes nothing, also while waiting and searching`() async {
    let store = makeStore()
    let result = SearchResult(title: "Porto")

    await store.send(.resultTapped(result))
    await search(for: "swift", in: store)
    await store.send(.resultTapped(result))
    await clock.advance(by: .seconds(1))
    await store.receive(.searchSucceeded(results(for: "swift"))) {
      $0.isLoading = false
      $0.results = results(for: "swift")
    }
    await store.finish()
  }

  @Test func `A view that starts a search itself gets one search at a time`() async {
    let store = makeStore()

    await search(for: "swift", in: store)
    await store.send(.debounceCompleted)
    await store.receiveEffect("search", of: "swift")
    await clock.advance(by: .seconds(1))
    await store.receive(.searchSucceeded(results(for: "swift"))) {
      $0.isLoading = false
      $0.results = results(for: "swift")
    }
    await clock.run()
    await store.finish()
  }

  @Test func `A view that starts a search during the wait starts it too early, and once more at the end of the wait`()
    async
  {
    let store = makeStore()

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    await clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted)
    await store.receiveEffect("search", of: "swift")
    await clock.advance(by: .milliseconds(900))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.isLoading = false
    }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }
}
