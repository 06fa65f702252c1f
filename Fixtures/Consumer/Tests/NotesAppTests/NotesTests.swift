import StoreTesting
import Testing

@testable import NotesApp

struct NotesTests {
  @Test func savesWhenTypingStops() async {
    let store = TestStore(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.noteFile.write = { #expect($0 == "Buy milk") }
    }

    await store.send(.textChanged("Buy")) {
      $0.text = "Buy"
      $0.isSaved = false
    }
    await store.clock.advance(by: .milliseconds(49))
    await store.send(.textChanged("Buy milk")) { $0.text = "Buy milk" }
    await store.clock.advance(by: .milliseconds(50))
    await store.receiveEffect("save", of: "Buy milk")
    await store.receive(.saved) { $0.isSaved = true }
    await store.receiveOutput(.saved(characters: 8))
    await store.finish()
  }
}
