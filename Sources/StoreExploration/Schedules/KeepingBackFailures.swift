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
  await suppressingIssues { issue, belongsToTest in
    if log.sink.isClosed || belongsToTest && log.passesHints && !issue.isFailure { return issue }
    guard issue.isFailure, !FailureSink.isMatching else { return nil }
    let problem = ScheduleAttempt.Problem(issue, otherwise: site)
    if belongsToTest { log.take(problem) } else { log.take(lost: problem) }
    return nil
  } perform: {
    do {
      try await work(log.sink)
    } catch {
      let text = "The test threw an error: \(describe(error: error))"
      log.take(ScheduleAttempt.Problem(headline: text, details: "", site: site, kind: "error"))
    }
  }
  let problems = log.problems
  if log.passesHints, problems.isEmpty {
    for hint in log.sink.all where hint.isWarning { hint.report(to: nil) }
  }
  return problems
}

/// A collector of the failures of a run.
final class ProblemLog: Sendable {
  /// The sink for failures of stores.
  let sink: FailureSink

  /// Whether warnings and known issues go to the test, as those of other runs would repeat them.
  let passesHints: Bool

  /// Creates an empty collector.
  ///
  /// - Parameters:
  ///   - matchesKnownIssues: Whether the run may declare failures known. Performance: each failure then becomes an
  ///     issue, with a backtrace.
  ///   - passesHints: Whether warnings and known issues go to the test.
  init(matchesKnownIssues: Bool = true, passesHints: Bool = false) {
    self.passesHints = passesHints
    sink = FailureSink(matchesKnownIssues: matchesKnownIssues)
  }

  /// The issues of Swift Testing, in order.
  private let issues = Mutex<[ScheduleAttempt.Problem]>([])

  /// The issues of tasks that have lost their test, which may be the one that runs, in order.
  private let lostIssues = Mutex<[ScheduleAttempt.Problem]>([])

  func take(_ issue: ScheduleAttempt.Problem) {
    issues.withLock { $0.append(issue) }
  }

  /// Takes an issue of a task that has lost its test.
  func take(lost issue: ScheduleAttempt.Problem) {
    lostIssues.withLock { $0.append(issue) }
  }

  /// The first issue of a task that has lost its test, which may be the one that runs or another one.
  var lostIssue: ScheduleAttempt.Problem? { lostIssues.withLock(\.first) }

  /// The first issue of a task that has lost its test in the file of a test. Swift Testing passes such an issue to
  /// every running test, and its file is all that tells which one it belongs to.
  func lostIssue(in test: CallSite) -> ScheduleAttempt.Problem? {
    lostIssues.withLock { $0.first { $0.site.fileID == test.fileID } }
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
    if issue.severity >= .error, isIssue(issue, of: test) { hear(!issue.isFailure) }
    return issue
  }
  try await trait.provideScope(for: test, testCase: Test.Case.current) { try await work() }
}

/// Runs code, and passes its issues, and those without a test, to a closure, which returns those for the test.
private func suppressingIssues(
  _ take: @escaping @Sendable (_ issue: Issue, _ belongsToTest: Bool) -> Issue?,
  perform: @escaping @Sendable () async -> Void
) async {
  guard let test = Test.current else { return await perform() }
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    guard let current = Test.current else { return take(issue, false) }
    return current.id == test.id ? take(issue, true) : issue
  }
  try? await trait.provideScope(for: test, testCase: Test.Case.current) { await perform() }
}

/// Whether the current issue belongs to a test.
///
/// Swift Testing passes an issue without a test, such as one of a detached task, to every running test. Its file is all
/// that tells which one it belongs to.
private func isIssue(_ issue: Issue, of test: Test) -> Bool {
  guard let current = Test.current else { return issue.sourceLocation?.fileID == test.sourceLocation.fileID }
  return current.id == test.id
}
