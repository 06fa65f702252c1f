import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  "Flat browser",
  .mutants(
    of: FlatBrowser.self,
    // A query ends both effects of the search, and no cancellation of a child ends an effect of its parent or siblings.
    except: ["the cancellation of debounce cancelled everything", "the cancellation of search cancelled everything"]
  ),
  .coverage(of: FlatBrowser.self, minimum: 1)
)
struct FlatBrowserTests {
  private let swift = SearchResult(title: "Swift")
  private let lisbon = SearchResult(title: "Lisbon")

  private func testStore(
    _ state: FlatBrowser.State = FlatBrowser.State(),
    client: SearchClient = .instant
  ) -> TestStore<FlatBrowser> {
    let store = TestStore(initialState: state) {
      FlatBrowser()
    } withDependencies: {
      $0.searchClient = client
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `A session goes from typing to a detail and back, and the parent reacts to its children's actions`() async
  {
    let store = testStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.searchSucceeded(results(for: "swift")))) {
      $0.search.isLoading = false
      $0.search.results = results(for: "swift")
    }

    let result = results(for: "swift")[0]
    await store.send(.search(.resultTapped(result))) { $0.detail = FlatDetail.State(result: result) }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `Another query replaces the wait and the search of the previous one, and leaves the detail alone`() async {
    let clock = TestClock()
    let store = testStore(FlatBrowser.State(detail: FlatDetail.State(result: swift)), client: .slow(clock))
    store.dependencies.continuousClock = clock
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.queryChanged("s"))) { $0.search.query = "s" }
    await store.receiveEffect("debounce")
    await clock.advance(by: .milliseconds(299))
    await store.send(.search(.queryChanged("sw"))) { $0.search.query = "sw" }
    await store.receiveEffect("debounce")
    #expect(await clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "sw")
    #expect(await clock.advanceToNextDeadline() == .milliseconds(401))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.isLoading = false
    }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 2 }
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    await store.finish()
  }

  @Test func `A screen that appears again restarts its one timer`() async {
    let store = testStore(FlatBrowser.State(detail: FlatDetail.State(result: swift)))
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.clock.advance(by: .milliseconds(600))
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    await store.finish()
  }

  @Test func `The parent counts the failures that the search shows`() async {
    let error = SearchError.unavailable("offline")
    let store = testStore(client: SearchClient { _ in throw error })
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.searchFailed(error.text))) {
      $0.search.isLoading = false
      $0.search.error = error.text
      $0.failures = 1
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.error = nil
    }
    await store.finish()
  }

  @Test func `A cleared query ends the wait, clears the results, and keeps the detail and the number of failures`()
    async
  {
    let search = SearchFeature.State(query: "lisbon", results: [lisbon])
    let detail = FlatDetail.State(result: lisbon, seconds: 2)
    let store = testStore(FlatBrowser.State(search: search, detail: detail, failures: 1))
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func `Another result replaces the detail, and ends its timer`() async {
    let store = testStore(FlatBrowser.State(detail: FlatDetail.State(result: swift)))
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.resultTapped(lisbon))) { $0.detail = FlatDetail.State(result: lisbon) }
    await store.clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func `An action for an absent detail is a misuse, and changes nothing`() async {
    let failures = await recordingFailures {
      let store = testStore()
      await store.send(.detail(.appeared))
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.headline == "FlatDetail was sent the input .appeared, but its parent's state has no such child."
    )
  }
}
