public import StoreCore
import StoreDependencies

extension TestStore {
  /// Asserts the current state.
  ///
  /// An exhaustive test has already asserted every change, so the closure only confirms the state. At levels that don't
  /// require receipts of feedback, it asserts the changes made by feedback.
  ///
  /// - Parameters:
  ///   - changes: Changes the last asserted state into the expected one.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func assert(
    _ changes: (inout Feature.State) throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("assert", at: site) else { return }
    defer { session.endStep() }
    let before = session.asserted
    let isAhead = session.isAheadOfTest(changes)
    let newest =
      session.exhaustivity.coversFeedback && !isAhead ? before : session.acceptChanges { "asserting the state" }
    let base = isAhead ? newest : before
    withoutActuallyEscaping(changes) { changes in
      session.check(from: base, to: newest, cause: "the events so far", mustChange: false, changes)
    }
    session.asserted = newest
  }

  /// Runs all work that can run now, and asserts how it has changed the state.
  ///
  /// Every step runs such work anyway. Call this after an event outside of the store, or to assert changes made by
  /// feedback at a level that doesn't require receipts of feedback.
  ///
  /// - Parameters:
  ///   - assert: Changes the last asserted state into the expected one. Without it, no state is asserted.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func settle(
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("settle", at: site) else { return }
    defer { session.endStep() }
    await session.environment.settle()
    guard let assert else { return }
    let before = session.asserted
    let newest = session.acceptChanges { "asserting the settled state" }
    let base = session.exhaustivity.coversFeedback ? newest : before
    session.check(from: base, to: newest, cause: "the events so far", mustChange: false, assert)
    session.asserted = newest
  }
}

extension TestStore {
  /// Asserts the keys that have running effects, for a feature that derives its effects from its state.
  ///
  /// This fails for a listed key without a running effect, and for an unlisted key with one. It ignores effects that
  /// the feature returns directly; assert those with `receiveEffect`.
  ///
  /// At the level ``Exhaustivity/on``, an asserted key needs no `receiveEffect` when its effect ends without feedback.
  ///
  /// ```swift
  /// await store.send(.queryChanged("swift")) { $0.query = "swift" }
  /// await store.assertRunning(Search.Work.search("swift"))
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys of `running(_:effect:)`, in any order; none if no effect runs.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func assertRunning(
    _ keys: any Hashable & Sendable...,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("assertRunning", at: site) else { return }
    defer { session.endStep() }
    await session.environment.settle()
    session.checkRunning(keys.map { EffectIdentifier($0) })
  }
}
