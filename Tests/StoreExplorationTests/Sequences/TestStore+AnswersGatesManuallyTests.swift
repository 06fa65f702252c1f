import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@Suite struct TestStoreAnswersGatesManuallyTests {
  /// Makes a store whose gate has answers.
  private func makeStore() -> TestStore<Spinning> { BuggyFeature.spinning(isMended: true) }

  @Test func `a gate with answers answers without the test`() async {
    let store = makeStore()
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded("found")) { $0 = Spinning.State(isLoading: false, text: "found") }
    await store.finish()
  }

  @Test func `a store that answers gates manually leaves each call to the test`() async {
    let store = makeStore()
    store.answersGatesManually = true
    #expect(store.answersGatesManually)
    await store.send(.load) { $0.isLoading = true }
    let look = store.gate("look", as: Gate<String, String, any Error>.self)
    #expect(look.pending.map(\.description) == [#"look("")"#])
    await look.fail(with: Busy())
    await store.receive(.failed) { $0.isLoading = false }
    await store.finish()
  }

  @Test func `an answer without a call is a failure`() async {
    let store = makeStore()
    store.answersGatesManually = true
    let failures = await recordingFailures {
      await store.gate("look", as: Gate<String, String, any Error>.self).succeed(with: "found")  // Fails: missingCall
    }
    #expect(failures.locations == markedFailures())
    await store.finish()
  }

  @Test func `a gate of other types is a misuse`() async {
    let store = makeStore()
    store.exhaustivity = .off
    store.answersGatesManually = true
    await store.send(.load)
    // Fails: misuse
    let failures = await recordingFailures { _ = store.gate("look", as: Gate<Int, String, any Error>.self) }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The gate 'look' is no Gate<Int, String, Error>.")
    #expect(failures.first?.details == "It is a Gate<String, String, Error>.")
  }
}
