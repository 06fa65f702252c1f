public import StoreCore
import StoreDependencies

extension TestStore {
  /// Asserts that a condition holds in every state from now on, including the current one.
  ///
  /// It is checked in the states that a `Store` publishes: after each message, and what follows from it at once. That is
  /// the feedback that the feature sends itself, and the reaction of a parent to the output of a child.
  ///
  /// An invariant that was violated once is not checked again, unless the test expected that failure.
  ///
  /// - Parameters:
  ///   - name: The invariant, as a sentence.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - holds: Whether the invariant holds in a state. It must not capture the store, as the store would then never be
  ///     released.
  public func always(
    _ name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ holds: @escaping (Feature.State) -> Bool
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let invariant = Invariant<Feature>(name: name, site: site, holdsNow: holds)
    session.add(invariant, holdsNow: holds(session.engine.state))
  }

  /// Asserts that a condition holds for every reduction from now on.
  ///
  /// An invariant that was violated once is not checked again, unless the test expected that failure.
  ///
  /// - Parameters:
  ///   - name: The invariant, as a sentence.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - holds: Whether the invariant holds for the state before, the message, and the state after it. It must not
  ///     capture the store, as the store would then never be released.
  public func always(
    _ name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ holds: @escaping (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    session.invariants.append(Invariant(name: name, site: site, holds: holds))
  }
}

extension TestStore {
  /// Asserts that the feature behaves like a simpler model from now on.
  ///
  /// ```swift
  /// store.always("it counts taps", matchesModel: 0) { taps, message in
  ///   if message == .input(.tapped) { taps += 1 }
  /// } matches: { state, taps in
  ///   state.label == "\(taps)"
  /// }
  /// ```
  ///
  /// The model receives each message after the feature has reduced it. It is compared with the states that a `Store`
  /// publishes: after a message, and what follows from it at once. After the first mismatch, the two are not compared
  /// again.
  ///
  /// - Parameters:
  ///   - name: The behaviour, as a sentence.
  ///   - model: The current value of the model.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - update: Updates the model for a message.
  ///   - matches: Whether a state matches the model.
  public func always<Model>(
    _ name: String,
    matchesModel model: Model,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ update: @escaping (inout Model, Message<Feature.Input, Feature.Feedback>) -> Void,
    matches: @escaping (Feature.State, Model) -> Bool
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var model = model
    let invariant = Invariant<Feature>(
      name: name,
      site: site,
      holds: { _, message, _ in
        update(&model, message)
        return true
      },
      holdsNow: { matches($0, model) },
      memory: { identifyingText(of: model) }
    )
    session.add(invariant, holdsNow: matches(session.engine.state, model))
  }
}
