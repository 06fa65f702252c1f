import StoreTesting
import Synchronization

/// An observer of whether a run has failures.
final class FailureWitness: Observer {
  private let storedHasFailed = Atomic(false)

  /// The destination of the test's failures.
  private let destination = FailureDestination(FailureSink.current)

  /// Whether any failure was reported.
  var hasFailed: Bool { storedHasFailed.load(ordering: .relaxed) }

  @Sendable func noteIssue(isKnown: Bool) {
    if !isKnown { storedHasFailed.store(true, ordering: .relaxed) }
  }

  /// Records a failure that fails the test. A failure that code of the test records is expected.
  func note(_ failure: TestFailure, to destination: FailureDestination) {
    if destination == self.destination { noteIssue(isKnown: false) }
  }
}
