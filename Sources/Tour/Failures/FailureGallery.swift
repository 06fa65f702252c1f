import StoreTesting

/// A gallery of wrong tests, one for each kind of failure, which prints their failures.
struct FailureGallery {
  /// All wrong tests, in the order of the kinds.
  static let exhibits: [Exhibit] =
    stateExhibits + messageExhibits + effectExhibits + misuseExhibits + explorationExhibits + sequenceExhibits

  /// The terminal to print to.
  let terminal: Terminal

  /// Runs all wrong tests, and prints their failures.
  ///
  /// - Returns: Whether each test had its expected failure, and else only warnings.
  func show() async -> Bool {
    var isSound = true
    terminal.print("\nWhat a wrong test is told", .bold)
    for exhibit in Self.exhibits {
      let found = await recordingReports(exhibit.run)
      terminal.print("\n\(exhibit.kind)", .bold)
      terminal.print(exhibit.mistake, .dim)
      for failure in found { show(failure) }
      isSound = isSound && found.first?.kind == exhibit.kind && found.dropFirst().allSatisfy(\.isWarning)
    }
    return isSound
  }

  /// Prints a failure below its source line.
  private func show(_ failure: TestFailure) {
    let text = FailureText(failure: failure)
    terminal.print("\n  \(terminal.styled(text.pointer, .dim))\n")
    let lines = text.message.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines { terminal.print("    \(line)", failure.isWarning ? .yellow : .red) }
  }
}
