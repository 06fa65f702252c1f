package import StoreCore
package import StoreDependencies

/// An observer of the steps and effects of one store.
package protocol EffectObserver: AnyObject, Sendable {
  /// Receives each step of the test.
  func noteStep(at instant: TestClock.Instant)

  /// Notifies the observer that a message is about to be reduced, possibly again for the purity check.
  func willReduce()

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
}

extension EffectObserver {
  package func noteStep(at instant: TestClock.Instant) {}
  package func willReduce() {}
  package func note(_ failure: TestFailure, at instant: TestClock.Instant) {}
  package func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant) {}
  package func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock) {}
  package func noteWaking(of effect: InFlightEffect, on clock: TestClock) {}
  package func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) {}
  package func willWait(for effects: () -> [LedgerEntry]) {}
  package func didWait(for effects: () -> [LedgerEntry]) {}
  package func didTimeOut() {}
}

/// A running effect with its snapshot.
package typealias LedgerEntry = (token: EffectToken, snapshot: EffectSnapshot)
