import StoreCore
import StoreDependencies

/// A handle on everything that follows from one input sent in a test.
public struct TestStoreTask {
  /// The work; nil if the input was not sent.
  private let work: Work?

  /// Everything that follows from one input.
  struct Work {
    let environment: TestEnvironment

    let tree: EffectTree
  }

  init(_ work: Work?) {
    self.work = work
  }

  /// Waits until everything that follows from the input has ended, or fails.
  ///
  /// An effect that sleeps on a test clock fails at once, because only the test can wake it.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for work outside the test's control; by default, the store's `timeout`.
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
    if let work { await work.environment.session?.finish(work.tree, timeout, site) }
  }

  /// Cancels everything that follows from the input, and waits until it has ended.
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
    if let work { await work.environment.session?.cancel(work.tree, site) }
  }

  /// Whether ``cancel(fileID:filePath:line:column:)`` was called.
  public var isCancelled: Bool { work?.tree.isCancelled ?? false }
}

@available(*, unavailable)
extension TestStoreTask: Sendable {}

extension TestSession {
  /// Waits until everything in a tree has ended, or reports a failure.
  func finish(_ tree: EffectTree, _ timeout: Duration?, _ site: CallSite) async {
    guard !isEnded, begin("finish", site) else { return }
    await reportUnlessOver(tree, "Work that follows from the input has not ended.", timeout)
  }

  /// Cancels everything in a tree, and waits until it has ended.
  func cancel(_ tree: EffectTree, _ site: CallSite) async {
    guard !isEnded, begin("cancel", site) else { return }
    engine.cancel(tree)
    environment.scheduler?.begin(.acts, in: environment)
    await reportUnlessOver(tree, "Cancelled effects have not ended.", nil)
  }

  /// Waits until everything in a tree has ended, or reports a failure.
  private func reportUnlessOver(_ tree: EffectTree, _ headline: String, _ timeout: Duration?) async {
    let outcome = await wait(timeout: checkedTimeout(timeout)) { tree.isFinished }
    if case .happened = outcome { return }
    defer { environment.excuse(ledger.filter { $0.token.tree === tree }.map(\.token.id)) }
    fail(
      kind(outcome, otherwise: .effectInFlight),
      headline,
      details: reason(outcome, ledger.map(\.snapshot))
    )
    // These effects aren't reported again at the end.
    environment.excuse(ledger.map(\.token).filter { $0.tree === tree }.map(\.id))
  }
}
