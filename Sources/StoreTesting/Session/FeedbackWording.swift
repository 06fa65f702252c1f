import StoreCore

/// A feature whose feedback has another name in its tests.
protocol FeedbackWording: Reducer {
  /// What a failure calls feedback as such.
  static var noun: String { get }

  /// What a failure calls a feedback.
  static func summary(of feedback: Feedback) -> String

  /// The line of a test that receives a feedback.
  static func cure(for feedback: Feedback) -> String
}

extension FeedbackWording {
  /// What a failure calls a feedback, if it is one of this feature.
  static func summary(ofAny feedback: Any) -> String? { (feedback as? Feedback).map(summary) }

  /// The line of a test that receives a feedback, if it is one of this feature.
  static func cure(forAny feedback: Any) -> String? { (feedback as? Feedback).map(cure) }
}
