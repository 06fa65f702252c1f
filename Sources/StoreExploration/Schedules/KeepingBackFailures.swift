import StoreDependencies
import StoreTesting
import Synchronization
import Testing

/// Runs code of a test again, and collects its failures: failures of stores, issues of Swift Testing, and errors.
///
/// - Parameters:
///   - site: The line to blame for a failure without a line.
///   - log: The collector.
///   - work: The code. Its parameter is the sink for failures of its stores.
/// - Returns: The failures: first those of stores, then the others, each in order.
func keepingBackFailures(
  otherwise site: CallSite,
  in log: ProblemLog = ProblemLog(),
  _ work: @escaping @Sendable (FailureSink) async throws -> Void
) async -> [ScheduleAttempt.Problem] {
  await suppressingIssues { issue in
    if log.sink.isClosed { return issue }
    if issue.isFailure, !FailureSink.isMatching { log.take(ScheduleAttempt.Problem(issue, otherwise: site)) }
    return nil
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

/// A collector of the failures of a run.
final class ProblemLog: Sendable {
  /// The sink for failures of stores.
  let sink: FailureSink

  /// Creates an empty collector.
  ///
  /// - Parameter matchesKnownIssues: Whether the run may declare failures known. Performance: each failure then becomes
  ///   an issue, with a backtrace.
  init(matchesKnownIssues: Bool = true) {
    sink = FailureSink(matchesKnownIssues: matchesKnownIssues)
  }

  /// The issues of Swift Testing, in order.
  private let issues = Mutex<[ScheduleAttempt.Problem]>([])

  func take(_ issue: ScheduleAttempt.Problem) {
    issues.withLock { $0.append(issue) }
  }

  /// Ends the collection. Failures of work that outlives the run go to the test.
  func close() { sink.close() }

  /// The failures so far: first those of stores, then the others.
  var problems: [ScheduleAttempt.Problem] {
    sink.all.filter { !$0.isWarning }.map(ScheduleAttempt.Problem.init) + issues.withLock(\.self)
  }
}

/// Runs code of a test as usual, and calls a closure for each issue that is an error.
///
/// The closure also receives known issues, and failures of stores unless other code records them.
///
/// - Parameters:
///   - hear: Receives for each issue whether it is known.
///   - work: The code.
/// - Throws: The error that the code throws.
func observingIssues(
  _ hear: @escaping @Sendable (_ isKnown: Bool) -> Void,
  _ work: @escaping @Sendable () async throws -> Void
) async throws {
  guard let test = Test.current else { return try await work() }
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    if issue.severity >= .error, Test.current?.id == test.id { hear(!issue.isFailure) }
    return issue
  }
  try await trait.provideScope(for: test, testCase: Test.Case.current) { try await work() }
}

/// Runs code, and passes its issues to a closure, which returns those for the test.
private func suppressingIssues(
  _ take: @escaping @Sendable (Issue) -> Issue?,
  perform: @escaping @Sendable () async -> Void
) async {
  guard let test = Test.current else { return await perform() }
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    // Swift Testing passes an issue without a test to every running test.
    Test.current?.id == test.id ? take(issue) : issue
  }
  try? await trait.provideScope(for: test, testCase: Test.Case.current) { await perform() }
}
