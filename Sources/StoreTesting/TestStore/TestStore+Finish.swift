import StoreCore
import StoreDependencies

extension TestStore {
  /// Ends the test of the store: all events must be asserted, and no effect may run.
  ///
  /// An effect that sleeps on a test clock fails at once; work outside of the test's control is awaited. Each running
  /// effect is reported at the line of the `send` that started it. Actions of effects after the end are also reported.
  /// Ending a store twice is permitted. The release of a store without `finish()` makes the same checks, but can't
  /// wait.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
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
    await session.finish(
      timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Discards feedback and outputs that were not asserted, and continues from the newest state.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if no such events exist.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func skipReceived(
    strict: Bool = true,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("skipReceived", at: site) else { return }
    defer { session.endStep() }
    await session.environment.settle(.waits)
    session.skipReceived(strict: strict)
  }

  /// Cancels every running effect, and waits until all of them have ended.
  ///
  /// Feedback that they still send is dropped.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if no effect runs.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func cancelInFlightEffects(
    strict: Bool = true,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("cancelInFlightEffects", at: site) else { return }
    defer { session.endStep() }
    await session.cancelInFlightEffects(strict: strict)
  }

  /// Runs code at another level of exhaustivity.
  ///
  /// - Parameters:
  ///   - exhaustivity: The level.
  ///   - operation: The code.
  /// - Returns: The result of the code.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs asynchronous code at another level of exhaustivity.
  ///
  /// - Parameters:
  ///   - exhaustivity: The level.
  ///   - operation: The code.
  /// - Returns: The result of the code.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try await operation()
  }
}
