// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 1 test asserts 7 of 7 pairs of a mode and a message and 7 transitions, and notices 40 of 41 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Favourite.self, minimum: 1.0),
  .mutants(of: Favourite.self, minimumScore: 0.97)
)
struct WrittenFavouriteSuite {
  private func makeStore() -> TestStore<Favourite> {
    func make() -> TestStore<Favourite> {
      let store = TestStore(initialState: Favourite.State(result: SearchResult(title: "Lisbon"))) { Favourite() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .success([]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `check tapped, then search answers with [SearchResult(id: "Lisbo…: matches becomes 1, is no longer checking`() async throws {
    let store = makeStore()
    await store.send(.checkTapped) { $0.isChecking = true }
    await store.receiveEffect("check", of: "Lisbon")
    // The name is about this step.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["Lisbon"])
    await search.succeed(with: [SearchResult(id: "Lisbon", title: "Lisbon", detail: "")])
    await store.receive(.checked(1)) {
      $0.matches = 1
      $0.isChecking = false
    }

    await store.send(.checkTapped) { $0.isChecking = true }
    await store.receiveEffect("check", of: "Lisbon")
    #expect(search.pending.map(\.arguments) == ["Lisbon"])
    await search.succeed(with: [])
    await store.receive(.checked(0)) {
      $0.matches = 0
      $0.isChecking = false
    }

    await store.send(.checkTapped) { $0.isChecking = true }
    await store.receiveEffect("check", of: "Lisbon")
    // This cancels check.
    await store.send(.checkTapped)
    await store.receiveEffect("check", of: "Lisbon")
    #expect(store.inFlightEffects.map(\.name) == ["check"])
    await store.send(.openTapped)
    await store.receiveOutput(.opened(SearchResult(id: "Lisbon", title: "Lisbon", detail: "")))
    await store.send(.removeTapped)
    await store.receiveOutput(.removed)
    // search answers after remove tapped.
    #expect(search.pending.map(\.arguments) == ["Lisbon"])
    await search.succeed(with: [])
    await store.receive(.checked(0)) { $0.isChecking = false }

    await store.send(.openTapped)
    await store.receiveOutput(.opened(SearchResult(id: "Lisbon", title: "Lisbon", detail: "")))
    await store.send(.removeTapped)
    await store.receiveOutput(.removed)
    await store.finish()
  }
}
