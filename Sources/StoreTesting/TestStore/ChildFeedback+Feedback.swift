public import StoreCore

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
