import StoreCore
import Synchronization

extension StreamGate {
  /// The open streams, oldest first.
  public var listeners: [StreamListener<Arguments, Element, Failure>] {
    state.withLock { $0.streams.filter { $0.end == nil }.map(\.listener) }
  }

  /// All streams so far, oldest first, including those that have ended.
  public var opened: [StreamListener<Arguments, Element, Failure>] {
    state.withLock { $0.streams.filter { !$0.isUnused }.map(\.listener) }
  }

  /// Gives an element to the oldest listener, or to a later one.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such listener is there.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - count: The number of older listeners to skip.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func yield(
    _ element: Element,
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .element(element), at: site)
  }

  /// Gives an element to the oldest listener of a stream of `Void`, or to a later one.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such listener is there.
  public func yield(
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Element == Void {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .element(()), at: site)
  }

  /// Gives an element to each listener, the oldest first.
  ///
  /// After each, all work that can run then has run. A listener that leaves meanwhile gets nothing. It is a failure if
  /// no listener is there.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func yieldToAll(
    _ element: Element,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let all = listeners
    if all.isEmpty { reportNoListener(behind: 0, at: site, for: .element(element)) }
    await answer(all, with: .element(element), at: site)
  }

  /// Ends the stream of the oldest listener, or of a later one.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such listener is there.
  ///
  /// - Parameters:
  ///   - count: The number of older listeners to skip.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .finish, at: site)
  }

  /// Ends the stream of the oldest listener, or of a later one, with an error.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such listener is there.
  ///
  /// - Parameters:
  ///   - error: The error that the listener catches.
  ///   - count: The number of older listeners to skip.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func fail(
    with error: Failure,
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .failure(error), at: site)
  }
}

extension StreamListener {
  /// Gives an element to the listener.
  ///
  /// When this returns, all work that can run now has run. It is a failure if the stream has ended.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func yield(
    _ element: Element,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await gate.answer(self, with: .element(element), at: site)
  }

  /// Ends the stream.
  ///
  /// When this returns, all work that can run now has run. It is a failure if the stream has ended.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await gate.answer(self, with: .finish, at: site)
  }

  /// Ends the stream with an error.
  ///
  /// When this returns, all work that can run now has run. It is a failure if the stream has ended.
  ///
  /// - Parameters:
  ///   - error: The error that the listener catches.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func fail(
    with error: Failure,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await gate.answer(self, with: .failure(error), at: site)
  }
}
