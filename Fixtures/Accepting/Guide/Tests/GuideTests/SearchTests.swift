import StoreTesting
import Testing

@testable import Guide

@Suite struct SearchTests {
  @Test func `a query is searched when the user pauses`() async {
    let store = TestStore(initialState: Search.State()) { Search { ["About \($0)"] } }
    await store.send(.queryChanged("sw"))
    await store.clock.advance(by: .milliseconds(299))
    await store.send(.queryChanged("swift")) { $0.query = "swfit" }
    await store.clock.advance(by: .milliseconds(300))
    // The results go with the query.
    await store.send(.cleared)
    await store.finish()
  }
}
