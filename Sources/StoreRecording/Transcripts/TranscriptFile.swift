import Foundation
import StoreTesting

/// A golden file with the events of a store.
struct TranscriptFile: Sendable {
  /// The location of the file.
  let url: URL

  let name: String

  /// Creates the location of a transcript's file.
  ///
  /// - Parameters:
  ///   - name: The name of the transcript.
  ///   - path: The path of the test's file.
  init(named name: String, besides path: String) {
    self.name = name
    let safe = String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" })
    url = Self.folder(besides: path).appending(path: "\(safe).txt")
  }

  /// The path of the file relative to the folder of the test's file.
  private var place: String {
    url.pathComponents.suffix(3).joined(separator: "/")
  }

  /// Returns the folder with the transcripts of a test file.
  static func folder(besides path: String) -> URL {
    let file = URL(filePath: path)
    return file.deletingLastPathComponent()
      .appending(path: "__Transcripts__/\(file.deletingPathExtension().lastPathComponent)")
  }

  /// Compares a text with the file, or writes it.
  ///
  /// - Returns: The problem, if any.
  func verify(_ text: String) -> GoldenFile.Complaint? {
    for use in TranscriptUse.current { use.note(url) }
    let isWritten = AcceptanceMode.writes && GoldenFileMode.override == nil
    switch GoldenFile("The transcript \"\(name)\"", at: url).verify(text, isWritten ? .record : .current) {
    case .equal: return nil
    case .reported(let complaint): return complaint
    case .missing:
      return GoldenFile.Complaint(
        "The transcript \"\(name)\" does not exist.",
        paragraphs(
          "The events of the store:",
          code(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)),
          "If they are right, run the test with STORE_TESTING_RECORD=1 in its environment, and keep the file, beside that of the test:\n\n\(code([place]))"
        )
      )
    case .different(let lines):
      return GoldenFile.Complaint(
        "The events of the store differ from the transcript \"\(name)\".",
        paragraphs(
          code(lines),
          "Lines with - are those of the file, lines with + are new. If they are right, run the test with STORE_TESTING_RECORD=1 in its environment."
        )
      )
    }
  }
}
