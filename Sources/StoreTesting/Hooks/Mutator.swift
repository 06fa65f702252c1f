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
}
