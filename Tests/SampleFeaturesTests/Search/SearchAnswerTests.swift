import SampleFeatures
import StoreTesting
import Testing

extension SearchSuites {
  @Suite("Search: answers")
  struct SearchAnswerTests {
    struct Offline: Error {}

    let clock = TestClock()

    /// Makes a store that is searching for "swift", and still shows the results of an earlier search.
    func makeSearchingStore(
      _ search: @escaping @Sendable (String) async throws -> [SearchResult]
    ) async -> TestStore<Search> {
      let store = TestStore(initialState: Search.State(query: "swif", results: results(for: "swif"))) {
        Search()
      } withDependencies: {
        $0.continuousClock = clock
        $0.searchClient.search = search
      }
      await store.send(.queryChanged("swift")) {
        $0.query = "swift"
        $0.phase = .waiting
      }
      await clock.advance(by: .milliseconds(300))
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      return store
    }

    @Test(arguments: [0, 1, 20])
    func `The results are shown when the search ends`(_ count: Int) async {
      let found = (0..<count).map { SearchResult(title: "\($0)") }
      let store = await makeSearchingStore { _ in found }

      await store.receive(.searchSucceeded(found)) {
        $0.results = found
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test func `A failure shows its reason, and removes results of another query`() async {
      let store = await makeSearchingStore { _ in throw Offline() }

      await store.receive(.searchFailed(.unavailable("Offline()"))) {
        $0.results = []
        $0.phase = .failed(.unavailable("Offline()"))
      }
      await store.finish()
    }

    @Test func `A failure in the search's own error type is shown unchanged`() async {
      let store = await makeSearchingStore { _ in throw SearchError.unavailable("Closed on Mondays.") }

      await store.receive(.searchFailed(.unavailable("Closed on Mondays."))) {
        $0.results = []
        $0.phase = .failed(.unavailable("Closed on Mondays."))
      }
      await store.finish()
    }

    @Test(arguments: ["swift", "swift ", "swiftly"])
    func `Any edit after a failure tries again, even one to the same words`(_ query: String) async {
      let store = TestStore(initialState: Search.State(query: "swift", phase: .failed(.interrupted))) {
        Search()
      } withDependencies: {
        $0.searchClient = .instant
      }

      await store.send(.queryChanged(query)) {
        $0.query = query
        $0.phase = .waiting
      }
      #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.receive(Search.Feedback.searchSucceeded) { state, found in
        state.results = found
        state.phase = .idle
      }
      await store.finish()
    }

    @Test func `Clearing the query that was typed after a failure ends its wait`() async {
      let store = TestStore(initialState: Search.State(query: "swift", phase: .failed(.interrupted))) {
        Search()
      } withDependencies: {
        $0.searchClient = .instant
      }

      await store.send(.queryChanged("swiftly")) {
        $0.query = "swiftly"
        $0.phase = .waiting
      }
      await store.send(.queryChanged("")) {
        $0.query = ""
        $0.phase = .idle
      }
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }

    @Test func `Clearing the query that was typed during a search ends its wait`() async {
      let store = await makeSearchingStore(SearchClient.slow(clock).search)

      await store.send(.queryChanged("swiftly")) {
        $0.query = "swiftly"
        $0.phase = .waiting
      }
      await store.send(.queryChanged("")) {
        $0.query = ""
        $0.results = []
        $0.phase = .idle
      }
      await clock.advance(by: .seconds(2))
      await store.finish()
    }

    @Test func `Clearing the query during a search ends it, and its late answer changes nothing`() async {
      let store = await makeSearchingStore(SearchClient.slow(clock).search)

      await store.send(.queryChanged("")) {
        $0.query = ""
        $0.results = []
        $0.phase = .idle
      }
      #expect(!store.state.isLoading)
      #expect(store.inFlightEffects.isEmpty)
      await clock.run()
      await store.finish()
    }

    @Test func `A new query during a search ends it at once, and only the new answer is shown`() async {
      let store = await makeSearchingStore(SearchClient.slow(clock).search)

      await clock.advance(by: .milliseconds(900))
      await store.send(.queryChanged("swiftly")) {
        $0.query = "swiftly"
        $0.phase = .waiting
      }
      #expect(!store.state.isLoading)
      await clock.advance(by: .milliseconds(299))
      await store.receiveNothing()
      await clock.advance(by: .milliseconds(1))
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await clock.advance(by: .seconds(1))
      await store.receive(.searchSucceeded(results(for: "swiftly"))) {
        $0.results = results(for: "swiftly")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test func `The same words with other whitespace don't affect a running search`() async {
      let store = await makeSearchingStore(SearchClient.slow(clock).search)

      await clock.advance(by: .milliseconds(500))
      await store.send(.queryChanged("swift ")) { $0.query = "swift " }
      await clock.advance(by: .milliseconds(500))
      await store.receive(.searchSucceeded(results(for: "swift"))) {
        $0.results = results(for: "swift")
        $0.phase = .idle
      }
      await store.finish()
    }

    /// A way in which a client reacts to its cancellation.
    enum ClientCancellation: CaseIterable {
      case answers
      case throwsCancellation
      case throwsItsOwn
    }

    @Test(arguments: ClientCancellation.allCases)
    func `A cancellation is never shown as an error, for any error that the client throws`(_ manner: ClientCancellation)
      async
    {
      let store = await makeSearchingStore { [clock] query in
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          switch manner {
          case .answers: break
          case .throwsCancellation: throw error
          case .throwsItsOwn: throw Offline()
          }
        }
        return results(for: query)
      }

      await store.send(.queryChanged("")) {
        $0.query = ""
        $0.results = []
        $0.phase = .idle
      }
      await clock.run()
      await store.finish()
    }

    @Test func `An answer of a client that ignores its cancellation is dropped`() async {
      let store = await makeSearchingStore { [clock] query in
        // A cancellation of the search doesn't cancel this task.
        try await Task { try await clock.sleep(for: .seconds(1)) }.value
        return results(for: query)
      }

      await store.send(.queryChanged("swiftly")) {
        $0.query = "swiftly"
        $0.phase = .waiting
      }
      await clock.advance(by: .milliseconds(300))
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await clock.advance(by: .milliseconds(700))
      await store.receiveNothing()
      await clock.advance(by: .milliseconds(300))
      await store.receive(.searchSucceeded(results(for: "swiftly"))) {
        $0.results = results(for: "swiftly")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test func `A client that throws a cancellation error does not leave the search loading for ever`() async {
      let store = await makeSearchingStore { _ in throw CancellationError() }

      await store.receive(.searchFailed(.interrupted)) {
        $0.results = []
        $0.phase = .failed(.interrupted)
      }
      await store.finish()
    }

    @Test func `An error has a readable reason`() {
      #expect(SearchError.interrupted.text == "The search was interrupted.")
      #expect(SearchError.unavailable("No luck.").text == "The search is unavailable: No luck.")
    }
  }
}
