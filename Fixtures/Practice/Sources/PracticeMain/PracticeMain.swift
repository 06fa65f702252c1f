import Foundation
import Practice
import StoreCore
import StoreDependencies

@main
@MainActor
struct PracticeMain {
  /// Launches the app twice on the same files. A user practises for two seconds, while the server is offline.
  static func main() async throws {
    let folder = URL.temporaryDirectory.appending(path: "practice-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = Server()
    await firstLaunch(in: folder, server)
    await secondLaunch(in: folder, server)
  }

  private static func firstLaunch(in folder: URL, _ server: Server) async {
    print("The first launch:")
    let app = Launch(in: folder, server: server.client)
    let list = app.store.scope(\.list, PracticeApp.Input.list)

    list.send(.addTapped)
    do {
      let form = list.scope(\.form, PieceList.Input.form)
      form?.binding(\.title, PieceForm.Input.binding).wrappedValue = "Prelude"
      form?.send(.saveTapped)
    }
    await app.wait { $0.list.library.pieces.count == 1 }
    print("  the list shows \(list.library.pieces.map(\.title)), and the form is closed: \(list.form == nil)")

    list.send(.settingsTapped)
    await app.wait { $0.path.count == 1 }
    app.store.send(.settings(0, .backsUpToggled))
    await app.wait { $0.list.settings.backsUp }
    app.store.binding(\.path.ids, send: PracticeApp.Input.pathChanged).wrappedValue = []
    print("  each change is backed up: \(list.settings.backsUp)")

    list.send(.pieceTapped(1))
    await app.wait { $0.path.count == 1 }
    app.store.send(.detail(1, .practiseTapped))
    await app.wait { ($0.path.top?.recorder?.seconds ?? 0) >= 2 }
    app.store.send(.recorder(2, .doneTapped))
    await app.wait { $0.list.backup == .running(failures: 1) }
    print("  the server is offline, and the screen of the piece is on top: \(app.store.path.top?.detail != nil)")
    await app.wait { $0.list.backup == .idle }
    print("  the server has \(await server.copy?.pieces[id: 1]?.sessions.count ?? 0) session")
    await app.save()
  }

  private static func secondLaunch(in folder: URL, _ server: Server) async {
    print("The second launch, by a link:")
    let app = Launch(in: folder, server: server.client)
    let piece = app.store.list.library.pieces[id: 1]
    let isLongEnough = piece?.sessions.allSatisfy { $0 >= 2 } ?? false
    print("  the list shows \(piece?.title ?? "nothing"), and two seconds of it: \(isLongEnough)")
    if let link = PracticeLink("practice://pieces/1/recorder") { app.store.send(.linkOpened(link)) }
    await app.wait { $0.path.top?.recorder?.seconds == 1 }
    print("  the recorder runs above \(app.store.path.count - 1) screen")
    let ended = app.store.send(.recorder(1, .discardTapped))
    await ended.finish()
    await app.wait { $0.path.count == 1 }
    print("  the session is discarded: \(app.store.list.library.pieces[id: 1]?.sessions.count == 1)")
  }
}

/// A server that can't be reached at first.
actor Server {
  struct Offline: Error {}

  private var isOnline = false

  /// The library that was backed up.
  private(set) var copy: PracticeLibrary?

  nonisolated var client: BackupClient { BackupClient { try await self.keep($0) } }

  private func keep(_ library: PracticeLibrary) throws {
    guard isOnline else {
      isOnline = true
      throw Offline()
    }
    copy = library
  }
}
