public import StoreCore
import StoreDependencies

extension TestStore {
  /// Receives the next output.
  ///
  /// Feedback and outputs share one order: feedback that arrived before the output must be received first.
  ///
  /// - Parameters:
  ///   - output: The expected output.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveOutput(
    _ output: Feature.Output,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature.Output: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receiveOutput(.equal(to: output), timeout: timeout, at: site)
  }

  /// Receives the next output of a type without `==`, compared by structure.
  ///
  /// - Parameters:
  ///   - output: The expected output.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @_disfavoredOverload
  public func receiveOutput(
    _ output: Feature.Output,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receiveOutput(.alike(output), timeout: timeout, at: site)
  }

  /// Receives the next output by its case, and passes its payload to a closure.
  ///
  /// - Parameters:
  ///   - case: The constructor of the case. Its payload needs no `==`.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - inspect: Checks the payload, for example with `#expect`.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveOutput<Value>(
    _ case: @escaping (Value) -> Feature.Output,
    timeout: Duration? = nil,
    inspect: ((Value) -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let matcher = CaseMatcher(embed: `case`)
    var payload: Value?
    let expectation = Expectation<Feature.Output>(
      matches: { output in
        guard let found = matcher.payload(of: output) else { return false }
        payload = found
        return true
      },
      expected: Expectation.case(matcher).expected,
      nearest: matcher.nearest
    )
    await receiveOutput(expectation, timeout: timeout, at: site)
    if let payload { inspect?(payload) }
  }

  /// Receives the next output if it satisfies a predicate.
  ///
  /// - Parameters:
  ///   - matches: Whether an output is the expected one.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveOutput(
    where matches: @escaping (Feature.Output) -> Bool,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receiveOutput(.satisfying(matches), timeout: timeout, at: site)
  }

  private func receiveOutput(_ expectation: Expectation<Feature.Output>, timeout: Duration?, at site: CallSite) async {
    guard session.begin("receiveOutput", at: site) else { return }
    defer { session.endStep() }
    await session.receiveOutput(expectation, timeout: timeout)
  }

  /// Asserts that the last step started an effect.
  ///
  /// The last step is the last asserted input, feedback or advance of the clock. An effect that has ended without
  /// feedback can also be asserted in the step in which it ended. The level ``Exhaustivity/strict`` requires this for
  /// every effect, and ``Exhaustivity/on`` for each that has ended by itself without feedback; other levels permit it.
  ///
  /// - Parameters:
  ///   - name: The name of the effect; nil for any effect, of those first that the test must assert.
  ///   - payload: The payload of the effect; nil to ignore it.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveEffect(
    _ name: String? = nil,
    of payload: (any Hashable & Sendable)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("receiveEffect", at: site) else { return }
    defer { session.endStep() }
    await session.environment.settle(.waits)
    session.receiveEffect(name, of: payload)
  }
}
