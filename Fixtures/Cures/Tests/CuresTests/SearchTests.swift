import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a search that waits for a pause.
@Suite struct SearchTests {
  @Test func finds() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.search = { ["About \($0)"] }
    }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    //~ without the pause
    //~ wrong duration: await store.clock.advance(by: .milliseconds(200))
    //~ swap the advance and its feedback
    await store.clock.advance(by: .milliseconds(300))
    //~ without the end of the pause
    await store.receive(.pauseEnded) { $0.isLoading = true }
    //~ wrong payload of an effect: await store.receiveEffect("search", of: "swfit")
    //~ wrong name of an effect: await store.receiveEffect("serch", of: "swift")
    await store.receiveEffect("search", of: "swift")
    //~ wrong list: await store.receive(.found(["On swift"])) { $0.isLoading = false; $0.results = ["On swift"] }
    await store.receive(.found(["About swift"])) {
      $0.isLoading = false
      $0.results = ["About swift"]
    }
    //~ wrong index: await store.send(.resultTapped(0)) { $0.query = "" }
    await store.send(.resultTapped(0))
    //~ wrong case of an output by pattern: await store.receiveOutput(.selected("swift"))
    await store.receiveOutput(.selected("About swift"))
    await store.finish()
  }

  @Test func waitsAgain() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.search = { _ in throw CancellationError() }
    }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await store.clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("sw")) { $0.query = "sw" }
    //~ wrong remaining time: await store.clock.advance(by: .milliseconds(100))
    await store.clock.advance(by: .milliseconds(300))
    //~ swap two feedbacks
    await store.receive(.pauseEnded) { $0.isLoading = true }
    //~ wrong message: await store.receive(.failed("Failed.")) { $0.isLoading = false; $0.message = "Failed." }
    await store.receive(.failed("The search failed.")) {
      $0.isLoading = false
      $0.message = "The search failed."
    }
    await store.send(.clearTapped) {
      //~ without one field
      $0.query = ""
      $0.message = nil
    }
    await store.finish()
  }

  @Test func clears() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    //~ without the end of the wait
    await store.send(.clearTapped) { $0.query = "" }
  }
}
