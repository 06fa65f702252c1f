import StoreCore
import Testing

@MainActor @Suite struct StoreInertTests {
  @Test("an inert store shows its state, and does nothing about what is sent")
  func inert() async {
    let store = JournalStore(preview: Journal.State(feedback: ["shown"]))
    let log = store.log()
    let task = store.send(.merge(.say("a"), .output("b")))
    await task.finish()
    #expect(store.feedback == ["shown"])
    #expect(log.lines == ["input"])
  }
}
