import Observation
import SampleFeatures
import StoreDependencies
import StoreTesting
import Testing

/// The search itself is specified by its own suite. These tests specify what the view model makes of it.
@MainActor
@Suite("Places view model", .timeLimit(.minutes(15)))
struct PlacesViewModelTests {
  private let leon = SearchResult(id: "leon-spain", title: "León")

  /// Makes a view model whose searches wait for no time, and find one place, or nothing but an error.
  private func makeViewModel(error: SearchError? = nil) -> PlacesViewModel {
    withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.searchClient.search = { [leon] _ in
        if let error { throw error }
        return [leon]
      }
    } operation: {
      PlacesViewModel()
    }
  }

  /// Observes a condition as a view does, and returns when it holds.
  private func until(_ condition: () -> Bool) async {
    while true {
      let (changes, change) = AsyncStream<Void>.makeStream()
      if withObservationTracking(condition, onChange: { change.finish() }) { return }
      // The change is announced before it is made, on the main actor, which this task leaves and comes back to.
      for await _ in changes {}
    }
  }

  @Test func `A query shows in its field at once, and its results after the search`() async {
    let model = makeViewModel()
    model.query = "león"
    #expect(model.query == "león")
    await until { model.results == [leon] }
    #expect(!model.isLoading)
    #expect(model.problem == nil)
    model.query = ""
    #expect(model.results.isEmpty)
  }

  @Test func `A failed search is a problem for the user`() async {
    let model = makeViewModel(error: .unavailable("offline"))
    model.query = "león"
    await until { model.problem == "The search is unavailable: offline" }
    #expect(model.results.isEmpty)
  }

  @Test func `A chosen place is the first of the recent ones, once`() async {
    let model = makeViewModel()
    let other = SearchResult(id: "leon-mexico", title: "León")
    for place in [leon, other, leon] { model.choose(place) }
    await until { model.recent == [leon, other] }
  }

  @Test func `A released view model releases its store, and cancels the search`() async {
    let search = EndlessWork()
    var events = search.events.makeAsyncIterator()
    var model: PlacesViewModel? = withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.searchClient.search = { _ in
        try await search()
        return []
      }
    } operation: {
      PlacesViewModel()
    }
    model?.query = "león"
    #expect(await events.next() == .began)
    #expect(model?.isLoading == true)
    weak let released = model
    model = nil
    #expect(released == nil)
    #expect(await events.next() == .cancelled)
  }
}
