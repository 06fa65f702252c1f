import StoreTesting
import Testing

/// Gates with `answers:` in an ordinary test.
@Suite struct OwnAnswerTests {
  @Test func `a call of the test itself gets the first answer at once`() async {
    let find = Gate<String, Int, Never>("find") { [.success($0.count), .success(0)] }
    #expect(await find("abc") == 3)
    #expect(find.callCount == 1)
  }

  @Test(arguments: [[], [.never], [.never, .success(1)]] as [[GateAnswer<Int, any Error>]])
  func `a call never ends if the gate has no first answer`(answers: [GateAnswer<Int, any Error>]) async {
    let store = TestStore(initialState: GatedFeature.State()) { GatedFeature() }
    let find = store.gate("find", at: \.gatedClient.find) { _ in answers }
    await store.send(.find("a"))
    #expect(find.pending.isEmpty)
    #expect(store.inFlightEffects.map(\.waitingOn) == [.call(#"find("a")"#, hangs: true)])
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
