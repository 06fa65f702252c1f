import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Browser", .mutants(of: Browser.self), .coverage(of: Browser.self, minimum: 1))
struct BrowserTests {
  private let swift = SearchResult(title: "Swift")
  private let lisbon = SearchResult(title: "Lisbon")

  /// Returns a test store whose searches find one result after a second.
  private func testStore(_ state: Browser.State = Browser.State()) -> TestStore<Browser> {
    let clock = TestClock()
    let store = TestStore(initialState: state) {
      Browser()
    } withDependencies: {
      $0.continuousClock = clock
      $0.searchClient = .slow(clock)
    }
    store.exhaustivity = .strict
    return store
  }

  private func clock(_ store: TestStore<Browser>) throws -> TestClock {
    try #require(store.dependencies.continuousClock as? TestClock)
  }

  @Test func `A session goes from typing over the detail to a favourite in the list`() async throws {
    let store = testStore()
    let clock = try clock(store)

    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.search(.feedback(.searchSucceeded(results(for: "swift"))))) {
      $0.search.results = results(for: "swift")
      $0.search.phase = .idle
    }

    let result = results(for: "swift")[0]
    await store.send(.search(.resultTapped(result)))
    await store.receive(.search(.output(.resultSelected(result)))) { $0.detail = Detail.State(result: result) }

    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 2 }

    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(result)))) { $0.favourites = [Favourite.State(result: result)] }
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }

    await store.send(.favourite("Result for swift", .checkTapped)) {
      $0.favourites[id: "Result for swift"]?.isChecking = true
    }
    await store.receiveEffect("check", of: "Result for swift")
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.favourite("Result for swift", .feedback(.checked(1)))) {
      $0.favourites = [Favourite.State(result: result, matches: 1)]
    }
    await store.finish()
  }

  @Test func `Closing the detail ends its timer`() async throws {
    let store = testStore(Browser.State(detail: Detail.State(result: swift)))

    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `Another result replaces the detail, and ends its timer`() async throws {
    let store = testStore(Browser.State(detail: Detail.State(result: swift)))
    let clock = try clock(store)

    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.resultTapped(lisbon)))
    await store.receive(.search(.output(.resultSelected(lisbon)))) { $0.detail = Detail.State(result: lisbon) }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func `The same result keeps its screen, whose timer continues, and counts from zero`() async throws {
    let store = testStore(Browser.State(detail: Detail.State(result: swift)))
    let clock = try clock(store)

    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    await store.send(.search(.resultTapped(swift)))
    await store.receive(.search(.output(.resultSelected(swift)))) { $0.detail?.seconds = 0 }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.finish()
  }

  @Test func `A screen that appears again restarts its one timer`() async throws {
    let store = testStore(Browser.State(detail: Detail.State(result: swift)))
    let clock = try clock(store)

    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await clock.advance(by: .milliseconds(600))
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.finish()
  }

  @Test func `Another query cancels the search for the previous one`() async throws {
    let store = testStore()
    let clock = try clock(store)

    for query in ["lisbon", "swift"] {
      await store.send(.search(.queryChanged(query))) {
        $0.search.query = query
        $0.search.phase = .waiting
      }
      #expect(await clock.advanceToNextDeadline() == .milliseconds(300))
      await store.receiveEffect("search", of: query)
      await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
      if query == "lisbon" { await clock.advance(by: .milliseconds(600)) }
    }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.search(.feedback(.searchSucceeded(results(for: "swift"))))) {
      $0.search.results = results(for: "swift")
      $0.search.phase = .idle
    }
    await store.finish()
  }

  /// The state after a search for Lisbon, which is a favourite, and is shown in detail.
  private var stateAfterSearch: Browser.State {
    Browser.State(
      search: Search.State(query: "lisbon", results: [lisbon]),
      favourites: [Favourite.State(result: lisbon, matches: 1)],
      detail: Detail.State(result: lisbon, seconds: 2)
    )
  }

  @Test func `A failing search has no results, keeps the other screens, and gives way to the next one`() async throws {
    let store = testStore(stateAfterSearch)
    let clock = try clock(store)
    let found = store.dependencies.searchClient
    let offline = SearchError.unavailable("Offline")

    for (query, fails) in [("swift", false), ("lisbon", true), ("swift", false)] {
      if fails { store.dependencies.searchClient.search = { _ in throw offline } }
      await store.send(.search(.queryChanged(query))) {
        $0.search.query = query
        $0.search.phase = .waiting
      }
      #expect(await clock.advanceToNextDeadline() == .milliseconds(300))
      await store.receiveEffect("search", of: query)
      await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
      if fails {
        await store.receive(.search(.feedback(.searchFailed(offline)))) {
          $0.search.results = []
          $0.search.phase = .failed(offline)
        }
        store.dependencies.searchClient = found
      } else {
        #expect(await clock.advanceToNextDeadline() == .seconds(1))
        await store.receive(.search(.feedback(.searchSucceeded(results(for: query))))) {
          $0.search.results = results(for: query)
          $0.search.phase = .idle
        }
      }
    }
    await store.finish()
  }

  @Test func `A cleared query ends its search, and keeps the favourites and the detail`() async throws {
    let store = testStore(stateAfterSearch)
    let clock = try clock(store)

    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
      $0.search.phase = .idle
    }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func `Opening a favourite shows it in detail`() async {
    let store = testStore(Browser.State(favourites: [Favourite.State(result: swift)]))

    await store.send(.favourite("Swift", .openTapped))
    await store.receive(.favourite("Swift", .output(.opened(swift)))) { $0.detail = Detail.State(result: swift) }
    await store.finish()
  }

  @Test func `A favourite is not added to the list again`() async {
    let favourites: IdentifiedArray = [Favourite.State(result: swift, matches: 3)]
    let store = testStore(Browser.State(favourites: favourites, detail: Detail.State(result: swift)))

    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(swift))))
    await store.finish()
  }

  @Test func `Places with the same title are different favourites, and have different screens`() async {
    let leon = ["leon-mexico", "leon-nicaragua"].map { SearchResult(id: $0, title: "León") }
    let store = testStore(
      Browser.State(favourites: [Favourite.State(result: leon[0])], detail: Detail.State(result: leon[0]))
    )

    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.resultTapped(leon[1])))
    await store.receive(.search(.output(.resultSelected(leon[1])))) { $0.detail = Detail.State(result: leon[1]) }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(leon[1])))) {
      $0.favourites = [Favourite.State(result: leon[0]), Favourite.State(result: leon[1])]
    }
    await store.send(.favourite("leon-mexico", .removeTapped))
    await store.receive(.favourite("leon-mexico", .output(.removed))) {
      $0.favourites = [Favourite.State(result: leon[1])]
    }
    await store.finish()
  }

  @Test func `Removing a favourite cancels its own check only`() async throws {
    let favourites: IdentifiedArray = [Favourite.State(result: swift), Favourite.State(result: lisbon)]
    let store = testStore(Browser.State(favourites: favourites))
    let clock = try clock(store)

    for title in ["Swift", "Lisbon"] {
      await store.send(.favourite(title, .checkTapped)) { $0.favourites[id: title]?.isChecking = true }
      await store.receiveEffect("check", of: title)
    }
    await store.send(.favourite("Swift", .removeTapped))
    await store.receive(.favourite("Swift", .output(.removed))) { $0.favourites.remove(id: "Swift") }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.favourite("Lisbon", .feedback(.checked(1)))) {
      $0.favourites = [Favourite.State(result: lisbon, matches: 1)]
    }
    await store.finish()
  }

  @Test func `A second check restarts, and a failed check leaves the old number`() async throws {
    let store = testStore(Browser.State(favourites: [Favourite.State(result: swift, matches: 7)]))
    let clock = try clock(store)

    await store.send(.favourite("Swift", .checkTapped)) { $0.favourites[id: "Swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "Swift")
    await clock.advance(by: .milliseconds(500))
    await store.send(.favourite("Swift", .checkTapped))
    await store.receiveEffect("check", of: "Swift")
    await clock.advance(by: .milliseconds(500))
    store.dependencies.searchClient.search = { _ in throw CancellationError() }
    await store.send(.favourite("Swift", .checkTapped))
    await store.receiveEffect("check", of: "Swift")
    await store.receive(.favourite("Swift", .feedback(.checked(nil)))) {
      $0.favourites[id: "Swift"]?.isChecking = false
    }
    await store.finish()
  }
}
