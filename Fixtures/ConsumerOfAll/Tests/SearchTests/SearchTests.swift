import SearchFeature
import StoreExploration
import StoreRecording
import StoreTesting
import Testing

/// Returns a store with a gate that answers its searches.
private func makeStore() -> TestStore<Search> {
  let find = Gate<String, String, any Error>("find") { [.success($0)] }
  let store = TestStore(initialState: Search.State()) { Search { try await find($0) } }
  store.always("a result is that of the query") { $0.result == nil || $0.result == $0.query }
  return store
}

@Suite(.recorded) struct SearchTests {
  @Test func `a search is recorded, and can be pinned`() async {
    let store = makeStore()
    await store.send(.search("a")) {
      $0.query = "a"
      $0.isSearching = true
    }
    await store.receive(.found("a")) {
      $0.result = "a"
      $0.isSearching = false
    }
    #expect(store.recording.entries.map(\.kind).contains(.feedback))
    #expect(store.recording.html.hasPrefix("<!doctype html>"))
    #expect(store.transcript.contains("← feedback"))
    #expect(store.generatedTest.contains("await store.send(.search(\"a\"))"))
    await store.finish()
  }

  @Test(.explore) func `in each order the result is that of the query`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.search("a"))
    await store.send(.search("b"))
    await store.finish()
  }

  @Test(.determinismAudit) func `a search does the same each time`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.search("a"))
    await store.finish()
  }

  @Test func `no sequence of searches shows another result`() async {
    let report = await checkSequences(runs: 20, steps: 6, store: makeStore) {
      Command.send(.search("a"))
      Command.send(.search("b"))
    }
    #expect(report.hasPassed)
  }

  @Test func `a search ends once it is answered`() {
    let space = StateSpace(initialState: Search.State(), inputs: [.search("a")]) {
      Search { $0 }
    } responses: { _ in
      [.sends(.found("a"))]
    }
    space.check(.leadsTo("it ends", fairness: .responsesOnceInputsEnd, from: \.isSearching, to: { !$0.isSearching }))
    #expect(space.diagram().covered(by: []).modes.count > 1)
  }
}
