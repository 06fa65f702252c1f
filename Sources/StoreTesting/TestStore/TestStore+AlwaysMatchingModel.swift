public import StoreCore
import StoreDependencies

extension TestStore {
  /// Asserts from here on that the feature does what a simpler model of it does, whatever happens.
  ///
  /// ```swift
  /// store.always("it counts taps", matchesModel: 0) { taps, message in
  ///   if message == .input(.tapped) { taps += 1 }
  /// } matches: { state, taps in
  ///   state.label == "\(taps)"
  /// }
  /// ```
  ///
  /// The model hears of each message after the feature has reduced it, and is then compared. Once they differ, they are not
  /// compared again.
  ///
  /// - Parameters:
  ///   - name: What the feature does, as a sentence.
  ///   - model: The model as it is now.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - update: Tells the model of a message.
  ///   - matches: Whether a state is one in which the model may be.
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
      holds: { _, message, new in
        update(&model, message)
        return matches(new, model)
      },
      memory: { identifyingText(of: model) }
    )
    guard matches(session.engine.state, model) else { return session.reportBroken(invariant, after: nil, nil) }
    session.invariants.append(invariant)
  }
}
