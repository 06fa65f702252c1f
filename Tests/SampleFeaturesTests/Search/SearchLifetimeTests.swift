import SampleFeatures
import StoreCore
import StoreTesting
import Testing

@MainActor
@Suite("Search: lifetime", .timeLimit(.minutes(15)))
struct SearchLifetimeTests {
  typealias SearchStore = Store<Search.State, Search.Input, Search.Output>

  @Test func `Releasing the store while it waits ends the wait, and nothing is searched for`() async {
    let wait = EndlessWork()
    var events = wait.events.makeAsyncIterator()
    var store: SearchStore? = Store(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = EndlessClock(work: wait)
      $0.searchClient.search = { _ in
        Issue.record("Nobody is there to see the answer.")
        return []
      }
    }
    weak let released = store

    store?.send(.queryChanged("swift"))
    #expect(await events.next() == .began)
    store = nil

    #expect(released == nil)
    #expect(await events.next() == .cancelled)
  }

  @Test func `Releasing the store while it searches cancels the search`() async {
    let search = EndlessWork()
    var events = search.events.makeAsyncIterator()
    var store: SearchStore? = Store(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.searchClient.search = { query in
        try await search()
        return results(for: query)
      }
    }
    weak let released = store

    store?.send(.queryChanged("swift"))
    #expect(await events.next() == .began)
    #expect(store?.isLoading == true)
    store = nil

    #expect(released == nil)
    #expect(await events.next() == .cancelled)
  }

  @Test func `Clearing the query cancels the search in the client, too`() async {
    let search = EndlessWork()
    var events = search.events.makeAsyncIterator()
    let store = Store(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.searchClient.search = { query in
        try await search()
        return results(for: query)
      }
    }

    let task = store.send(.queryChanged("swift"))
    #expect(await events.next() == .began)
    store.send(.queryChanged(""))

    #expect(await events.next() == .cancelled)
    await task.finish()
    #expect(store.state == Search.State())
  }
}
