import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The suites of screens that search, and of the children of a browser.
extension WrittenSuites {
  @Test(.enabled(if: writesAll)) func `the suite of the search with flat actions says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenSearchFeatureSuite") {
      let store = TestStore(initialState: SearchFeature.State()) { SearchFeature() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send { .queryChanged($0.one(of: "swift", "", " swift", "store")) }
      Command.sendOne { state in state.results.map { .resultTapped($0) } }
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the search that follows its state says what it does`() async throws
  {
    let suite = try await generateSuite(named: "WrittenReactiveFeedbackSearchSuite") {
      let store = TestStore(initialState: ReactiveFeedbackSearch.State()) { ReactiveFeedbackSearch.system }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send { .queryChanged($0.one(of: "swift", "", "store")) }
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the browser says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenBrowserSuite", runs: 150, steps: 8) {
      let store = TestStore(initialState: Browser.State()) { Browser() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send { .search(.queryChanged($0.one(of: "swift", ""))) }
      Command.sendOne { state in state.search.results.map { .search(.resultTapped($0)) } }
      Command.sendOne { state in
        state.favourites.ids.prefix(1).flatMap { id -> [Browser.Input] in
          [.favourite(id, .checkTapped), .favourite(id, .openTapped), .favourite(id, .removeTapped)]
        }
      }
      Command.send(.detail(.appeared), when: { $0.detail.map { $0.seconds < 2 } ?? false })
      Command.send(.detail(.favouriteTapped), when: { $0.detail != nil })
      Command.send(.detail(.closeTapped), when: { $0.detail != nil })
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the detail says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenDetailSuite", runs: 200) {
      TestStore(initialState: Detail.State(result: SearchResult(title: "Lisbon"))) { Detail() }
    } commands: {
      Command.send(.appeared)
      Command.send(.favouriteTapped)
      Command.send(.closeTapped)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of a favourite says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenFavouriteSuite") {
      let store = TestStore(initialState: Favourite.State(result: SearchResult(title: "Lisbon"))) { Favourite() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .success([]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.checkTapped)
      Command.send(.openTapped)
      Command.send(.removeTapped)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the browser with flat actions says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenFlatBrowserSuite", runs: 200, steps: 8) {
      let store = TestStore(initialState: FlatBrowser.State()) { FlatBrowser() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send { .search(.queryChanged($0.one(of: "swift", ""))) }
      Command.sendOne { state in state.search.results.map { .search(.resultTapped($0)) } }
      Command.send(.detail(.appeared), when: { $0.detail.map { $0.seconds < 2 } ?? false })
      Command.send(.detail(.closeTapped), when: { $0.detail != nil })
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the detail with flat actions says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenFlatDetailSuite", runs: 200) {
      TestStore(initialState: FlatDetail.State(result: SearchResult(title: "Lisbon"))) { FlatDetail() }
    } commands: {
      Command.send(.appeared)
      Command.send(.closeTapped)
    }
    #expect(suite.problems == [])
  }
}
