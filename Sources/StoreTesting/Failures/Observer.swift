extension Hooks {
  /// The observers of all failures and events.
  @TaskLocal package static var observers: [any Observer] = []
}

/// An observer of a test. It doesn't change the test's behaviour.
package protocol Observer: AnyObject, Sendable {
  /// Receives each failure that isn't a known issue, and the destination to which it was reported.
  func note(_ failure: TestFailure, to destination: FailureDestination)

  /// Receives each deviation from the default order of events.
  ///
  /// - Parameters:
  ///   - text: The event that happened.
  ///   - relation: Its relation to the default event.
  ///   - isInstead: Whether the default event can no longer happen.
  func noteDeviation(_ text: String, _ relation: String, isInstead: Bool)

  /// Returns an observer of one run of code that runs repeatedly; nil if single runs are not observed.
  func observerOfOneRun() -> (any Observer)?

  /// Returns the attachments for a failure of the observed run.
  ///
  /// - Parameter title: The title of the run.
  func attachments(titled title: String) -> [TestAttachment]
}

extension Observer {
  package func note(_ failure: TestFailure, to destination: FailureDestination) {}
  package func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {}
  package func observerOfOneRun() -> (any Observer)? { nil }
  package func attachments(titled title: String) -> [TestAttachment] { [] }
}
