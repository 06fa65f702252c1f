import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

@MainActor struct NotesTests {
  typealias Note = NotesModel.Note

  struct Lost: Error {}

  @Test func loads() async {
    let store = TestStore {
      NotesModel()
    } withDependencies: {
      $0.notesClient.load = { [Note(id: 1, text: "One")] }
    }
    await store.call("load") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await store.receiveChange { $0.notes = [Note(id: 1, text: "One")] }
    await store.receiveOutput(.counted(1))
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }

  @Test func failsToLoad() async {
    let store = TestStore { NotesModel() }
    store.exhaustivity = .strict
    let load = store.gate("load", at: \.notesClient.load)
    await store.call("load") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await load.fail(with: Lost())
    await store.receiveChange { $0.problem = "Lost()" }
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }

  @Test func saves() async {
    let store = TestStore { NotesModel() }
    await store.call("begin") { $0.begin("Buy milk") }
    await store.receiveChange { $0.draft = Note(id: 1, text: "Buy milk") }
    await store.call("tag") { $0.tag("home") }
    await store.receiveChange { $0.draft?.tags = ["home"] }
    await store.call("save") { try await $0.save() }
    await store.clock.advance(by: .seconds(1))
    await store.receiveChange { $0.notes = [Note(id: 1, text: "Buy milk", tags: ["home"])] }
    await store.receiveChange { $0.draft = nil }
    await store.receiveOutput(.saved(Note(id: 1, text: "Buy milk", tags: ["home"])))
    await store.finish()
  }

  @Test func loadsWithAGate() async {
    let store = TestStore { NotesModel() }
    store.exhaustivity = .strict
    let load = store.gate("load", at: \.notesClient.load)
    await store.call { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await load.succeed(with: [Note(id: 3, text: "Line\nbreak"), Note(id: 4, text: "\\")])
    await store.receiveChange { $0.notes = [Note(id: 3, text: "Line\nbreak"), Note(id: 4, text: "\\")] }
    await store.receiveOutput(.counted(2))
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }
}
