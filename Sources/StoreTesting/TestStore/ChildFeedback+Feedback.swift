public import StoreCore

extension ChildFeedback {
  /// What an effect of a child sends, as a test of the parent expects it.
  ///
  /// ```swift
  /// await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.isLoading = true }
  /// ```
  ///
  /// Only tests can make it. A feature can't read its child's own feedback, nor pretend that there is one.
  ///
  /// - Parameter feedback: The child's own feedback.
  public static func feedback(_ feedback: Child.Feedback) -> Self { .feedback(Sealed(feedback)) }
}
