import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The text of a wrong test's failure, as printed, stored in Fixtures/Failures, and shown in the guide.
struct FailureText {
  /// The failure.
  let failure: TestFailure

  /// The position and the source line of the failure.
  var pointer: String {
    let place = "\(failure.fileID.split(separator: "/").last ?? ""):\(failure.line)"
    return "\(place)  \(sourceLine ?? "")"
  }

  /// The text below the source line.
  var message: String {
    failure.lastEvents.isEmpty ? failure.text : "\(failure.text)\n\nThe last events:\n\n\(indented(failure.lastEvents))"
  }

  /// The whole text.
  var text: String { "\(pointer)\n\n\(message)\n" }

  /// The source line of the failure, if the source file can be read.
  private var sourceLine: String? {
    guard let source = try? String(contentsOfFile: failure.filePath, encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(failure.line - 1) else { return nil }
    return String(lines[failure.line - 1].drop { $0 == " " })
  }

  /// Returns a text with each line indented.
  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }
}
