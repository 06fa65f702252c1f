/// The selection of tests that the command line requests.
enum TestSelection {
  /// Whether the run leaves out tests. A suite's result then doesn't apply to the whole suite.
  ///
  /// Xcode selects tests in another way, which no public API reveals.
  static let leavesOutTests = leaveOutTests(CommandLine.arguments)

  /// The end of a line that reports the result of such a run.
  static let notJudged = ". It is not judged, as the command line leaves out tests."

  /// Whether arguments leave out tests, by `--filter` or `--skip`.
  static func leaveOutTests(_ arguments: [String]) -> Bool {
    arguments.contains { argument in
      ["--filter", "--skip"].contains { argument == $0 || argument.hasPrefix($0 + "=") }
    }
  }
}
