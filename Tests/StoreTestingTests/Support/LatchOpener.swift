import TestSupport

@testable import StoreTesting

/// An observer that opens a latch when a store waits for outside work.
final class LatchOpener: ObserverOfStores, StoreObserver {
  /// The recorded waits, in order.
  let notes = Recorder<String>()

  private let latch: Latch

  init(_ latch: Latch) {
    self.latch = latch
  }

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) {
    notes.record("elsewhere: \(effects().map(\.snapshot.label))")
  }
  func willWait(for effects: () -> [LedgerEntry]) {
    notes.record("will wait: \(effects().map(\.snapshot.label))")
    latch.open()
  }
  func didWait(for effects: () -> [LedgerEntry]) {
    notes.record("did wait: \(effects().map(\.snapshot.label))")
  }
  func didTimeOut() { notes.record("time-out") }
}
