import StoreDependencies

extension Effect {
  /// Sends a feedback to the feature, which reduces it after the current message and its effects.
  ///
  /// Messages that already wait are reduced first. The send is synchronous: in a store, the feedback has been reduced
  /// when `send` returns. A parent uses it to turn an output of a child into its own message.
  ///
  /// - Parameters:
  ///   - feedback: The feedback to send.
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
