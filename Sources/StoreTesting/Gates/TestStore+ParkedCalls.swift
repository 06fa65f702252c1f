import StoreDependencies

extension TestStore {
  /// Whether calls at gates that have `answers:` wait for the test, as those at other gates do.
  ///
  /// It is how a test takes over the steps of a generated sequence, with the same store. Set it before the first step.
  public var answersGatesManually: Bool {
    get { session.environment.gates.answersGatesManually }
    set { session.environment.gates.answersGatesManually = newValue }
  }

  /// The gate of a name, where the function that makes the store has not handed it out.
  ///
  /// ```swift
  /// let dial = store.gate("dial", as: Gate<String, Void, any Error>.self)
  /// await dial.fail(with: Busy())
  /// ```
  ///
  /// Until an effect has called at it, a gate is not known to the store; what is returned then reports that when it is to
  /// answer. A gate of other types is a failure.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - type: The type of the gate.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The gate.
  public func gate<Arguments: Sendable, Value: Sendable, Failure: Error>(
    _ name: String,
    as type: Gate<Arguments, Value, Failure>.Type = Gate<Arguments, Value, Failure>.self,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Gate<Arguments, Value, Failure> {
    let known = session.environment.gates.gate(named: name)
    if let gate = known as? Gate<Arguments, Value, Failure> { return gate }
    if let known {
      reportMisuse(
        "The gate '\(name)' is no \(sourceName(of: type)).",
        details: "It is a \(sourceName(of: Swift.type(of: known))).",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    return type.init(name, .throwsCancellation, answers: nil, others: session.environment.gates)
  }
}
