import StoreCore
import StoreTesting

extension TestStore {
  /// Fails if the store has an event that the test has not received.
  ///
  /// Without this check, an event that arrives too early passes if the test receives it later.
  func receiveNothing(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    await settle(assert: { _ in }, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
