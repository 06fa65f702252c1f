import StoreCore
import StoreTesting

extension AuditLog: StoreObserver {
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {
    write(beginningOf: session)
  }

  func willReduce() { perturbAllocation() }

  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    write(event, in: session)
  }

  func note(_ failure: TestFailure, at instant: TestClock.Instant) { noteFailure(failure.kind) }

  // The log records sleeps at once, because a short sleep may end before the wait begins.
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) { noteSleeps(effects()) }

  func willWait(for effects: () -> [LedgerEntry]) { beginWaiting(effects()) }

  func didWait(for effects: () -> [LedgerEntry]) { endWaiting(effects()) }

  func didTimeOut() { giveUpWaiting() }
}
