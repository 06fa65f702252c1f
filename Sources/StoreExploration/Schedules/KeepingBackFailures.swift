import StoreDependencies
import StoreTesting
import Synchronization
import Testing

/// Runs code of a test once more, and keeps to itself what fails: failures of stores, issues of Swift Testing, and errors.
///
/// - Parameters:
///   - site: The line that is to blame for what names none.
///   - log: What keeps it.
///   - work: The code, with where its stores' failures go.
/// - Returns: What has failed: first the failures of stores, then the rest, each in the order in which it came up.
func keepingBackFailures(
  otherwise site: CallSite,
  in log: ProblemLog = ProblemLog(),
  _ work: @escaping @Sendable (FailureSink) async throws -> Void
) async -> [ScheduleAttempt.Problem] {
  await suppressingIssues { issue in
    log.take(ScheduleAttempt.Problem(issue, otherwise: site))
  } perform: {
    do {
      try await work(log.sink)
    } catch {
      let text = "The test threw an error: \(describe(error: error))"
      log.take(ScheduleAttempt.Problem(headline: text, details: "", site: site, kind: "error"))
    }
  }
  return log.problems
}

/// What fails in a run, which nobody else is told.
final class ProblemLog: Sendable {
  /// Where failures of stores go.
  let sink = FailureSink()

  /// The issues of Swift Testing, in order.
  private let issues = Mutex<[ScheduleAttempt.Problem]>([])

  func take(_ issue: ScheduleAttempt.Problem) {
    issues.withLock { $0.append(issue) }
  }

  /// What has failed so far: what stores report, and then everything else.
  var problems: [ScheduleAttempt.Problem] {
    sink.all.filter { !$0.isWarning }.map(ScheduleAttempt.Problem.init) + issues.withLock(\.self)
  }
}

/// Runs code of a test as usual, and hears of what fails, failures of stores included, unless somebody records these.
///
/// - Parameters:
///   - hear: Called for each issue.
///   - work: The code.
/// - Throws: What the code throws.
func hearingOfIssues(
  _ hear: @escaping @Sendable () -> Void,
  _ work: @escaping @Sendable () async throws -> Void
) async throws {
  guard let test = Test.current else { return try await work() }
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    if issue.severity >= .error, Test.current?.id == test.id { hear() }
    return issue
  }
  try await trait.provideScope(for: test, testCase: Test.Case.current) { try await work() }
}

/// Runs code whose issues go somewhere else than to the test.
private func suppressingIssues(
  _ take: @escaping @Sendable (Issue) -> Void,
  perform: @escaping @Sendable () async -> Void
) async {
  guard let test = Test.current else { return await perform() }
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    // Swift Testing shows an issue that belongs to no test to every test that is running.
    guard Test.current?.id == test.id else { return issue }
    if issue.severity >= .error { take(issue) }
    return nil
  }
  try? await trait.provideScope(for: test, testCase: Test.Case.current) { await perform() }
}
