import StoreCore
import StoreDependencies

/// A type that sees what happens in a test, without changing it.
protocol Observer: AnyObject, Sendable {
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
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { nil }
  func note(_ failure: TestFailure) {}
  func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {}
  func observerOfOneRun() -> (any Observer)? { nil }
  func attachments(titled title: String) -> [TestAttachment] { [] }
}

/// A type that sees what one store does.
///
/// Functions that have a session are called on the thread that runs the store.
protocol StoreObserver: AnyObject, Sendable {
  /// Whether the store keeps its whole log, however long it becomes.
  var keepsWholeLog: Bool { get }

  /// Hears that the store was made.
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable

  /// Hears that the test makes a step.
  func noteStep(at instant: TestClock.Instant)

  /// Hears that the reducer is about to run.
  func willReduce()

  /// Hears of each event that the store adds to its log.
  func note<Feature: Reducer>(_ moment: Story.Moment, in session: TestSession<Feature>) where Feature.State: Equatable

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
  var keepsWholeLog: Bool { false }
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {}
  func noteStep(at instant: TestClock.Instant) {}
  func willReduce() {}
  func note<Feature: Reducer>(_ moment: Story.Moment, in session: TestSession<Feature>)
  where Feature.State: Equatable {}
  func note(_ failure: TestFailure, at instant: TestClock.Instant) {}
  func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant) {}
  func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock) {}
  func noteWaking(of effect: InFlightEffect, on clock: TestClock) {}
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) {}
  func willWait(for effects: () -> [LedgerEntry]) {}
  func didWait(for effects: () -> [LedgerEntry]) {}
  func didTimeOut() {}
  func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable { [] }
}

/// An effect that runs, and what is known of it.
typealias LedgerEntry = (token: EffectToken, snapshot: EffectSnapshot)
