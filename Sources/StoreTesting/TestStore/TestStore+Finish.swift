import StoreCore
import StoreDependencies

extension TestStore {
  /// Ends the test of the store: nothing may be unasserted, and no effect may be running.
  ///
  /// Effects that sleep on a clock of the test fail at once; work outside the test's control is waited for. Each running
  /// effect is reported at the line of the `send` that started it. What effects do after the end is reported, too.
  /// Ending a store twice is harmless. A store that is released without it is checked all the same, but can't wait.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for work outside the test's control; ``timeout`` if it is left out.
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
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Lets go of feedback and outputs that have been received and not asserted, and goes on from the newest state.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if there is nothing to let go of.
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
    guard session.begin("skipReceived", site) else { return }
    await session.environment.settle(nil, .waits)
    session.skipReceived(strict: strict)
  }

  /// Cancels every running effect, and waits until they have come to their end.
  ///
  /// What they still send is dropped.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if no effect is running.
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
    guard session.begin("cancelInFlightEffects", site) else { return }
    await session.cancelInFlightEffects(strict: strict)
  }

  /// Runs code at another level of exhaustivity.
  ///
  /// - Parameters:
  ///   - exhaustivity: The level.
  ///   - operation: The code.
  /// - Returns: What the code returns.
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
  /// - Returns: What the code returns.
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
