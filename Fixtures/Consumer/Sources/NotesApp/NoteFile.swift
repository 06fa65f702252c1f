import Foundation
import StoreDependencies

/// A client that reads and writes a note.
struct NoteFile: Sendable {
  var read: @Sendable () async throws -> String
  var write: @Sendable (_ text: String) async throws -> Void
}

extension NoteFile: DependencyKey {
  static let liveValue = NoteFile.file(at: .temporaryDirectory.appending(path: "note.txt"))
  static let previewValue = NoteFile(read: { "Buy milk" }, write: { _ in })
  static let testValue = NoteFile(
    read: unimplemented("NoteFile.read"),
    write: unimplemented("NoteFile.write")
  )

  /// Returns the client of a file. Before the first write, its text is empty.
  static func file(at url: URL) -> NoteFile {
    NoteFile { @concurrent in
      guard FileManager.default.fileExists(atPath: url.path) else { return "" }
      return try String(contentsOf: url, encoding: .utf8)
    } write: { @concurrent text in
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }
}

extension DependencyValues {
  var noteFile: NoteFile {
    get { self[NoteFile.self] }
    set { self[NoteFile.self] = newValue }
  }
}
