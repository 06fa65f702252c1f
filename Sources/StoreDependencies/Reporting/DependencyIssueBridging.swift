/// Takes issues that nobody observes to where the test library shows them.
///
/// This module ships in apps and must not import Testing, so it finds the one conforming type by its name when it needs
/// it. See ``DependencyIssue/bridge``.
package protocol DependencyIssueBridging: SendableMetatype {
  /// Reports an issue against the running test.
  static func report(_ issue: DependencyIssue)
}

extension DependencyIssue {
  /// The bridge of the module StoreTesting, if it is linked into this process.
  ///
  /// The string is the mangled name of `enum DependencyIssueBridge` in the module `StoreTesting`.
  package static let bridge = _typeByName("12StoreTesting21DependencyIssueBridgeO") as? any DependencyIssueBridging.Type
}
