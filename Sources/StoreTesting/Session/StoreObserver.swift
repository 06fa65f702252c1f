package import StoreCore
package import StoreDependencies

/// An observer that also observes the events of stores.
package protocol ObserverOfStores: Observer {
  /// Returns the observer of a new store; nil if the store is not observed.
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)?
}

extension Hooks {
  /// Returns the observers of a new store.
  static func observers(ofStoreAt site: CallSite) -> [any StoreObserver] {
    observers.compactMap { ($0 as? any ObserverOfStores)?.observer(ofStoreAt: site) }
  }
}

/// An observer of one store.
///
/// Functions with a session parameter are called on the thread that runs the store.
package protocol StoreObserver: EffectObserver {
  /// Whether the store keeps its whole log.
  var keepsWholeLog: Bool { get }

  /// Receives the new store's session.
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable

  /// Receives each event that the store adds to its log.
  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>) where Feature.State: Equatable

  /// Receives each message that the test has asserted or received.
  ///
  /// - Parameters:
  ///   - message: The object of the message in its event.
  ///   - site: The line of the assertion.
  ///   - exhaustivity: The level of the assertion.
  func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity)

  /// Returns the attachments for the failures of the store.
  func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable
}

extension StoreObserver {
  package var keepsWholeLog: Bool { false }
  package func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {}
  package func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {}
  package func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity) {}
  package func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable { [] }
}
