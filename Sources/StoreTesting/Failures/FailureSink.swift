import StoreCore
package import StoreDependencies
import Synchronization
import Testing

/// A collector that receives failures instead of the running test.
package final class FailureSink: Sendable {
  /// The innermost sink around the code that created the current task.
  @TaskLocal package static var innermost: FailureSink?

  /// The innermost open sink around the current code.
  package static var current: FailureSink? { innermost?.open }

  /// The sink around the code that created this one.
  private let outer = FailureSink.current

  /// Whether code of an effect created this sink, which then expects failures itself.
  private let isInEffect = TaskLifetime.current != nil

  /// The innermost open sink around the current code, if code of an effect created it.
  static var ofEffect: FailureSink? { current.flatMap { $0.isInEffect ? $0 : nil } }

  private let closed = Atomic(false)

  /// Whether the collection has ended.
  package var isClosed: Bool { closed.load(ordering: .relaxed) }

  /// This sink, or the innermost open sink around it if this one is closed.
  package var open: FailureSink? { isClosed ? outer?.open : self }

  /// Ends the collection. Later failures, such as those of a store that outlives the code, go to the outer sink.
  package func close() { closed.store(true, ordering: .relaxed) }

  /// Whether to keep attachments. Performance: creating an attachment takes time.
  package let keepsAttachments: Bool

  /// Whether the test's known issues around the current code match the failures first.
  package let matchesKnownIssues: Bool

  /// Whether failures of the code are none of the store, as it runs a second time.
  let discards: Bool

  package init(keepsAttachments: Bool = false, matchesKnownIssues: Bool = false, discards: Bool = false) {
    self.keepsAttachments = keepsAttachments
    self.matchesKnownIssues = matchesKnownIssues
    self.discards = discards
  }

  /// Whether the issue that is being recorded only asks for a matching known issue, and isn't a failure itself.
  @TaskLocal package static var isMatching = false

  /// The received failures, in order.
  private let failures = Mutex<[TestFailure]>([])

  /// The received attachments, in order.
  private let storedAttachments = Mutex<[TestAttachment]>([])

  func take(_ attachment: TestAttachment) {
    if keepsAttachments { storedAttachments.withLock { $0.append(attachment) } }
  }

  /// The received attachments so far, in order.
  var attachments: [TestAttachment] { storedAttachments.withLock(\.self) }

  /// Takes a failure.
  ///
  /// - Returns: Whether a known issue has matched it instead.
  func take(_ failure: TestFailure) -> Bool {
    if matchesKnownIssues, !failure.isWarning, Test.current != nil {
      let issue = Self.$isMatching.withValue(true) { failure.recordIssue() }
      if !issue.isFailure { return true }
    }
    failures.withLock { $0.append(failure) }
    return false
  }

  /// The received failures so far, in order.
  package var all: [TestFailure] { failures.withLock(\.self) }

  /// The received failures that no accepted change cures.
  var standing: [TestFailure] { all.filter(\.stands) }
}

/// Runs code and returns the failures of its test stores, clocks and dependencies, instead of reporting them.
///
/// Use it to test the failures of your own test helper. Failures of `#expect` are not captured. Hints, which fail no
/// test, are left out.
///
/// - Parameter body: The code. A store that it makes is also checked when it is released; with the `exhaustive` trait,
///   when the code ends.
/// - Returns: The failures, in order.
public func recordingFailures(_ body: () async throws -> Void) async rethrows -> [TestFailure] {
  try await recordingReports(body).filter { !$0.isWarning }
}

/// Runs code and returns its failures and hints, instead of reporting them.
///
/// - Parameter body: The code.
/// - Returns: The failures and hints, in order.
public func recordingReports(_ body: () async throws -> Void) async rethrows -> [TestFailure] {
  let sink = FailureSink()
  defer { sink.close() }
  try await FailureSink.$innermost.withValue(sink) { try await ExhaustiveScope.runOnce(body) }
  return sink.all
}

/// Runs code and returns the attachments of its failing stores, instead of adding them to the test.
///
/// - Parameter body: The code.
/// - Returns: The attachments, in order.
package func recordingAttachments(_ body: () async throws -> Void) async rethrows -> [TestAttachment] {
  let sink = FailureSink(keepsAttachments: true)
  defer { sink.close() }
  try await FailureSink.$innermost.withValue(sink) { try await ExhaustiveScope.runOnce(body) }
  return sink.attachments
}

extension TestFailure {
  package init(
    _ kind: Kind,
    _ headline: String,
    details: String = "",
    lastEvents: String = "",
    at site: CallSite,
    isWarning: Bool = false
  ) {
    self.init(
      kind: kind,
      headline: headline,
      details: details,
      lastEvents: lastEvents,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column,
      isWarning: isWarning
    )
  }

  /// Whether it fails its test also in a run that changes the source of tests.
  var stands: Bool { !isWarning && kind != .acceptedChange }

  package var site: CallSite { CallSite(fileID: fileID, filePath: filePath, line: line, column: column) }

  /// Passes the failure to a sink, otherwise to the running test, otherwise to standard error.
  ///
  /// - Returns: The destination.
  @discardableResult
  package func report(to sink: FailureSink?) -> FailureDestination {
    let sink = sink ?? FailureSink.current
    let isKnown = sink?.take(self) ?? (!recordIssueOrPrint().isFailure && !isWarning)
    guard !isKnown else { return .knownIssue }
    let destination = FailureDestination(sink)
    if sink == nil, stands { TestRun.current.noteFailure() }
    if !isWarning { for observer in Hooks.observers { observer.note(self, to: destination) } }
    return destination
  }

  /// Reports the failure to the running test, or prints it outside of tests.
  private func recordIssueOrPrint() -> Issue {
    if Test.current == nil {
      StandardError.write("\(self)\n")
      if !isWarning { XCTestBridge.fail(report, at: filePath, line: line) }
    }
    return recordIssue()
  }

  fileprivate func recordIssue() -> Issue {
    Issue.record(
      Comment(rawValue: report),
      severity: isWarning ? .warning : .error,
      sourceLocation: SourceLocation(site)
    )
  }
}

/// Reports an invalid call.
package func reportMisuse(_ headline: String, details: String, at site: CallSite) {
  TestFailure(.misuse, headline, details: details, at: site).report(to: nil)
}

/// The destination to which a failure is reported.
///
/// A test that records a failure, or declares it known, expects it. So later failures with another destination are not
/// its consequences.
package enum FailureDestination: Equatable {
  /// The running test, which fails.
  case test

  /// A known issue of the running test.
  case knownIssue

  /// A sink.
  case sink(FailureSink)

  /// Creates the destination for a sink, or for the test without one.
  package init(_ sink: FailureSink?) {
    self = sink.map(Self.sink) ?? .test
  }

  package static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.test, .test), (.knownIssue, .knownIssue): true
    case (.sink(let first), .sink(let second)): first === second
    case (.test, _), (.knownIssue, _), (.sink, _): false
    }
  }
}
