// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 6 tests assert 5 of 5 pairs of a mode and a message and 5 transitions, and notice 56 of 64 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: ReactiveFeedbackSearch.self, minimum: 1.0),
  .mutants(of: ReactiveFeedbackSearch.self, minimumScore: 0.87)
)
struct WrittenReactiveFeedbackSearchSuite {
  private func makeStore() -> TestStore<some Reducer<ReactiveFeedbackSearch.State, ReactiveFeedbackSearch.Input, ReactiveFeedbackSearch.Feedback, Never>> {
    func make() -> TestStore<some Reducer<ReactiveFeedbackSearch.State, ReactiveFeedbackSearch.Input, ReactiveFeedbackSearch.Feedback, Never>> {
      let store = TestStore(initialState: ReactiveFeedbackSearch.State()) { ReactiveFeedbackSearch.system }
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

  @Test func `query changed "swift", query changed "store", then search answers: results changes`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    // This cancels search.
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("search", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    // The name is about this step.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.found([SearchResult(id: "store", title: "store", detail: "")])) { $0.results = [SearchResult(id: "store", title: "store", detail: "")] }
    await store.finish()
  }

  @Test func `query changed "swift", search fails, then 1 s passes: retry is cancelled, needs retry becomes false`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    // This cancels search.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])
    // The name is about this step. This cancels retry.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.retry) { $0.needsRetry = false }
    await store.receiveEffect("search", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["search"])

    // This cancels search.
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("search", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.found([SearchResult(id: "store", title: "store", detail: "")])) { $0.results = [SearchResult(id: "store", title: "store", detail: "")] }
    await store.finish()
  }

  @Test func `1 s passes, query changed "swift", then search answers: results changes`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("search", of: "store")
    // This cancels search.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])
    // This cancels retry.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.retry) { $0.needsRetry = false }
    await store.receiveEffect("search", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["search"])

    // This cancels search.
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    // The name is about this step.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.found([SearchResult(id: "swift", title: "swift", detail: "")])) { $0.results = [SearchResult(id: "swift", title: "swift", detail: "")] }
    await store.finish()
  }

  @Test func `query changed "store", query changed "swift", then query changed "swift", which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("search", of: "store")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.found([SearchResult(id: "store", title: "store", detail: "")])) { $0.results = [SearchResult(id: "store", title: "store", detail: "")] }

    await store.send(.queryChanged("store")) { $0.results = [] }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    // The name is about this step.
    await store.send(.queryChanged("swift"))
    // search answers after query changed "swift".
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.found([SearchResult(id: "swift", title: "swift", detail: "")])) { $0.results = [SearchResult(id: "swift", title: "swift", detail: "")] }

    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.results = []
    }
    await store.receiveEffect("search", of: "store")
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.found([SearchResult(id: "store", title: "store", detail: "")])) { $0.results = [SearchResult(id: "store", title: "store", detail: "")] }

    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.send(.queryChanged(""))
    await store.finish()
  }

  @Test func `query changed "swift", search fails, then query changed "swift": retry is cancelled, needs retry becomes false`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.found([SearchResult(id: "swift", title: "swift", detail: "")])) { $0.results = [SearchResult(id: "swift", title: "swift", detail: "")] }

    await store.send(.queryChanged("swift")) { $0.results = [] }
    await store.send(.queryChanged("")) { $0.query = "" }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    // This cancels search.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])

    // The name is about this step. This cancels retry.
    await store.send(.queryChanged("swift")) { $0.needsRetry = false }
    await store.receiveEffect("search", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    // This cancels search.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])

    // This cancels retry.
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.needsRetry = false
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.found([SearchResult(id: "swift", title: "swift", detail: "")])) { $0.results = [SearchResult(id: "swift", title: "swift", detail: "")] }

    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.finish()
  }

  @Test func `query changed "swift", query changed "store", then query changed "": search is cancelled, query becomes ""`() async throws {
    let store = makeStore()
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receiveEffect("search", of: "swift")
    // This cancels search.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])
    // This cancels retry.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.retry) { $0.needsRetry = false }
    await store.receiveEffect("search", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    // This cancels search.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])

    // This cancels retry.
    await store.send(.queryChanged("store")) {
      $0.query = "store"
      $0.needsRetry = false
    }
    await store.receiveEffect("search", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.found([SearchResult(id: "store", title: "store", detail: "")])) { $0.results = [SearchResult(id: "store", title: "store", detail: "")] }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.results = []
    }
    await store.receiveEffect("search", of: "swift")
    // This cancels search.
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("search", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    // The name is about this step. This cancels search.
    await store.send(.queryChanged("")) { $0.query = "" }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.queryChanged("store")) { $0.query = "store" }
    await store.receiveEffect("search", of: "store")
    await store.send(.queryChanged("store"))
    // search answers after query changed "store".
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.failed) { $0.needsRetry = true }
    await store.receiveEffect("retry", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["retry"])
    // This cancels retry.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.retry) { $0.needsRetry = false }
    await store.receiveEffect("search", of: "store")
    #expect(store.inFlightEffects.map(\.name) == ["search"])
    #expect(search.pending.map(\.arguments) == ["store"])
    await search.succeed(with: [SearchResult(id: "store", title: "store", detail: "")])
    await store.receive(.found([SearchResult(id: "store", title: "store", detail: "")])) { $0.results = [SearchResult(id: "store", title: "store", detail: "")] }
    await store.finish()
  }
}
