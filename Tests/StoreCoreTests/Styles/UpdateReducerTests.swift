import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct UpdateReducerTests {
  @Test func `a test compares the next value without a store`() {
    #expect(CommandFeature().update(.cold, on: .input(.switchOn)) == .state(.heating, commands: .heat))
    #expect(CommandFeature().update(.heating, on: .input(.switchOn)) == .nothing)
    #expect(CommandFeature().update(.boiling, on: .input(.switchOn)) == .state(.boiling))
  }

  @Test func `the commands of an update are outputs, asserted in order and number`() async {
    let store = TestStore(initialState: .cold) { CommandFeature() }
    store.exhaustivity = .strict
    await store.receiveOutput(.whistle("hello"))
    await store.send(.switchOn) { $0 = .heating }
    await store.receiveOutput(.heat)
    await store.send(.ask)
    await store.receiveOutput(.whistle("heating"))
    await store.receiveOutput(.whistle("heating"))
    await store.send(.switchOff) { $0 = .cold }
    await store.receiveOutput(.cool)
    await store.finish()
  }

  @Test func `a repeated command that is asserted once is a failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: .cold) { CommandFeature() }
      await store.receiveOutput(.whistle("hello"))
      await store.send(.ask)
      await store.receiveOutput(.whistle("cold"))
      await store.finish()  // Fails: unhandledOutput
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an update sets its state if it has one, and keeps the state otherwise`() {
    var state = CommandFeature.State.boiling
    _ = CommandFeature().reduce(message: .input(.ask), into: &state)
    #expect(state == .boiling)
    _ = CommandFeature().reduce(message: .input(.switchOff), into: &state)
    #expect(state == .cold)
  }

  @Test func `an update without commands returns no effect`() {
    var state = CommandFeature.State.heating
    guard case .none = CommandFeature().reduce(message: .input(.switchOn), into: &state).node else {
      Issue.record("Something follows.")
      return
    }
  }
}
