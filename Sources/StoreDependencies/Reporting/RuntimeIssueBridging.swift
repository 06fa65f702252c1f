/// A connection to the test library, for issues without an observer and for the running test.
///
/// This module ships in apps and must not import Testing. So it looks up the only conforming type by name. See
/// ``RuntimeIssue/bridge``.
package protocol RuntimeIssueBridging: SendableMetatype {
  /// Reports an issue as a failure of the running test.
  static func report(_ issue: RuntimeIssue)

  /// Returns the object that is stored for the running test; nil outside of tests. The first call in a test makes it.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)?
}

extension RuntimeIssue {
  /// The bridge in the module StoreTesting, if the process links that module.
  ///
  /// The string is the mangled name of `enum RuntimeIssueBridge` in the module `StoreTesting`.
  package static let bridge = _typeByName("12StoreTesting18RuntimeIssueBridgeO") as? any RuntimeIssueBridging.Type
}
