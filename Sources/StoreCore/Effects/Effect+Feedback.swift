import StoreDependencies

extension Effect {
  /// Sends the feature a feedback, which is reduced when the message at hand, and what it has started, are dealt with.
  ///
  /// Messages that wait already go first. Nothing asynchronous is involved: in a store, the feedback has been reduced
  /// when `send` returns. It is how a parent makes what a child says a message of its own.
  ///
  /// - Parameters:
  ///   - feedback: What to send.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func feedback(
    _ feedback: Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(node: .feedback(feedback, EffectDescription(kind: .feedback, name: nil, payload: nil, site: site)))
  }
}
