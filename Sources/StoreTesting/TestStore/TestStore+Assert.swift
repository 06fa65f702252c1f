public import StoreCore
import StoreDependencies

extension TestStore {
  /// Asserts the state as it is now.
  ///
  /// An exhaustive test has asserted every change already, so there the closure can only restate it. At the levels that
  /// don't ask for feedback by name, it asserts what feedback has changed.
  ///
  /// - Parameters:
  ///   - changes: Turns the last asserted state into the one that is expected.
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
    guard session.begin("assert", site) else { return }
    let before = session.asserted
    let isAhead = session.isAheadOfTest(changes)
    let newest =
      session.exhaustivity.coversFeedback && !isAhead ? before : session.takeUpChanges { "asserting the state" }
    let base = isAhead ? newest : before
    withoutActuallyEscaping(changes) { changes in
      session.check(from: base, to: newest, cause: "what has happened so far", mustChange: false, changes)
    }
    session.asserted = newest
  }

  /// Runs all that can run now, and asserts how it has changed the state.
  ///
  /// Every step does the former by itself. Call it after something outside the store has happened, or to assert changes
  /// by feedback at a level that doesn't ask for feedback by name.
  ///
  /// - Parameters:
  ///   - assert: Turns the last asserted state into the one that is expected. If it is left out, nothing is asserted.
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
    guard session.begin("settle", site) else { return }
    await session.environment.settle()
    guard let assert else { return }
    let before = session.asserted
    let newest = session.takeUpChanges { "asserting the settled state" }
    let base = session.exhaustivity.coversFeedback ? newest : before
    session.check(from: base, to: newest, cause: "what has happened so far", mustChange: false, assert)
    session.asserted = newest
  }
}
