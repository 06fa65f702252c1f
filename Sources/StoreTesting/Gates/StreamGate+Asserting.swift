import StoreCore
import Synchronization

extension StreamGate {
  /// Asserts that an effect has opened a stream with some arguments, after those that the test has asserted before.
  ///
  /// At ``Exhaustivity/strict``, each stream must be asserted.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveListener(
    _ arguments: Arguments,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Arguments: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    receiveListener(callText(name, arguments), at: site) { $0 == arguments }
  }

  /// Asserts that an effect has opened a stream of an endpoint with two arguments.
  ///
  /// At ``Exhaustivity/strict``, each stream must be asserted.
  public func receiveListener<First: Equatable, Second: Equatable>(
    _ first: First,
    _ second: Second,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Arguments == (First, Second) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    receiveListener(callText(name, (first, second)), at: site) { $0 == (first, second) }
  }

  /// Asserts that an effect has opened a stream of an endpoint without arguments.
  ///
  /// At ``Exhaustivity/strict``, each stream must be asserted.
  public func receiveListener(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Arguments == Void {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    receiveListener(callText(name, ()), at: site) { _ in true }
  }

  /// Asserts that an effect has opened a stream, after those that the test has asserted before, by a predicate.
  ///
  /// At ``Exhaustivity/strict``, each stream must be asserted.
  ///
  /// - Parameters:
  ///   - matches: Whether the arguments are expected.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveListener(
    where matches: (Arguments) -> Bool,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    receiveListener("\(name) with other arguments", at: site, where: matches)
  }

  /// Asserts the oldest stream that was not asserted yet.
  private func receiveListener(_ expected: String, at site: CallSite, where matches: (Arguments) -> Bool) {
    let next = state.withLock { state -> StreamListener<Arguments, Element, Failure>? in
      guard let index = state.streams.firstIndex(where: { !$0.isAsserted && !$0.isUnused }) else { return nil }
      state.streams[index].isAsserted = true
      return state.streams[index].listener
    }
    if let next, matches(next.arguments) { return }
    let all = opened
    report(
      .missingCall,
      next.map { "The effect has opened '\($0)', not '\(expected)'." } ?? "No effect has opened '\(expected)'.",
      details: paragraphs(
        all.isEmpty
          ? "The feature has not opened a stream."
          : "The streams of the gate:\n\n" + shortened(all.map { "• \($0)" }).joined(separator: "\n"),
        next == nil
          ? "If the feature is right, delete this line."
          : TestSource(around: site).map { source in
            "If the feature is right, assert it:\n\n\(code(next?.assertion?.lines(on: source.step.receiver, position: 0) ?? []))"
          }
      ),
      at: site
    )
  }
}
