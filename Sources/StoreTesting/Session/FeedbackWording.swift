package import StoreCore

/// A feature whose feedback has another name in its tests.
package protocol FeedbackWording: Reducer {
  /// What a recording calls the feature.
  static var title: String { get }

  /// What a failure calls feedback as such.
  static var noun: String { get }

  /// What a failure calls a feedback.
  static func summary(of feedback: Feedback) -> String

  /// The step of a test that receives a feedback.
  ///
  /// - Parameters:
  ///   - feedback: The feedback.
  ///   - closure: The closure that asserts its change of state; empty if nothing changes.
  static func cure(for feedback: Feedback, _ closure: String) -> String
}

extension FeedbackWording {
  /// What a failure calls a feedback, if it is one of this feature.
  static func summary(ofAny feedback: Any) -> String? { (feedback as? Feedback).map(summary) }

  /// The step of a test that receives a feedback, if it is one of this feature.
  static func cure(forAny feedback: Any, _ closure: String) -> String? {
    (feedback as? Feedback).map { cure(for: $0, closure) }
  }
}

/// What a recording calls a feature.
package func featureName(of feature: Any.Type) -> String {
  (feature as? any FeedbackWording.Type)?.title ?? shortName(of: featureType(of: feature))
}
