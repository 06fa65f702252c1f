// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 8 tests assert 8 of 8 pairs of a mode and a message and 8 transitions, and notice 87 of 88 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: FlatBrowser.self, minimum: 1.0),
  .mutants(of: FlatBrowser.self, minimumScore: 0.98)
)
struct WrittenFlatBrowserSuite {
  private func makeStore() -> TestStore<FlatBrowser> {
    func make() -> TestStore<FlatBrowser> {
      let store = TestStore(initialState: FlatBrowser.State()) { FlatBrowser() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `search query changed "swift", 300 ms pass, then search answers: search results changes, search is loading becomes false`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    // The name is about this step.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["debounce", "timer"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `search query changed "swift", 300 ms pass, then search fails: search is loading becomes false, search error becomes "The search is unavailab…`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    // The name is about this step.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.searchFailed("The search is unavailable: Offline"))) {
      $0.search.isLoading = false
      $0.search.error = "The search is unavailable: Offline"
      $0.failures = 1
    }

    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.error = nil
    }
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.search(.queryChanged(""))) { $0.search.query = "" }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.finish()
  }

  @Test func `detail appeared, search query changed "swift", then detail close tapped: timer is cancelled, detail becomes nil`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    // The name is about this step. This cancels timer.
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")

    await store.send(.search(.queryChanged("swift")))
    // search answers after search query changed "swift".
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }
    await store.finish()
  }

  @Test func `search query changed "swift", search query changed "", then 1 s passes: detail changes`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("")))
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.search(.queryChanged(""))) { $0.search.query = "" }
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    // The name is about this step.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 2 }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `search query changed "swift", 300 ms pass, then search query changed "": its answer is dropped, search is cancelled`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")

    // The name is about this step. This cancels search.
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.isLoading = false
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }

    // This cancels timer.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    // This cancels timer.
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.finish()
  }

  @Test func `detail appeared, 1 s passes, then search result tapped: detail changes`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.secondPassed)) { $0.detail?.seconds = 1 }

    // The name is about this step.
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) { $0.detail?.seconds = 0 }
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.send(.search(.queryChanged("swift")))
    // This cancels timer.
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    await store.finish()
  }

  @Test func `search query changed "", search query changed "swift", then detail close tapped: detail becomes nil`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    // The name is about this step.
    await store.send(.detail(.closeTapped)) { $0.detail = nil }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))) {
      $0.detail = FlatDetail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `300 ms pass, search fails, then search query changed "swift": search error becomes nil, debounce starts`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.searchFailed("The search is unavailable: Offline"))) {
      $0.search.isLoading = false
      $0.search.error = "The search is unavailable: Offline"
      $0.failures = 1
    }

    // The name is about this step.
    await store.send(.search(.queryChanged("swift"))) { $0.search.error = nil }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.searchFailed("The search is unavailable: Offline"))) {
      $0.search.isLoading = false
      $0.search.error = "The search is unavailable: Offline"
      $0.failures = 2
    }

    await store.send(.search(.queryChanged("swift"))) { $0.search.error = nil }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.search(.queryChanged(""))) { $0.search.query = "" }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.queryChanged("")))
    await store.send(.search(.queryChanged("swift"))) { $0.search.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.search(.queryChanged("swift")))
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.search(.debounceCompleted)) { $0.search.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")]))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.isLoading = false
    }
    await store.finish()
  }
}
