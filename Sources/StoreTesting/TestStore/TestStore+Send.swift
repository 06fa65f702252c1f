public import StoreCore
import StoreDependencies

extension TestStore {
  /// Sends an input, as a view would, and asserts how it changes the state.
  ///
  /// When this returns, the input is reduced, its effects have started, and all work that can run now has run.
  /// Unasserted feedback and outputs of earlier steps are a failure.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - assert: Changes the state from before the input into the expected one. Omit it if the state doesn't change.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A handle on all work that follows from the input.
  @discardableResult
  public func send(
    _ input: Feature.Input,
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("send", at: site) else { return TestStoreTask(nil) }
    defer { session.endStep() }
    if session.isStarting { await session.settleStart() }
    session.closeStep { "sending \(describe(input))" }
    let group = session.engine.makeGroup(site: site)
    let content = session.send(input, group: group)
    await session.environment.settle(.acts)
    if let content { session.check(content, assert) }
    return TestStoreTask(TestStoreTask.Work(environment: session.environment, group: group))
  }
}
