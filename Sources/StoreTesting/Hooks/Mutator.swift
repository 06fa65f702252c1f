package import StoreCore
package import StoreDependencies

/// A type that changes what features do, so that a tool can see which changes a test notices.
package protocol Mutator: AnyObject, Sendable {
  /// The change of a store that is being made; nil if its feature stays as it is.
  ///
  /// - Parameters:
  ///   - feature: The feature of the store.
  ///   - site: Where the store is made.
  func change<Feature: Reducer>(of feature: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>?
}
