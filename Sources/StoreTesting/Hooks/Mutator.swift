package import StoreCore
package import StoreDependencies

/// A type that changes features, to find out which changes a test notices.
package protocol Mutator: AnyObject, Sendable {
  /// Returns the change for a new store; nil if its feature stays unchanged.
  ///
  /// - Parameters:
  ///   - feature: The feature of the store.
  ///   - site: The line that creates the store.
  func change<Feature: Reducer>(of feature: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>?
}
