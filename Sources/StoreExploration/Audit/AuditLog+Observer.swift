import StoreCore
import StoreTesting

extension AuditLog: StoreObserver {
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {
    session.auditStart(in: self)
  }

  func willReduce() { shiftHeap() }

  func note<Feature: Reducer>(_ moment: Story.Moment, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    session.audit(moment.kind, moment.subject, in: self)
  }

  func note(_ failure: TestFailure, at instant: TestClock.Instant) { noteFailure(failure.kind) }

  // At once, because a short sleep is over before anything waits for it.
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) { noteSleeps(effects()) }

  func willWait(for effects: () -> [LedgerEntry]) { beginWaiting(effects()) }

  func didWait(for effects: () -> [LedgerEntry]) { endWaiting(effects()) }

  func didTimeOut() { giveUpWaiting() }
}
