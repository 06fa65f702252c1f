import StoreDependencies
import StoreTesting

extension ScheduleAttempt.Problem {
  /// The advice about an issue of a task that has lost the test's task locals, such as a detached task.
  ///
  /// Swift Testing reports such an issue for no test, and no trait can keep it back. So it fails the run of all tests,
  /// and doesn't tell which test, or which of its runs, it belongs to.
  static var lostIssueAdvice: String {
    """
    A detached task, another thread or a callback has lost the test, so Swift Testing reports its issue for no test, \
    and nothing tells which run of the test it belongs to. Return the value from the task, and expect it in the test: \
    'let value = await Task.detached { ... }.value', then '#expect(value == ...)'.
    """
  }

  /// Reports that a test can't be judged, as this issue belongs to no test.
  ///
  /// - Parameters:
  ///   - purpose: What can't be done with the test, as a participle.
  ///   - origin: The run with the issue, as a sentence; nil to leave it out.
  ///   - site: The line of the test.
  func reportLostIssue(_ purpose: String, _ origin: String? = nil, at site: CallSite) {
    reportMisuse(
      "The test can't be \(purpose), as a task without a test records an issue, at \(self.site).",
      details: paragraphs(list([headline]), origin, Self.lostIssueAdvice),
      at: site
    )
  }
}
