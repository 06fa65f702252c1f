import SampleFeatures
import StoreTesting
import Testing

extension SearchSuites {
  @Suite("Search: typing")
  struct SearchTypingTests {
    /// Makes a store whose client answers at once, and whose test must name every effect.
    func makeStore(_ state: Search.State = Search.State()) -> TestStore<Search> {
      let store = TestStore(initialState: state) {
        Search()
      } withDependencies: {
        $0.searchClient = .instant
      }
      store.exhaustivity = .strict
      return store
    }

    @Test func `A keystroke is shown at once, and starts a search when nothing was typed for 300 milliseconds`() async {
      let store = makeStore()

      await store.send(.queryChanged("swift")) {
        $0.query = "swift"
        $0.phase = .waiting
      }
      await store.clock.advance(by: .milliseconds(299))
      await store.receiveNothing()
      await store.clock.advance(by: .milliseconds(1))
      await store.receiveEffect("search", of: "swift")
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.receive(.searchSucceeded(results(for: "swift"))) {
        $0.results = results(for: "swift")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test func `Keystrokes within 300 milliseconds start one search, for the last query`() async {
      let store = makeStore()

      await store.send(.queryChanged("s")) {
        $0.query = "s"
        $0.phase = .waiting
      }
      await store.clock.advance(by: .milliseconds(299))
      await store.send(.queryChanged("sw")) { $0.query = "sw" }
      await store.clock.advance(by: .milliseconds(299))
      await store.send(.queryChanged("swi")) { $0.query = "swi" }
      await store.clock.advance(by: .milliseconds(300))
      await store.receiveEffect("search", of: "swi")
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.receive(.searchSucceeded(results(for: "swi"))) {
        $0.results = results(for: "swi")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test func `A keystroke at the end of the wait cancels the search that has just begun`() async {
      let clock = TestClock()
      let store = TestStore(initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.continuousClock = clock
        $0.searchClient = .slow(clock)
      }
      store.exhaustivity = .strict

      await store.send(.queryChanged("s")) {
        $0.query = "s"
        $0.phase = .waiting
      }
      await clock.advance(by: .milliseconds(300))
      await store.receiveEffect("search", of: "s")
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.send(.queryChanged("sw")) {
        $0.query = "sw"
        $0.phase = .waiting
      }
      await clock.advance(by: .milliseconds(300))
      await store.receiveEffect("search", of: "sw")
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await clock.advance(by: .seconds(1))
      await store.receive(.searchSucceeded(results(for: "sw"))) {
        $0.results = results(for: "sw")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test(arguments: ["", " ", "\n\t "])
    func `Clearing the query before the wait is over leaves nothing pending`(to blank: String) async {
      let store = makeStore()

      await store.send(.queryChanged("swift")) {
        $0.query = "swift"
        $0.phase = .waiting
      }
      await store.send(.queryChanged(blank)) {
        $0.query = blank
        $0.phase = .idle
      }
      #expect(store.inFlightEffects.isEmpty)
      #expect(store.clock.pendingSleeps.isEmpty)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }

    @Test func `Clearing the query removes the results`() async {
      let found = makeStore(Search.State(query: "swift", results: results(for: "swift")))
      await found.send(.queryChanged("")) {
        $0.query = ""
        $0.results = []
      }
      await found.finish()
    }

    @Test func `Clearing the query removes the error`() async {
      let failed = makeStore(Search.State(query: "swift", phase: .failed(.interrupted)))
      await failed.send(.queryChanged("")) {
        $0.query = ""
        $0.phase = .idle
      }
      await failed.finish()
    }

    @Test func `Clearing an empty query changes nothing`() async {
      let store = makeStore()

      await store.send(.queryChanged(""))
      await store.send(.queryChanged(" ")) { $0.query = " " }
      await store.send(.queryChanged("")) { $0.query = "" }
      await store.finish()
    }

    @Test func `Whitespace around and between words is shown and not searched for`() async {
      let store = makeStore()

      await store.send(.queryChanged("  swift \t current ")) {
        $0.query = "  swift \t current "
        $0.phase = .waiting
      }
      await store.clock.advance(by: .milliseconds(300))
      await store.receiveEffect("search", of: "swift current")
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.receive(.searchSucceeded(results(for: "swift current"))) {
        $0.results = results(for: "swift current")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test(arguments: ["swift ", " swift", "\nswift\n"])
    func `Repeated words do not prolong the wait`(_ query: String) async {
      let store = makeStore()

      await store.send(.queryChanged("swift")) {
        $0.query = "swift"
        $0.phase = .waiting
      }
      await store.clock.advance(by: .milliseconds(200))
      await store.send(.queryChanged("swift"))
      await store.send(.queryChanged(query)) { $0.query = query }
      await store.clock.advance(by: .milliseconds(100))
      await store.receiveEffect("search", of: "swift")
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.receive(.searchSucceeded(results(for: "swift"))) {
        $0.results = results(for: "swift")
        $0.phase = .idle
      }
      await store.finish()
    }

    @Test(arguments: ["swift ", " swift", "\nswift\n"])
    func `Repeated words do not search again`(_ query: String) async {
      let store = makeStore(Search.State(query: "swift", results: results(for: "swift")))

      await store.send(.queryChanged("swift"))
      await store.send(.queryChanged(query)) { $0.query = query }
      await store.finish()
    }
  }
}
