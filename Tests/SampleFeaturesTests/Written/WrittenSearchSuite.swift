// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenSuites.swift. It says what the feature does, not what it should do.
// 7 tests assert 10 of 11 pairs of a mode and a message and 15 transitions, and notice 115 of 115 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Search.self, minimum: 0.9),
  .mutants(of: Search.self, minimumScore: 1.0)
)
struct WrittenSearchSuite {
  private func makeStore() -> TestStore<Search> {
    func make() -> TestStore<Search> {
      let store = TestStore(initialState: Search.State()) { Search() }
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

  @Test func `query changed "swift", 300 ms pass, then query changed "store": its answer is dropped, search is cancelled`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    // The name is about this step. This cancels search.
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.phase = .idle
    }
    await store.finish()
  }

  @Test func `search answers, query changed "store", then query changed "swift": debounce is cancelled, query becomes "swift"`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }

    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    // The name is about this step. This cancels debounce.
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    // This cancels debounce.
    await store.send(.queryChanged("store")) { $0.query = "store" }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.phase = .idle
    }
    await store.finish()
  }

  @Test func `query changed " swift", 300 ms pass, then query changed " swift", which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    // This cancels search.
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    // This cancels debounce.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged(" swift")) {
      $0.query = " swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    // The name is about this step.
    await store.send(.queryChanged(" swift"))
    // search answers after query changed " swift".
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }

    await store.send(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))
    await store.receiveOutput(.resultSelected(SearchResult(id: "swift", title: "swift", detail: "")))
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    await store.send(.resultTapped(SearchResult(id: "swift", title: "swift", detail: "")))
    await store.receiveOutput(.resultSelected(SearchResult(id: "swift", title: "swift", detail: "")))
    // This cancels debounce.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
      $0.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `query changed " swift", 300 ms pass, then search fails: phase becomes failed`() async throws {
    let store = makeStore()
    await store.send(.queryChanged(" swift")) {
      $0.query = " swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    // The name is about this step.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed(SearchError.unavailable("Offline"))) { $0.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.phase = .idle
    }
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.phase = .idle
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    await store.send(.resultTapped(SearchResult(id: "store", title: "store", detail: "")))
    await store.receiveOutput(.resultSelected(SearchResult(id: "store", title: "store", detail: "")))
    // search answers after result tapped.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }

    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.finish()
  }

  @Test func `query changed "store", 300 ms pass, then query changed "": its answer is dropped, search is cancelled`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }

    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    // The name is about this step. This cancels search.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
      $0.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged(""))
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed(SearchError.unavailable("Offline"))) { $0.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.queryChanged("store")) { $0.phase = .waiting }
    // This cancels debounce.
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }
    await store.finish()
  }

  @Test func `query changed " swift", 300 ms pass, then search answers: phase becomes idle`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }

    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    // This cancels debounce.
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    // The name is about this step.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) { $0.phase = .idle }

    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.searchFailed(SearchError.unavailable("Offline"))) {
      $0.results = []
      $0.phase = .failed(SearchError.unavailable("Offline"))
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }
    await store.finish()
  }

  @Test func `300 ms pass, query changed "store", then query changed "store", which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    // This cancels search.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "store")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "store", title: "store", detail: "")])) {
      $0.results = [SearchResult(id: "store", title: "store", detail: "")]
      $0.phase = .idle
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }

    // This cancels search.
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.phase = .waiting
    }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    // The name is about this step.
    await store.send(.queryChanged("store"))
    // This cancels debounce.
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])) {
      $0.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.phase = .idle
    }
    await store.finish()
  }
}
