package import StoreCore

/// A feature with another word for its feedback in tests.
package protocol FeedbackWording: Reducer {
  /// The name of the feature in a recording.
  static var title: String { get }

  /// The noun for feedback in failures.
  static var noun: String { get }

  /// Returns the text of a feedback in failures.
  static func summary(of feedback: Feedback) -> String

  /// Returns the step of a test that receives a feedback.
  ///
  /// - Parameters:
  ///   - feedback: The feedback.
  ///   - closure: The closure that asserts the change of the state; empty if the state doesn't change.
  static func fix(for feedback: Feedback, _ closure: String) -> String
}

extension FeedbackWording {
  /// Returns the text of a feedback, if it belongs to this feature.
  static func summary(ofAny feedback: Any) -> String? { (feedback as? Feedback).map(summary) }

  /// Returns the step that receives a feedback, if it belongs to this feature.
  package static func fix(forAny feedback: Any, _ closure: String) -> String? {
    (feedback as? Feedback).map { fix(for: $0, closure) }
  }
}

/// Returns the name of a feature in a recording.
package func featureName(of feature: Any.Type) -> String {
  (feature as? any FeedbackWording.Type)?.title ?? shortName(of: featureType(of: feature))
}
