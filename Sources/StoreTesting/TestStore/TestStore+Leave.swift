public import StoreCore
import StoreDependencies

extension TestStore {
  /// Receives the output by which a feature asks its parent to remove it, and ends the store as the removal would.
  ///
  /// ```swift
  /// await store.send(.closeTapped)
  /// await store.leave(at: .closed)
  /// ```
  ///
  /// The removal of a child cancels all of its effects, and so does this. An effect that goes on although it is
  /// cancelled is a failure, and so is all that the store does beside it that the test has not asserted. It replaces
  /// ``finish(timeout:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - output: The expected output, after which the parent removes the feature.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func leave(
    at output: Feature.Output,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature.Output: Equatable {
    await receiveOutput(output, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    await end(timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the output by which a feature asks its parent to remove it, by its case, and ends the store as the
  /// removal would.
  ///
  /// - Parameters:
  ///   - case: The constructor of the case. Its payload needs no `==`.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - inspect: Checks the payload, for example with `#expect`.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func leave<Value>(
    at case: @escaping (Value) -> Feature.Output,
    timeout: Duration? = nil,
    inspect: ((Value) -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    await receiveOutput(
      `case`,
      timeout: timeout,
      inspect: inspect,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    await end(timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the action by which a flat feature asks its parent to remove it, and ends the store as the removal would.
  ///
  /// ```swift
  /// await store.send(.closeTapped)
  /// await store.leave(at: .delegate(.closed))
  /// ```
  ///
  /// - Parameters:
  ///   - action: The expected action of an effect, after which the parent removes the feature.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func leave(
    at action: Feature.Action,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature: ActionReducer, Feature.Output == Never {
    await receive(action, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    await end(timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels what the removal of the feature cancels, and ends the store.
  private func end(timeout: Duration?, at site: CallSite) async {
    if session.begin("leave", at: site) {
      await session.cancelInFlightEffects(strict: false)
      session.endStep()
    }
    await session.finish(timeout: timeout, at: site)
  }
}
