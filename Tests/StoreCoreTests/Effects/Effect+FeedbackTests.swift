import StoreCore
import StoreTesting
import Testing

@MainActor @Suite struct EffectFeedbackTests {
  @Test func `an immediate feedback is reduced before 'send' returns, after the effects next to it`() {
    let store = JournalStore { $0 == "a" ? .merge(.feedback("b"), .output("after a")) : .none }
    let log = store.log()
    store.send(.merge(.feedback("a"), .output("first")))
    #expect(
      log.lines == [
        "input", "output first", "feedback a from effect at Effect+FeedbackTests.swift:9: [] -> [\"a\"]",
        "output after a",
        "feedback b from effect at Effect+FeedbackTests.swift:7: [\"a\"] -> [\"a\", \"b\"]",
      ]
    )
  }

  @Test func `a test receives an immediate feedback like any other`() async {
    let store = TestStore(initialState: Journal.State()) { Journal() }
    await store.send(.concatenate(.feedback("a"), .output("b"), .feedback("c")))
    await store.receiveOutput("b")
    await store.receive("a") { $0.feedback = ["a"] }
    await store.receive("c") { $0.feedback = ["a", "c"] }
    await store.finish()
  }

  @Test func `an immediate feedback belongs to the group of the input`() async {
    let store = JournalStore { $0 == "a" ? .say("b") : .none }
    await store.send(.feedback("a")).finish()
    #expect(store.feedback == ["a", "b"])
  }

  @Test func `an immediate feedback is dropped if an earlier message cancels its effect`() async {
    let store = TestStore(initialState: Journal.State()) { Journal { $0 == "stop" ? .cancel(id: 1) : .none } }
    await store.send(.merge(.feedback("stop"), .feedback("dropped").cancellable(id: 1), .feedback("kept")))
    await store.receive("stop") { $0.feedback = ["stop"] }
    await store.receive("kept") { $0.feedback = ["stop", "kept"] }
    await store.finish()
  }

  @Test func `a feature that sends itself feedback endlessly fails its test once`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Journal.State()) {
        CombineReducers<Journal.State, Step, String, String> { EndlessSelfSender() }
      }
      store.stepLimit = 1_000
      await store.send(.none)
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == [
        "The feature sends feedback to itself endlessly: the store has reduced 1000 such messages in a row."
      ]
    )
    #expect(failures.map(\.kind) == [.livelock])
  }
}

private struct EndlessSelfSender: Reducer {
  func reduce(message: Message<Step, String>, into state: inout Journal.State) -> Step { .feedback("again") }
}
