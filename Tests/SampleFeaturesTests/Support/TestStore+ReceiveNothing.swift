import StoreCore
import StoreTesting

extension TestStore {
  /// Makes sure that nothing has come that the test has not received.
  ///
  /// A later step would not notice an event that the clock released too early, if the test then receives it anyway.
  func receiveNothing(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    await settle(assert: { _ in }, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
