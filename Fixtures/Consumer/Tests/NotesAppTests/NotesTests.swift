import StoreTesting
import Testing

@testable import NotesApp

struct NotesTests {
  struct DiskFull: Error {}

  func makeStore(_ state: Notes.State = Notes.State()) -> TestStore<Notes> {
    let store = TestStore(initialState: state) { Notes() }
    store.exhaustivity = .strict
    return store
  }

  /// Types a text, and advances the clock until it is saved.
  func save(_ text: String, in store: TestStore<Notes>) async {
    await store.send(.textChanged(text)) {
      $0.text = text
      $0.isSaved = false
      $0.needsLoad = false
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(50))
    await store.receiveEffect("save", of: text)
  }

  @Test func savesWhenTypingStops() async {
    let store = makeStore()
    store.dependencies.noteFile.write = { #expect($0 == "Buy milk") }

    await store.send(.textChanged("Buy")) {
      $0.text = "Buy"
      $0.isSaved = false
      $0.needsLoad = false
    }
    await store.clock.advance(by: .milliseconds(49))
    await store.send(.textChanged("Buy milk")) { $0.text = "Buy milk" }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(50))
    await store.receiveEffect("save", of: "Buy milk")
    await store.receive(.saved) { $0.isSaved = true }
    await store.receiveOutput(.saved(characters: 8))
    await store.finish()
  }

  @Test(arguments: [false, true])
  func savesTheLatestTextWhileAnEarlierOneIsSaved(needsLoad: Bool) async {
    let store = makeStore(Notes.State(needsLoad: needsLoad))
    let write = store.gate("write", at: \.noteFile.write)

    await save("B", in: store)
    for text in ["Buy", "Buy milk"] {
      await store.send(.textChanged(text)) { $0.text = text }
      #expect(await store.clock.advanceToNextDeadline() == .milliseconds(50))
      await store.receiveEffect("save", of: text)
    }
    await write.succeed()
    await store.receive(.saved) { $0.isSaved = true }
    await store.receiveOutput(.saved(characters: 8))
    await store.finish()
  }

  @Test func showsAProblemUntilItIsSaved() async {
    let store = makeStore()
    store.dependencies.noteFile.write = { _ in throw DiskFull() }

    await save("Buy", in: store)
    await store.receive(.saveFailed("DiskFull()")) { $0.problem = "DiskFull()" }
    store.dependencies.noteFile.write = { _ in }
    await store.send(.textChanged("Buy milk")) { $0.text = "Buy milk" }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(50))
    await store.receiveEffect("save", of: "Buy milk")
    await store.receive(.saved) {
      $0.isSaved = true
      $0.problem = nil
    }
    await store.receiveOutput(.saved(characters: 8))
    await store.finish()
  }

  @Test func loadsOnce() async {
    let store = makeStore()
    let read = store.gate("read", at: \.noteFile.read)

    await store.send(.appeared) { $0.needsLoad = false }
    await store.receiveEffect("load")
    await store.send(.appeared)
    await read.succeed(with: "Buy milk")
    await store.receive(.loaded("Buy milk")) { $0.text = "Buy milk" }
    await store.send(.appeared)
    await store.finish()
  }

  @Test func loadsAgainAfterAFailure() async {
    let store = makeStore()
    store.dependencies.noteFile.read = { throw DiskFull() }

    await store.send(.appeared) { $0.needsLoad = false }
    await store.receiveEffect("load")
    await store.receive(.loadFailed("DiskFull()")) {
      $0.problem = "DiskFull()"
      $0.needsLoad = true
    }
    store.dependencies.noteFile.read = { "Buy milk" }
    await store.send(.appeared) { $0.needsLoad = false }
    await store.receiveEffect("load")
    await store.receive(.loaded("Buy milk")) {
      $0.text = "Buy milk"
      $0.problem = nil
    }
    await store.finish()
  }

  @Test func keepsTypedTextWhenALateLoadAnswers() async {
    let store = makeStore()
    let read = store.gate("read", at: \.noteFile.read, whenCancelled: .ignoresCancellation)
    store.dependencies.noteFile.write = { _ in }

    await store.send(.appeared) { $0.needsLoad = false }
    await store.receiveEffect("load")
    await store.send(.textChanged("Buy milk")) {
      $0.text = "Buy milk"
      $0.isSaved = false
    }
    await read.succeed(with: "An older text")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(50))
    await store.receiveEffect("save", of: "Buy milk")
    await store.receive(.saved) { $0.isSaved = true }
    await store.receiveOutput(.saved(characters: 8))
    await store.send(.appeared)
    await store.finish()
  }
}
