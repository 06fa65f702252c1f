// Names of The Composable Architecture, with their names in this package.

extension Effect {
  /// Sends the feature a message.
  @available(*, unavailable, renamed: "feedback(_:)")
  public static func send(_ feedback: Feedback) -> Self { .feedback(feedback) }
}
