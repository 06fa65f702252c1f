import Foundation
import StoreCore
import StoreDependencies

@main
@MainActor
struct NotesApp {
  /// Runs the feature with a live store: the system's clock and a real file.
  static func main() async throws {
    let url = URL.temporaryDirectory.appending(path: "note-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: url) }
    prepareDependencies { $0.noteFile = .file(at: url) }

    var store: Store? = Store(initialState: Notes.State()) { Notes() }
    store?.onEvent = { event in
      switch event {
      case .effectStarted(let effect): print("  started \(effect.label)")
      case .effectCancelled(let effect): print("  cancelled \(effect.label)")
      default: break
      }
    }
    var screen = store.map(NoteScreen.init)

    print("The screen appears:")
    await store?.send(.appeared).finish()

    print("Its user types:")
    do {
      let text = store?.binding(\.text, send: Notes.Input.textChanged)
      text?.wrappedValue = "Buy milk"
      print("  the field shows \(text?.wrappedValue ?? "")")
    }
    await store?.send(.textChanged("Buy milk and tea")).finish()
    print("  the file has \(try String(contentsOf: url, encoding: .utf8))")
    print("  the screen showed \(screen?.lines ?? []) and \(screen?.messages ?? [])")

    print("The file can't be written:")
    try FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    await store?.send(.textChanged("Buy")).finish()
    print("  there is a problem: \(store?.problem != nil)")

    print("The screen leaves while a save waits:")
    let task = store?.send(.textChanged("Buy bread"))
    (screen, store) = (nil, nil)
    await task?.finish()
    print("  the save was cancelled: \(task?.isCancelled == true)")
  }
}
