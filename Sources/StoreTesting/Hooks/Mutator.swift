package import StoreCore
package import StoreDependencies

/// A type that changes features, to find the changes that a test doesn't notice.
package protocol Mutator: AnyObject, Sendable {
  /// Returns the change for a new store; nil to leave its feature unchanged.
  ///
  /// - Parameters:
  ///   - feature: The feature of the store.
  ///   - site: The line that creates the store.
  func change<Feature: Reducer>(of feature: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>?

  /// The longest real time for which a store waits for outside work; nil for the store's own timeout.
  ///
  /// With zero, the store only lets work run that is ready on the main actor or in the thread pool.
  var patience: Duration? { get }

  /// Receives the duration of each wait for outside work.
  func noteWait(_ duration: Duration)
}
