public import StoreCore
import StoreDependencies

extension TestStore {
  /// Sends an input, as a view would, and asserts how it changes the state.
  ///
  /// The input is reduced and its effects are started; everything that can run then has run when this returns. What has
  /// been received but not asserted from the steps before is a failure.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - assert: Turns the state from before into the one that is expected. Leave it out if nothing changes.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A handle on everything that follows from the input.
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
    guard session.begin("send", site) else { return TestStoreTask(nil) }
    if session.isStarting { await session.settleStart() }
    session.closeStep { "sending \(describe(input))" }
    let tree = session.engine.makeTree(site: site)
    let content = session.send(input, tree: tree)
    await session.environment.settle(nil, .acts)
    if let content { session.check(content, assert) }
    return TestStoreTask(TestStoreTask.Work(session: session, tree: tree))
  }
}
