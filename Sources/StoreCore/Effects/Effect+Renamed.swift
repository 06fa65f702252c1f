// What code that comes from The Composable Architecture calls, under the names that it has here.

extension Effect {
  /// Sends the feature a message of its own.
  @available(*, unavailable, renamed: "feedback(_:)")
  public static func send(_ feedback: Feedback) -> Self { .feedback(feedback) }
}
