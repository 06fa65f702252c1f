import StoreTesting
import TestSupport
import Testing

/// What a view shows of the search.
struct ShownSearch: Equatable {
  var query = ""
  var results: [String] = []
  var isLoading = false
  var error: String?

  @MainActor
  init(_ model: SearchModel) {
    query = model.query
    results = model.results
    isLoading = model.isLoading
    error = model.error
  }
}

@MainActor
@Suite struct SearchModelTests {
  private let clock = TestClock()

  private let search = Gate<String, [String], any Error>("search")

  private typealias Feature = ContainerFeature<ModelContainer<SearchModel, ShownSearch>, ShownSearch, Never>

  private func makeStore() -> TestStore<Feature> {
    TestStore(
      of: SearchModel(clock: clock) { [search] query in try await search(query) },
      projection: ShownSearch.init
    )
  }

  @Test func `a search begins when the user stops typing`() async {
    let store = makeStore()
    await store.call { $0.query = "a" }
    await store.receiveChange { $0.query = "a" }
    await clock.advance(by: .milliseconds(200))
    await store.call { $0.query = "ab" }
    await store.receiveChange { $0.query = "ab" }
    await clock.advance(by: .milliseconds(300))
    await store.receiveChange { $0.isLoading = true }
    await search.succeed(with: ["abacus"])
    await store.receiveChange {
      $0.results = ["abacus"]
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `an error is shown`() async {
    let store = makeStore()
    await store.call { $0.query = "a" }
    await store.receiveChange { $0.query = "a" }
    await clock.advance(by: .milliseconds(300))
    await store.receiveChange { $0.isLoading = true }
    await search.fail(with: NoConnection())
    await store.receiveChange {
      $0.error = "No connection."
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `a change that isn't received is a failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { $0.query = "a" }
      await clock.advance(by: .milliseconds(300))
      await store.receiveChange { $0.isLoading = true }  // Fails: unexpectedFeedback
      await search.succeed(with: [])
      await store.receiveChange { $0.isLoading = false }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a task of the model that still runs at the end is a failure at the call that started it`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { $0.query = "a" }  // Fails: effectInFlight
      await store.receiveChange { $0.query = "a" }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}

private struct NoConnection: Error {}
