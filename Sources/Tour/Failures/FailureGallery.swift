import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs a wrong test for each kind of failure, and prints what the framework says.
struct FailureGallery {
  /// All wrong tests, in the order of the kinds.
  static let exhibits: [Exhibit] = stateExhibits + messageExhibits + effectExhibits + misuseExhibits

  /// Where to print.
  let terminal: Terminal

  /// Runs and prints all of them.
  ///
  /// - Returns: Whether each ended in the one failure that it was meant to.
  func show() async -> Bool {
    var isSound = true
    terminal.print("\nWhat a wrong test is told", .bold)
    for exhibit in Self.exhibits {
      let found = await recordingReports(exhibit.run)
      terminal.print("\n\(exhibit.kind)", .bold)
      terminal.print(exhibit.mistake, .dim)
      for failure in found { show(failure) }
      isSound = isSound && found.map(\.kind) == [exhibit.kind]
    }
    return isSound
  }

  /// Prints a failure under the line that it points at.
  private func show(_ failure: TestFailure) {
    let place = "\(failure.fileID.split(separator: "/").last ?? ""):\(failure.line)"
    terminal.print("\n  \(terminal.styled(place, .dim))  \(sourceLine(of: failure) ?? "")")
    let lines = failure.text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines { terminal.print("    \(line)", failure.isWarning ? .yellow : .red) }
  }

  /// The line that a failure points at, if the source is at hand.
  private func sourceLine(of failure: TestFailure) -> String? {
    guard let source = try? String(contentsOfFile: failure.filePath, encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(failure.line - 1) else { return nil }
    return String(lines[failure.line - 1].drop { $0 == " " })
  }
}
