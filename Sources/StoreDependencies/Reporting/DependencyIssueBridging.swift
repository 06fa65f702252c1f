/// Takes issues that nobody observes to where the test library shows them, and knows which test runs.
///
/// This module ships in apps and must not import Testing, so it finds the one conforming type by its name when it needs
/// it. See ``DependencyIssue/bridge``.
package protocol DependencyIssueBridging: SendableMetatype {
  /// Reports an issue against the running test.
  static func report(_ issue: DependencyIssue)

  /// The object that is kept for the running test, made if there is none; nil outside of tests.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)?
}

extension DependencyIssue {
  /// The bridge of the module StoreTesting, if it is linked into this process.
  ///
  /// The string is the mangled name of `enum DependencyIssueBridge` in the module `StoreTesting`.
  package static let bridge = _typeByName("12StoreTesting21DependencyIssueBridgeO") as? any DependencyIssueBridging.Type
}
