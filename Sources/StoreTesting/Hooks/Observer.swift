package import StoreCore
package import StoreDependencies

/// A type that sees what happens in a test, without changing it.
package protocol Observer: AnyObject, Sendable {
  /// The observer of a store that is being made; nil if the store is of no interest.
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)?

  /// Hears of a failure, wherever it is reported.
  func note(_ failure: TestFailure)

  /// Hears that the scheduler chose another thing than the usual one.
  ///
  /// - Parameters:
  ///   - text: What happened.
  ///   - relation: What it has to do with the usual thing.
  ///   - isInstead: Whether the usual thing can't happen any more.
  func noteDeviation(_ text: String, _ relation: String, isInstead: Bool)

  /// An observer of the same kind for one run of code that is run many times; nil if single runs are of no interest.
  func observerOfOneRun() -> (any Observer)?

  /// What the observer adds to a failure of the run that it has seen.
  ///
  /// - Parameter title: What the run is called.
  func attachments(titled title: String) -> [TestAttachment]
}

extension Observer {
  package func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { nil }
  package func note(_ failure: TestFailure) {}
  package func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {}
  package func observerOfOneRun() -> (any Observer)? { nil }
  package func attachments(titled title: String) -> [TestAttachment] { [] }
}

/// A type that sees what one store does.
///
/// Functions that have a session are called on the thread that runs the store.
package protocol StoreObserver: AnyObject, Sendable {
  /// Whether the store keeps its whole log, however long it becomes.
  var keepsWholeLog: Bool { get }

  /// Hears that the store was made.
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable

  /// Hears that the test makes a step.
  func noteStep(at instant: TestClock.Instant)

  /// Hears that the reducer is about to run.
  func willReduce()

  /// Hears of each event that the store adds to its log.
  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>) where Feature.State: Equatable

  /// Hears that the test has asserted a message, or has taken it up.
  ///
  /// - Parameters:
  ///   - message: The object of the message in its event.
  ///   - site: The line of the assertion.
  ///   - isExhaustive: Whether the test would have failed if anything about it were different.
  func noteAssertion(of message: AnyObject, at site: CallSite, isExhaustive: Bool)

  /// Hears of a failure of the store.
  func note(_ failure: TestFailure, at instant: TestClock.Instant)

  /// Hears that an effect reads a dependency.
  func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant)

  /// Hears that an effect goes to sleep.
  func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock)

  /// Hears that an effect wakes because its time has come.
  func noteWaking(of effect: InFlightEffect, on clock: TestClock)

  /// Hears that effects run elsewhere, before anything is waited for.
  ///
  /// - Parameter effects: What is known of the effects that run; to find that out takes time.
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry])

  /// Hears that the test is about to wait for work outside its control.
  func willWait(for effects: () -> [LedgerEntry])

  /// Hears that a wait is over.
  func didWait(for effects: () -> [LedgerEntry])

  /// Hears that a wait has timed out.
  func didTimeOut()

  /// What the observer adds to the failures of the store.
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
  package func noteAssertion(of message: AnyObject, at site: CallSite, isExhaustive: Bool) {}
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

/// An effect that runs, and what is known of it.
package typealias LedgerEntry = (token: EffectToken, snapshot: EffectSnapshot)
