import StoreCore
import StoreDependencies

/// A handle on all work that follows from one input sent in a test.
public struct TestStoreTask {
  /// The work; nil if the input was not sent.
  private let work: Work?

  /// Everything that follows from one input.
  struct Work {
    let environment: TestEnvironment

    let group: EffectGroup
  }

  init(_ work: Work?) {
    self.work = work
  }

  /// Waits until all work that follows from the input has ended, or fails.
  ///
  /// An effect that sleeps on a test clock fails at once, because only the test can wake it. If the caller's task is
  /// cancelled before or during the wait, this cancels the work, as `StoreTask.finish()` does in an app.
  ///
  /// An effect ends when its operation returns. What an operation leaves behind counts as in flight at the end of the
  /// test, but not here.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait for work outside of the test's control; by default, the store's `timeout`.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let work { await work.environment.session?.finish(work.group, timeout: timeout, at: site) }
  }

  /// Cancels all work that follows from the input, and waits until it has ended.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func cancel(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let work { await work.environment.session?.cancel(work.group, at: site) }
  }

  /// Whether the work was cancelled, by ``cancel(fileID:filePath:line:column:)`` or by a cancelled task that waited.
  public var isCancelled: Bool { work?.group.isCancelled ?? false }
}

@available(*, unavailable)
extension TestStoreTask: Sendable {}

extension TestSession {
  /// Waits until everything in a group has ended, or reports a failure. A cancelled caller cancels the group.
  func finish(_ group: EffectGroup, timeout: Duration?, at site: CallSite) async {
    guard !isEnded, begin("finish", at: site) else { return }
    defer { endStep() }
    let outcome = Task.isCancelled ? .cancelled : await outcome(of: group, timeout: timeout)
    if case .cancelled = outcome, !group.isFinished { return await cancel(group) }
    report(outcome, of: group, "Work that follows from the input has not ended.")
  }

  /// Cancels everything in a group, and waits until it has ended.
  func cancel(_ group: EffectGroup, at site: CallSite) async {
    guard !isEnded, begin("cancel", at: site) else { return }
    defer { endStep() }
    await cancel(group)
  }

  private func cancel(_ group: EffectGroup) async {
    engine.cancel(group)
    environment.order.begin(.acts, in: environment)
    report(await outcome(of: group), of: group, "Cancelled effects have not ended.")
  }

  /// Waits until everything in a group has ended.
  private func outcome(of group: EffectGroup, timeout: Duration? = nil) async -> WaitOutcome {
    await wait(timeout: checkedTimeout(timeout)) { group.isFinished }
  }

  /// Reports effects of a group that have not ended.
  private func report(_ outcome: WaitOutcome, of group: EffectGroup, _ headline: String) {
    if group.isFinished { return }
    fail(
      outcome.kind(otherwise: .effectInFlight),
      headline,
      details: outcome.reason(with: ledger.map(\.snapshot))
    )
  }
}
