import StoreCore
import StoreDependencies

extension TestStore {
  /// Asserts for which keys work is running now, where a feature derives its effects from its state.
  ///
  /// It holds both ways: work that does not run is a failure, and so is work that runs and is not named here. Effects that
  /// the feature returns by itself are none of its business; `receiveEffect` names those.
  ///
  /// ```swift
  /// await store.send(.queryChanged("swift")) { $0.query = "swift" }
  /// await store.assertRunning(Search.Work.search("swift"))
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys given by `running(_:effect:)`, in any order; none if nothing runs.
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
    await session.environment.settle()
    session.checkRunning(keys.map { EffectIdentifier($0) })
  }
}
