import StoreCore
import StoreDependencies

/// A handle on everything that follows from one input sent in a test.
public struct TestStoreTask {
  /// The work; nil if there is none, because the input was not sent.
  private let work: (any TaskWork)?

  /// Makes the handle of an input's work.
  init(_ work: (any TaskWork)?) {
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
    await work?.finish(timeout, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
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
    await work?.cancel(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Whether ``cancel(fileID:filePath:line:column:)`` was called.
  public var isCancelled: Bool { work?.isCancelled ?? false }
}

@available(*, unavailable)
extension TestStoreTask: Sendable {}

/// What follows from one input, without the feature's types.
protocol TaskWork {
  /// Waits until it is over, or reports what is not.
  func finish(_ timeout: Duration?, _ site: CallSite) async

  /// Cancels it, and waits until it is over.
  func cancel(_ site: CallSite) async

  /// Whether it was cancelled.
  var isCancelled: Bool { get }
}

/// What follows from one input of a store.
struct SessionTask<Feature: Reducer>: TaskWork where Feature.State: Equatable {
  /// What stands behind the store.
  let session: TestSession<Feature>

  /// The work.
  let tree: EffectTree

  /// Whether it was cancelled.
  var isCancelled: Bool { tree.isCancelled }

  /// Waits until it is over, or reports what is not.
  func finish(_ timeout: Duration?, _ site: CallSite) async {
    guard !session.isEnded, session.begin("finish", site) else { return }
    await reportUnlessOver("Not everything that follows from the input is over.", timeout)
  }

  /// Cancels it, and waits until it is over.
  func cancel(_ site: CallSite) async {
    guard !session.isEnded, session.begin("cancel", site) else { return }
    session.engine.cancel(tree)
    await reportUnlessOver("Effects were cancelled, but have not come to their end.", nil)
  }

  /// Waits until it is over, or reports what is not.
  private func reportUnlessOver(_ headline: String, _ timeout: Duration?) async {
    let outcome = await session.wait(timeout: session.checkedTimeout(timeout)) { tree.isFinished }
    if case .happened = outcome { return }
    defer { session.environment.excuse(session.ledger.filter { $0.token.tree === tree }.map(\.token.id)) }
    session.fail(
      session.kind(outcome, otherwise: .effectInFlight),
      headline,
      details: session.reason(outcome)
    )
    // What is said here need not be said again at the end.
    session.environment.excuse(session.ledger.map(\.token).filter { $0.tree === tree }.map(\.id))
  }
}
