import StoreDependencies

extension TestStore {
  /// Returns the gate with a name, for tests whose store comes from a function that doesn't return the gate.
  ///
  /// ```swift
  /// let dial = store.gate("dial", as: Gate<String, Void, any Error>.self)
  /// await dial.fail(with: Busy())
  /// ```
  ///
  /// The store knows the gates that it was given by `gate(_:at:)`, and others after an effect has called them. Before that,
  /// this returns a gate that reports a failure when it answers. Requesting a gate of other types is a failure.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
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
    known(name, as: type, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      ?? type.init(name, .throwsCancellation, answers: nil, others: session.environment.gates)
  }

  /// Returns the gate of an endpoint that returns a stream, by its name.
  ///
  /// The store knows the gates that it was given by `gate(_:at:)`, and others after an effect has called them. Before that,
  /// this returns a gate that reports a failure when it yields. Requesting a gate of other types is a failure.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - type: The type of the gate.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The gate.
  public func gate<Arguments: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    as type: StreamGate<Arguments, Element, Failure>.Type = StreamGate<Arguments, Element, Failure>.self,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> StreamGate<Arguments, Element, Failure> {
    known(name, as: type, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      ?? type.init(name, answers: nil, others: session.environment.gates)
  }

  /// Returns the gate with a name; nil if the store doesn't know it, or if it has other types.
  private func known<Known>(_ name: String, as type: Known.Type, at site: CallSite) -> Known? {
    let known = session.environment.gates.gate(named: name)
    if let gate = known as? Known { return gate }
    if let known {
      reportMisuse(
        "The gate '\(name)' is no \(sourceName(of: type)).",
        details: "It is a \(sourceName(of: Swift.type(of: known))).",
        at: site
      )
    }
    return nil
  }
}

extension TestStore {
  /// Whether calls at gates with `answers:` wait for the test, like those at other gates.
  ///
  /// Set it before the first step to write the steps of a generated sequence by hand, with the same store.
  public var answersGatesManually: Bool {
    get { session.environment.gates.answersGatesManually }
    set { session.environment.gates.answersGatesManually = newValue }
  }
}
