import StoreDependencies
import StoreEditing

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A file with a text that a test expects, beside the file of the test.
package struct GoldenFile: Sendable {
  /// How a text compares with a file.
  package enum Outcome {
    case equal

    /// There is no file.
    case missing

    /// The file has another text. These are the lines that differ.
    case different([String])

    /// The run was to write the file. It has, or it could not, and fails in either case, as a person must read the text.
    case reported(Complaint)
  }

  /// A problem of a text.
  package struct Complaint: Sendable {
    /// The problem, in a sentence.
    package let headline: String

    /// The evidence and the fix.
    package let details: String

    package init(_ headline: String, _ details: String) {
      self.headline = headline
      self.details = details
    }
  }

  /// The greatest number of lines of a difference.
  private static var lineLimit: Int { 60 }

  /// The content of the file, as the subject of a sentence.
  private let content: String

  private let url: URL

  package init(_ content: String, at url: URL) {
    self.content = content
    self.url = url
  }

  /// Compares a text with the file, and writes it where that is asked for.
  package func verify(_ text: String, _ mode: GoldenFileMode) -> Outcome {
    guard let data = try? Data(contentsOf: url) else { return mode == .compare ? .missing : write(text, in: mode) }
    guard data != Data(text.utf8) else { return .equal }
    let old = String(decoding: data, as: UTF8.self)
    let difference = shortened(
      unifiedDifference(old: old, new: text).split(separator: "\n").map(String.init),
      to: Self.lineLimit,
      mark: "…"
    )
    return mode == .compare ? .different(difference) : write(text, over: difference, in: mode)
  }

  /// Writes a text, unless that is forbidden.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - difference: The lines that differ from those of the file; nil if there is none.
  ///   - mode: The mode, which isn't to compare.
  private func write(_ text: String, over difference: [String]? = nil, in mode: GoldenFileMode) -> Outcome {
    guard mode == .record else {
      return .reported(
        Complaint(
          "\(content) is not written, because this is CI.",
          "Leave STORE_TESTING_RECORD out where CI is set, as a new text must be read before it is kept."
        )
      )
    }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      return .reported(Complaint("\(content) can't be written: \(describe(error: error))", code([url.path])))
    }
    guard let difference else {
      return .reported(
        Complaint("\(content) is written.", paragraphs("Read the file, and run the test again:", code([url.path])))
      )
    }
    return .reported(
      Complaint(
        "\(content) is written anew.",
        paragraphs(
          code(difference),
          "Lines with - were in the file, lines with + are new. Read them, and run the test again."
        )
      )
    )
  }
}

/// What a test does with a golden file: whether it compares or writes its text.
package enum GoldenFileMode: Sendable {
  /// Texts are compared.
  case compare

  /// Texts are written.
  case record

  /// Writing was requested, but is forbidden in CI.
  case forbidden

  /// The override for the current code.
  @TaskLocal package static var override: Self?

  /// The mode that is in force.
  package static var current: Self { override ?? Self(in: ProcessInfo.processInfo.environment) }

  /// Reads the mode from environment variables: `STORE_TESTING_RECORD` requests writing, and `CI` forbids it.
  package init(in environment: [String: String]) {
    guard let text = environment["STORE_TESTING_RECORD"], !text.isEmpty, text != "0" else {
      self = .compare
      return
    }
    self = isCI(in: environment) ? .forbidden : .record
  }
}
