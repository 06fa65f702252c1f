// Names of The Composable Architecture, with fix-its to the names in this package.

extension Effect {
  /// Sends the feature a message.
  @available(*, unavailable, renamed: "feedback(_:)")
  public static func send(_ feedback: Feedback) -> Self { .feedback(feedback) }
}
