import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("The article's search")
struct ArticleSearchTests {
  /// The state space of two queries and the empty one.
  let space = StateSpace(
    initialState: ArticleSearch.State(),
    inputs: [.queryChanged("a"), .queryChanged("b"), .queryChanged("")]
  ) {
    ArticleSearch()
  } responses: { effect in
    guard effect.name == "search", let query = effect.payload as? String else { return [.sends(.debounceCompleted)] }
    return [.sends(.searchSucceeded(["Result for \(query)"])), .sends(.searchFailed("offline"))]
  }

  @Test func `a state space finds the endless spinner, with these steps`() async {
    let failures = await recordingFailures {
      space.check(
        .leadsTo("the spinner stops", fairness: .responsesOnceInputsEnd, from: { $0.isLoading }, to: { !$0.isLoading })
      )
    }
    #expect(failures.map(\.kind) == [.brokenProperty])
    #expect(
      failures.first?.text == """
        ArticleSearch violates "the spinner stops": it may never happen.

              1. send .queryChanged("a")
                   query: "" -> "a"
                   starts debounce
              2. debounce sends .debounceCompleted
                   isLoading: false -> true
                   starts search("a")
              3. send .queryChanged("")
                   query: "a" -> ""
                   cancels search("a")
            No event has to follow.

        As steps of a test:

            await store.send(.queryChanged("a")) { $0.query = "a" }
            await store.receive(.debounceCompleted) { $0.isLoading = true }
            await store.send(.queryChanged("")) { $0.query = "" }
            // No event has to follow.

        Explored: \(figures).
        """
    )
  }

  private let figures = "48 states, 218 edges, depth 8, 0 dead ends, complete"

  @Test func `a state space finds a spinner without a search`() async {
    let failures = await recordingFailures {
      let report = space.check(.always("a spinner means a search") { !$0.isLoading || $0.isRunning("search") })
      #expect(report.trace.count { $0.hasPrefix("  ") && $0.contains(". ") } == 3)
    }
    #expect(failures.map(\.kind) == [.brokenProperty])
  }

  @Test func `a state space finds results of another query, with these steps`() async {
    let failures = await recordingFailures {
      space.check(
        .always("what arrives answers the query") { _, message, new in
          guard case .feedback(.searchSucceeded(let results)) = message else { return true }
          return results == ["Result for \(new.query)"]
        }
      )
    }
    #expect(failures.map(\.kind) == [.brokenProperty])
    #expect(
      failures.first?.details.contains(
        """
            await store.send(.queryChanged("a")) { $0.query = "a" }
            await store.receive(.debounceCompleted) { $0.isLoading = true }
            await store.send(.queryChanged("b")) { $0.query = "b" }
            await store.receive(.searchSucceeded(["Result for a"])) {
              $0.results = ["Result for a"]
              $0.isLoading = false
            }
        """
      ) == true
    )
  }

  @Test func `a store that runs the steps fails in the same way`() async {
    let store = TestStore(initialState: ArticleSearch.State()) {
      ArticleSearch()
    } withDependencies: {
      $0.searchClient.search = { [clock = $0.continuousClock] query in
        try await clock.sleep(for: .milliseconds(100))
        return [SearchResult(title: "Result for \(query)")]
      }
    }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.send(.queryChanged("b")) { $0.query = "b" }
    await store.clock.advance(by: .milliseconds(100))
    await store.receive(.searchSucceeded(["Result for a"])) {
      $0.results = ["Result for a"]
      $0.isLoading = false
    }
    await store.clock.advance(by: .milliseconds(200))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.finish()
    #expect(store.state.isLoading)
  }
}
