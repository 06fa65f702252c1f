import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// Sends a feedback on the main thread.
@MainActor private func sendOnMainActor(_ send: Send<String>) async {
  // Without it, the optimizer may drop the hop to the actor.
  MainActor.preconditionIsolated()
  await send("x")
}

/// Where a store handles the feedback that other code than an effect's own task sends.
@Suite(.timeLimit(.minutes(15))) struct FeedbackArrivalTests {
  @Test func `the test itself can call the sender that an effect has left behind`() async {
    let keeper = SenderKeeper()
    let store = TestStore(initialState: Runner.State()) { Runner { keeper.keep($0) } }
    await store.send(.go)
    await keeper.send("x")
    await store.receive("x") { $0.log = ["x"] }
    keeper.release()
    await store.finish()
  }

  @Test func `a feedback that is sent on the main thread is handled where the store's effects run`() async {
    let isHandledInQueue = Recorder<Bool>()
    let store = TestStore(initialState: [String]()) {
      Machine<[String], Int, String, Never> { message, state in
        guard case .feedback(let text) = message else { return .run { send in await sendOnMainActor(send) } }
        isHandledInQueue.record(TestEnvironment.drainedHere != nil)
        state.append(text)
        return .none
      }
    }
    store.timeout = .seconds(60)
    await store.send(0)
    await store.receive("x") { $0 = ["x"] }
    // The store may reduce a feedback again, to see whether that gives the same.
    #expect(isHandledInQueue.values.first == true)
    await store.finish()
  }
}
