import StoreCore
import StoreTesting

extension TestStore {
  /// Makes sure that nothing has come that the test has not received.
  ///
  /// A step that follows would pass over what a clock set free too early, if the test goes on to receive it anyway.
  func receiveNothing(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    await settle(assert: { _ in }, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
