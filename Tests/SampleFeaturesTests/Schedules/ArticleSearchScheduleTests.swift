import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bugs of the article's search, found by running an ordinary test in every order.
@Suite("The article's search, in every order")
struct ArticleSearchScheduleTests {
  /// Runs a test of the search that targets no particular bug.
  private func typeAndClear() async {
    let store = TestStore(initialState: ArticleSearch.State()) { ArticleSearch() }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search) { query in [.success([SearchResult(title: query)])] }
    await store.send(.queryChanged("a"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged(""))
    await store.finish()
    if store.state.isLoading { #expect(!store.state.isLoading, "The spinner has stopped.") }
  }

  /// Runs another such test, with an invariant.
  private func typeTwice() async {
    let store = TestStore(initialState: ArticleSearch.State()) { ArticleSearch() }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search) { query in [.success([SearchResult(title: query)])] }
    store.always("what arrives answers the query") { _, message, new in
      guard case .feedback(.searchSucceeded(let results)) = message else { return true }
      return results == [new.query]
    }
    await store.send(.queryChanged("a"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged("b"))
    await store.clock.advance(by: .milliseconds(300))
    await store.finish()
  }

  @Test func `both tests pass in the default order`() async {
    await typeAndClear()
    await typeTwice()
  }

  @Test func `an exploration finds the endless spinner with one deviation`() async throws {
    var report: ScheduleReport?
    let failures = try await recordingFailures { report = try await explore { await typeAndClear() } }
    #expect(report?.scheduleCount == 3)
    #expect(failures.map(\.kind) == [.failedSchedule])
    #expect(
      failures.first?.details.contains(
        #"""
            • choice 2: the test continues, before search("a") returns [SearchResult(id: "a", title: "a", detail: "")]
        """#
      ) == true
    )
  }

  @Test func `an exploration finds the stale results with one deviation, and prints this failure`() async throws {
    var report: ScheduleReport?
    let failures = try await recordingFailures { report = try await explore { await typeTwice() } }
    #expect(report?.scheduleCount == 3)
    #expect(failures.map(\.kind) == [.failedSchedule])
    #expect(
      failures.first?.text == #"""
        The test fails in another order than the default one: "what arrives answers the query" does not hold after .searchSucceeded(["a"]).

            • results[0]: inserted "a"
            • isLoading: true -> false

        The state: State(query: "b", results: ["a"], isLoading: false, error: nil)

        It is asserted at ArticleSearchScheduleTests.swift:28.

        The order differs from the default one in 1 place. It was the 3rd order that was tried.

            • choice 2: the test continues, before search("a") returns [SearchResult(id: "a", title: "a", detail: "")]

        The events in this order:

            the test                 | the effects and the outside
            -------------------------+----------------------------
            send .queryChanged("a")  |
              query: "" -> "a"       |
                                     | debounce starts
            time 300 ms              |
                                     | debounce sends .debounceCompleted
                                     |   isLoading: false -> true
                                     | search("a") starts
                                     | debounce has finished
                                     | search("a") calls search("a")
                                     | ⇄ the test continues first
            send .queryChanged("b")  |
              query: "a" -> "b"      |
                                     | debounce starts
                                     | search("a") returns [SearchResult(id: "a", title: "a", detail: "")]
                                     | search("a") sends .searchSucceeded(["a"])
                                     |   results[0]: inserted "a"
                                     |   isLoading: true -> false
                                     | search("a") has finished
            time 600 ms              |
                                     | debounce sends .debounceCompleted
                                     |   isLoading: false -> true
                                     | search("b") starts
                                     | debounce has finished
                                     | search("b") calls search("b")
                                     | search("b") returns [SearchResult(id: "b", title: "b", detail: "")]
                                     | search("b") sends .searchSucceeded(["b"])
                                     |   results[0]: "a" -> "b"
                                     |   isLoading: true -> false
                                     | search("b") has finished

        To replay only this order:

            @Test(.schedule("s1-9088 2:test"))
        """#
    )
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `the sample's search passes in every order`() async {
    let store = TestStore(initialState: SearchFeature.State()) { SearchFeature() }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search) { query in
      [.success([SearchResult(title: query)]), .failure(Offline())]
    }
    store.always("what arrives answers the query") { _, message, new in
      guard case .feedback(.searchSucceeded(let results)) = message else { return true }
      return results == [SearchResult(title: new.query)]
    }
    await store.send(.queryChanged("a"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged("b"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged(""))
    await store.finish()
    #expect(!store.state.isLoading)
  }
}

private struct Offline: Error {}
