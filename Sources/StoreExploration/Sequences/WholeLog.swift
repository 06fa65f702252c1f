import StoreTesting

/// Lets the stores of a run keep all their events.
final class WholeLog: ObserverOfStores, StoreObserver {
  var keepsWholeLog: Bool { true }

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
}
