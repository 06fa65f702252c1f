import StoreCore
import StoreTesting

/// The failures of a strict test of the catalog.
func failuresOfStrictTest(
  of catalog: Catalog = Catalog(),
  _ script: (TestStore<Catalog>) async -> Void
) async -> [TestFailure] {
  await recordingFailures {
    let store = TestStore(initialState: Catalog.State()) { catalog }
    store.exhaustivity = .strict
    await script(store)
  }
}

extension TestStore<Catalog> {
  /// Searches for "x" up to the effect, without a mistake.
  func startSearch() async {
    await send(.search("x")) {
      $0.query = "x"
      $0.isLoading = true
    }
    await receiveEffect("search", of: "x")
  }

  /// Receives the feedback and the output of the search for "x", without a mistake.
  func receiveSearch() async {
    await receive(.found(["x one", "x two"])) {
      $0.isLoading = false
      $0.items = ["x one", "x two"]
    }
    await receiveOutput(.counted(2, query: "x"))
  }

  /// Ends a test with every kind of message and effect, without a mistake.
  func finishAfterRightSteps() async {
    await send(.nothing)

    await send(.nap)
    await receiveEffect("nap")
    await clock.advance(by: .seconds(1))
    await receive(.woke) { $0.error = "awake" }

    await send(.open("a"))
    await receiveOutput(.opened("a"))

    await send(.track("seen"))
    await receiveEffect("track", of: "seen")

    await send(.clear) { $0 = Catalog.State() }
    await startSearch()
    await receiveSearch()
    await finish()
  }
}
