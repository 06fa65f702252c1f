import Foundation
package import StoreTesting

/// A golden file with the events of a store.
package struct TranscriptFile: Sendable {
  /// The override for the current code.
  @TaskLocal package static var mode: GoldenFileMode?

  /// A problem of a text.
  struct Complaint {
    /// The problem, in a sentence.
    let headline: String

    /// The evidence and the fix.
    let details: String
  }

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
  func verify(_ text: String) -> Complaint? {
    TranscriptUse.current?.note(url)
    if Self.mode == nil, AcceptanceMode.isOn { return accept(text) }
    switch Self.mode ?? .requested {
    case .compare: return compare(text)
    case .record: return write(text)
    case .forbidden:
      return Complaint(
        headline: "The transcript \"\(name)\" is not recorded, because this is CI.",
        details: "Leave STORE_TESTING_RECORD out where CI is set, as a new transcript must be read before it is kept."
      )
    }
  }

  /// Compares a text with the file.
  private func compare(_ text: String) -> Complaint? {
    guard let golden = try? String(contentsOf: url, encoding: .utf8) else {
      return Complaint(
        headline: "The transcript \"\(name)\" does not exist.",
        details: paragraphs(
          "The events of the store:",
          code(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)),
          "If they are right, run the test with STORE_TESTING_RECORD=1 in its environment, and keep the file, beside that of the test:\n\n\(code([place]))"
        )
      )
    }
    guard golden != text else { return nil }
    return Complaint(
      headline: "The events of the store differ from the transcript \"\(name)\".",
      details: paragraphs(
        code(LineDifference(from: golden, to: text).unified),
        "Lines with - are those of the file, lines with + are new. If they are right, run the test with STORE_TESTING_RECORD=1 in its environment."
      )
    )
  }

  /// Writes a text that differs from the file, in a run that accepts changes. The test fails, as its author must read it first.
  private func accept(_ text: String) -> Complaint? {
    guard let complaint = compare(text), AcceptanceMode.writes else { return compare(text) }
    return write(text)
      ?? Complaint(
        headline: "The transcript \"\(name)\" is written anew.",
        details: paragraphs(complaint.details, "Read the difference, and run the test again.")
      )
  }

  /// Writes a text.
  private func write(_ text: String) -> Complaint? {
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
      return nil
    } catch {
      return Complaint(
        headline: "The transcript \"\(name)\" can't be written.",
        details: "\(error.localizedDescription)\n\n\(code([place]))"
      )
    }
  }
}
