import StoreCore
import StoreDependencies

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
    guard session.begin("assertRunning", site) else { return }
    defer { session.endStep() }
    await session.environment.settle()
    session.checkRunning(keys.map { EffectIdentifier($0) })
  }
}
