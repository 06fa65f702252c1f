package import StoreCore
package import StoreDependencies

/// An observer of a test. It doesn't change the test's behaviour.
package protocol Observer: AnyObject, Sendable {
  /// Returns the observer of a new store; nil if the store is not observed.
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)?

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
  package func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { nil }
  package func note(_ failure: TestFailure, to destination: FailureDestination) {}
  package func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {}
  package func observerOfOneRun() -> (any Observer)? { nil }
  package func attachments(titled title: String) -> [TestAttachment] { [] }
}

/// An observer of one store.
///
/// Functions with a session parameter are called on the thread that runs the store.
package protocol StoreObserver: AnyObject, Sendable {
  /// Whether the store keeps its whole log.
  var keepsWholeLog: Bool { get }

  /// Receives the new store's session.
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable

  /// Receives each step of the test.
  func noteStep(at instant: TestClock.Instant)

  /// Notifies the observer that a message is about to be reduced, possibly again for the purity check.
  func willReduce()

  /// Receives each event that the store adds to its log.
  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>) where Feature.State: Equatable

  /// Receives each message that the test has asserted or received.
  ///
  /// - Parameters:
  ///   - message: The object of the message in its event.
  ///   - site: The line of the assertion.
  ///   - exhaustivity: The level of the assertion.
  func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity)

  /// Receives a failure of the store.
  func note(_ failure: TestFailure, at instant: TestClock.Instant)

  /// Receives each read of a dependency by an effect.
  func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant)

  /// Receives the beginning of an effect's sleep.
  func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock)

  /// Receives the end of an effect's sleep, at its deadline.
  func noteWaking(of effect: InFlightEffect, on clock: TestClock)

  /// Receives the effects that run outside of the store's queue, before the test waits for them.
  ///
  /// - Parameter effects: Returns the running effects. Performance: calling it takes time.
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry])

  /// Notifies the observer that the test is about to wait for work outside its control.
  func willWait(for effects: () -> [LedgerEntry])

  /// Notifies the observer that a wait has ended.
  func didWait(for effects: () -> [LedgerEntry])

  /// Notifies the observer that a wait has timed out.
  func didTimeOut()

  /// Returns the attachments for the failures of the store.
  func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable
}

extension StoreObserver {
  package var keepsWholeLog: Bool { false }
  package func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {}
  package func noteStep(at instant: TestClock.Instant) {}
  package func willReduce() {}
  package func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {}
  package func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity) {}
  package func note(_ failure: TestFailure, at instant: TestClock.Instant) {}
  package func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant) {}
  package func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock) {}
  package func noteWaking(of effect: InFlightEffect, on clock: TestClock) {}
  package func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) {}
  package func willWait(for effects: () -> [LedgerEntry]) {}
  package func didWait(for effects: () -> [LedgerEntry]) {}
  package func didTimeOut() {}
  package func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable { [] }
}

/// A running effect with its snapshot.
package typealias LedgerEntry = (token: EffectToken, snapshot: EffectSnapshot)
