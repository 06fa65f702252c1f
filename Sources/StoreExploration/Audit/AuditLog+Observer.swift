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

  // At once, because a short sleep is over before anything waits for it.
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) { noteSleeps(effects()) }

  func willWait(for effects: () -> [LedgerEntry]) { beginWaiting(effects()) }

  func didWait(for effects: () -> [LedgerEntry]) { endWaiting(effects()) }

  func didTimeOut() { giveUpWaiting() }
}
