import StoreCore
import Testing

@MainActor @Suite struct StorePreviewTests {
  @Test func `a preview store shows its state, and ignores inputs`() async {
    let store = JournalStore(preview: Journal.State(feedback: ["shown"]))
    let log = store.log()
    let task = store.send(.merge(.say("a"), .output("b")))
    await task.finish()
    #expect(store.feedback == ["shown"])
    #expect(log.lines == ["input"])
  }
}
