import SampleFeatures
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@Suite("Search: dependencies")
struct SearchDependencyTests {
  @Test func `A test without a client fails when the wait before the search ends`() async throws {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Search.State()) { Search() }
      await store.send(.queryChanged("swift")) {
        $0.query = "swift"
        $0.phase = .waiting
      }
      await store.clock.advance(by: .milliseconds(300))  // Fails: unimplementedDependency
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.receive(Search.Feedback.searchFailed) { state, error in state.phase = .failed(error) }
      await store.finish()
    }

    #expect(failures.locations == markedFailures())
    let failure = try #require(failures.first)
    #expect(failure.headline.contains("SearchClient.search"))
    #expect(failure.fileID == #fileID)
  }

  @Test func `A test without its own clock uses the clock of the test store, so no test waits for real time`() async {
    let store = TestStore(initialState: Search.State()) { Search() }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    #expect(store.clock.pendingSleeps.map(\.deadline) == [store.clock.now.advanced(by: .milliseconds(300))])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `A clock that must not be used fails the keystroke that uses it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.continuousClock = UnimplementedClock()
      }
      store.exhaustivity = .off
      await store.send(.queryChanged("swift"))  // Here
      await store.finish()
    }

    #expect(failures.map(\.kind).contains(.unimplementedDependency))
    #expect(failures.first?.line == markedLine())
  }

  @Test func `The search is as fast as its client when the clock is immediate`() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.searchClient = .instant
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.phase = .waiting
    }
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    await store.receive(.searchSucceeded(results(for: "swift"))) {
      $0.results = results(for: "swift")
      $0.phase = .idle
    }
    await store.finish()
  }
}
