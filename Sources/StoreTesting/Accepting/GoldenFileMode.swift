#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a test does with a golden file: whether it compares or writes its text.
package enum GoldenFileMode: Sendable {
  /// Texts are compared.
  case compare

  /// Texts are written.
  case record

  /// Writing was requested, but is forbidden in CI.
  case forbidden

  /// The mode that the environment requests.
  package static var requested: Self { Self(in: ProcessInfo.processInfo.environment) }

  /// Reads the mode from environment variables: `STORE_TESTING_RECORD` requests writing, and `CI` forbids it.
  package init(in environment: [String: String]) {
    guard let text = environment["STORE_TESTING_RECORD"], !text.isEmpty, text != "0" else {
      self = .compare
      return
    }
    self = isCI(in: environment) ? .forbidden : .record
  }
}
