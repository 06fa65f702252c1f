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
  /// An effect that sleeps on a test clock fails at once, because only the test can wake it.
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
    if let work { await work.environment.session?.finish(work.group, timeout, site) }
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
    if let work { await work.environment.session?.cancel(work.group, site) }
  }

  /// Whether ``cancel(fileID:filePath:line:column:)`` was called.
  public var isCancelled: Bool { work?.group.isCancelled ?? false }
}

@available(*, unavailable)
extension TestStoreTask: Sendable {}

extension TestSession {
  /// Waits until everything in a group has ended, or reports a failure.
  func finish(_ group: EffectGroup, _ timeout: Duration?, _ site: CallSite) async {
    guard !isEnded, begin("finish", site) else { return }
    defer { endStep() }
    await reportUnlessOver(group, "Work that follows from the input has not ended.", timeout)
  }

  /// Cancels everything in a group, and waits until it has ended.
  func cancel(_ group: EffectGroup, _ site: CallSite) async {
    guard !isEnded, begin("cancel", site) else { return }
    defer { endStep() }
    engine.cancel(group)
    environment.scheduler?.begin(.acts, in: environment)
    await reportUnlessOver(group, "Cancelled effects have not ended.", nil)
  }

  /// Waits until everything in a group has ended, or reports a failure.
  private func reportUnlessOver(_ group: EffectGroup, _ headline: String, _ timeout: Duration?) async {
    let outcome = await wait(timeout: checkedTimeout(timeout)) { group.isFinished }
    if case .happened = outcome { return }
    fail(
      kind(outcome, otherwise: .effectInFlight),
      headline,
      details: reason(outcome, ledger.map(\.snapshot))
    )
    // The end of the test doesn't report these effects again.
    environment.noteReported(ledger.map(\.token).filter { $0.group === group }.map(\.id))
  }
}
