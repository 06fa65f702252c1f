// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 6 tests assert 7 of 7 pairs of a mode and a message and 8 transitions, and notice 71 of 72 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: SearchFeature.self, minimum: 1.0),
  .mutants(of: SearchFeature.self, minimumScore: 0.98)
)
struct WrittenSearchFeatureSuite {
  private func makeStore() -> TestStore<SearchFeature> {
    func make() -> TestStore<SearchFeature> {
      let store = TestStore(initialState: SearchFeature.State()) { SearchFeature() }
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

  @Test func `query changed " swift", 300 ms pass, then query changed "": its answer is dropped, search is cancelled`() async throws {
    let store = makeStore()
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    // search answers after query changed "swift".
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.isLoading = false
    }

    await store.send(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.queryChanged("")) { $0.query = "" }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged(""))
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")

    // The name is about this step. This cancels search.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.isLoading = false
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `query changed "store", 300 ms pass, then search fails: results becomes empty, is no longer loading`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")

    await store.send(.queryChanged("store"))
    // search answers after query changed "store".
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.isLoading = false
    }

    await store.send(.resultTapped(SearchResult(id: "store", title: "store", detail: "")))
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.isLoading = false
    }

    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    // The name is about this step.
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed("The search is unavailable: Offline")) {
      $0.results = []
      $0.isLoading = false
      $0.error = "The search is unavailable: Offline"
    }
    await store.finish()
  }

  @Test func `300 ms pass, query changed "store", then query changed "": debounce is cancelled, query becomes ""`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.isLoading = false
    }

    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")

    // This cancels search.
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.isLoading = false
    }
    await store.receiveEffect("debounce")
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    // The name is about this step. This cancels debounce.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed("The search is unavailable: Offline")) {
      $0.isLoading = false
      $0.error = "The search is unavailable: Offline"
    }

    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.error = nil
    }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `query changed " swift", 300 ms pass, then result tapped, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.isLoading = false
    }

    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")

    // The name is about this step.
    await store.send(.resultTapped(SearchResult(id: "store", title: "store", detail: "")))
    // This cancels search.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
      $0.isLoading = false
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed("The search is unavailable: Offline")) {
      $0.isLoading = false
      $0.error = "The search is unavailable: Offline"
    }

    await store.send(.queryChanged("store")) { $0.error = nil }
    await store.receiveEffect("debounce")
    await store.send(.queryChanged("store"))
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `300 ms pass, search fails, then query changed "": query becomes "", error becomes nil`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.isLoading = false
    }

    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.isLoading = false
    }

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed("The search is unavailable: Offline")) {
      $0.results = []
      $0.isLoading = false
      $0.error = "The search is unavailable: Offline"
    }

    // The name is about this step.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.error = nil
    }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `query changed "store", 300 ms pass, then search answers: is no longer loading`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.isLoading = false
    }

    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    // This cancels debounce.
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("debounce")
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "store")
    // The name is about this step.
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) { $0.isLoading = false }

    await store.send(.queryChanged("store"))
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("debounce")
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.send(.resultTapped(SearchResult(id: "store", title: "store", detail: "")))
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.isLoading = false
    }
    await store.finish()
  }
}
