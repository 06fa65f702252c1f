/// A connection to the test library, for issues without an observer and for the running test.
///
/// This module ships in apps and must not import Testing. So it looks up the only conforming type by name. See
/// ``DependencyIssue/bridge``.
package protocol DependencyIssueBridging: SendableMetatype {
  /// Reports an issue as a failure of the running test.
  static func report(_ issue: DependencyIssue)

  /// Returns the object that is stored for the running test; nil outside of tests. The first call in a test makes it.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)?
}

extension DependencyIssue {
  /// The bridge in the module StoreTesting, if the process links that module.
  ///
  /// The string is the mangled name of `enum DependencyIssueBridge` in the module `StoreTesting`.
  package static let bridge = _typeByName("12StoreTesting21DependencyIssueBridgeO") as? any DependencyIssueBridging.Type
}
