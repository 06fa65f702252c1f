public import StoreCore
import StoreDependencies

extension TestStore {
  /// Receives the next feedback, and asserts how it changes the state.
  ///
  /// The store reduces feedback on arrival, as in an app. The test asserts it one at a time, in order. If no feedback
  /// has arrived and none can arrive, this fails at once, and prints the wait of each effect. Without the accelerator, as
  /// on Apple platforms, it first waits for effects with several tasks, up to `timeout`.
  ///
  /// - Parameters:
  ///   - feedback: The expected feedback.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedback into the expected one. Omit it if the state doesn't change.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive(
    _ feedback: Feature.Feedback,
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature.Feedback: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.equal(to: feedback), timeout: timeout, at: site) { _ in assert }
  }

  /// Receives the next feedback of a type without `==`, compared by structure.
  ///
  /// - Parameters:
  ///   - feedback: The expected feedback.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedback into the expected one. Omit it if the state doesn't change.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @_disfavoredOverload
  public func receive(
    _ feedback: Feature.Feedback,
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.alike(feedback), timeout: timeout, at: site) { _ in assert }
  }

  /// Receives the next feedback by its case, and passes its payload to the assertion.
  ///
  /// ```swift
  /// await store.receive(Feedback.loaded) { state, values in state.values = values }
  /// ```
  ///
  /// - Parameters:
  ///   - case: The constructor of the case. Its payload needs no `==`.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedback into the expected one. Its second parameter is the payload.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Value>(
    _ case: @escaping (Value) -> Feature.Feedback,
    timeout: Duration? = nil,
    assert: ((inout Feature.State, Value) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let matcher = CaseMatcher(embed: `case`)
    await receive(.case(matcher), timeout: timeout, at: site) { feedback in
      guard let assert, let payload = matcher.payload(of: feedback) else { return nil }
      return { state in try assert(&state, payload) }
    }
  }

  /// Receives the next feedback by its case, with any payload.
  ///
  /// - Parameters:
  ///   - case: The constructor of the case. Its payload needs no `==`.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedback into the expected one.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Value>(
    _ case: @escaping (Value) -> Feature.Feedback,
    timeout: Duration? = nil,
    assert: @escaping (inout Feature.State) throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.case(CaseMatcher(embed: `case`)), timeout: timeout, at: site) { _ in assert }
  }

  /// Receives the next feedback if it satisfies a predicate, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - matches: Whether a feedback is the expected one.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedback into the expected one. Omit it if the state doesn't change.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive(
    where matches: @escaping (Feature.Feedback) -> Bool,
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.satisfying(matches), timeout: timeout, at: site) { _ in assert }
  }

  /// Receives the next feedbacks in any order, and asserts how they change the state together.
  ///
  /// - Parameters:
  ///   - feedback: The expected feedbacks, each once.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedbacks into the expected one after all of them.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive(
    unordered feedback: [Feature.Feedback],
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature.Feedback: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(UnorderedExpectations(feedback) { .equal(to: $0) }, timeout: timeout, at: site, assertion: assert)
  }

  /// Receives the next feedbacks in any order, of a type without `==`, compared by structure.
  ///
  /// - Parameters:
  ///   - feedback: The expected feedbacks, each once.
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the feedbacks into the expected one after all of them.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @_disfavoredOverload
  public func receive(
    unordered feedback: [Feature.Feedback],
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(UnorderedExpectations(feedback) { .alike($0) }, timeout: timeout, at: site, assertion: assert)
  }

  @inline(__always)
  private func receive(
    _ expectation: Expectation<Feature.Feedback>,
    timeout: Duration?,
    at site: CallSite,
    assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) async {
    guard session.begin("receive", at: site) else { return }
    defer { session.endStep() }
    await session.receive(expectation, timeout: timeout, assertion: assertion)
  }

  private func receive(
    _ expected: UnorderedExpectations<Feature.Feedback>,
    timeout: Duration?,
    at site: CallSite,
    assertion: ((inout Feature.State) throws -> Void)?
  ) async {
    guard session.begin("receive", at: site) else { return }
    defer { session.endStep() }
    await session.receive(unordered: expected, timeout: timeout, assertion: assertion)
  }
}

extension ChildFeedback {
  /// Returns the feedback of a child's effect, for a test of the parent to expect.
  ///
  /// ```swift
  /// await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.isLoading = true }
  /// ```
  ///
  /// Only tests can create it. A feature can neither read nor fake its child's feedback.
  ///
  /// - Parameter feedback: The feedback of the child.
  public static func feedback(_ feedback: Child.Feedback) -> Self { .feedback(Sealed(feedback)) }
}
