import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a wrong test is told, as it is printed, kept in Fixtures/Failures, and shown in the guide.
struct FailureText {
  /// The failure.
  let failure: TestFailure

  /// The place and the line of source that the failure points at.
  var pointer: String {
    let place = "\(failure.fileID.split(separator: "/").last ?? ""):\(failure.line)"
    return "\(place)  \(sourceLine ?? "")"
  }

  /// What is printed under it.
  var message: String {
    failure.story.isEmpty ? failure.text : "\(failure.text)\n\nWhat happened last:\n\n\(indented(failure.story))"
  }

  /// All of it.
  var text: String { "\(pointer)\n\n\(message)\n" }

  /// The line that the failure points at, if the source is at hand.
  private var sourceLine: String? {
    guard let source = try? String(contentsOfFile: failure.filePath, encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(failure.line - 1) else { return nil }
    return String(lines[failure.line - 1].drop { $0 == " " })
  }

  /// A text with each line moved to the right.
  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }
}
