import StoreCore
import StoreDependencies

/// A handle on everything that follows from one input sent in a test.
public struct TestStoreTask {
  /// The work; nil if there is none, because the input was not sent.
  private let work: Work?

  /// What follows from one input, without the feature's types.
  struct Work {
    /// What stands behind the store.
    let session: any TaskSession

    let tree: EffectTree
  }

  init(_ work: Work?) {
    self.work = work
  }

  /// Waits until everything that follows from the input is over, or says what is not.
  ///
  /// Effects that sleep on a clock of the test fail at once, because only the test can wake them.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for work outside the test's control; the store's `timeout` if it is left out.
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
    if let work { await work.session.finish(work.tree, timeout, site) }
  }

  /// Cancels everything that follows from the input, and waits until it is over.
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
    if let work { await work.session.cancel(work.tree, site) }
  }

  /// Whether ``cancel(fileID:filePath:line:column:)`` was called.
  public var isCancelled: Bool { work?.tree.isCancelled ?? false }
}

@available(*, unavailable)
extension TestStoreTask: Sendable {}

/// What stands behind a store, for those who wait for a part of its work.
protocol TaskSession: AnyObject {
  /// Waits until everything in a tree is over, or reports what is not.
  func finish(_ tree: EffectTree, _ timeout: Duration?, _ site: CallSite) async

  /// Cancels everything in a tree, and waits until it is over.
  func cancel(_ tree: EffectTree, _ site: CallSite) async
}

extension TestSession: TaskSession {
  /// Waits until everything in a tree is over, or reports what is not.
  func finish(_ tree: EffectTree, _ timeout: Duration?, _ site: CallSite) async {
    guard !isEnded, begin("finish", site) else { return }
    await reportUnlessOver(tree, "Not everything that follows from the input is over.", timeout)
  }

  /// Cancels everything in a tree, and waits until it is over.
  func cancel(_ tree: EffectTree, _ site: CallSite) async {
    guard !isEnded, begin("cancel", site) else { return }
    engine.cancel(tree)
    environment.scheduler?.begin(.acts, in: environment)
    await reportUnlessOver(tree, "Effects were cancelled, but have not come to their end.", nil)
  }

  /// Waits until everything in a tree is over, or reports what is not.
  private func reportUnlessOver(_ tree: EffectTree, _ headline: String, _ timeout: Duration?) async {
    let outcome = await wait(timeout: checkedTimeout(timeout)) { tree.isFinished }
    if case .happened = outcome { return }
    defer { environment.excuse(ledger.filter { $0.token.tree === tree }.map(\.token.id)) }
    fail(
      kind(outcome, otherwise: .effectInFlight),
      headline,
      details: reason(outcome, ledger.map(\.snapshot))
    )
    // What is said here need not be said again at the end.
    environment.excuse(ledger.map(\.token).filter { $0.tree === tree }.map(\.id))
  }
}
