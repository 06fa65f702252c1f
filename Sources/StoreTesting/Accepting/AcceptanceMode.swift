import StoreDependencies
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a run does with the assertions that would have made its tests pass.
package enum AcceptanceMode: Sendable, Equatable {
  /// They are printed with the failures.
  case off

  /// They are written into the source of the tests.
  case write

  /// They are printed as a patch.
  case patch

  /// They were requested, but are forbidden in CI.
  case forbidden

  /// The environment variable that requests it.
  static let variable = "STORE_TESTING_ACCEPT"

  /// The mode that the environment requests.
  static let requested = AcceptanceMode(in: ProcessInfo.processInfo.environment)

  /// Whether sources of tests are changed, or would be.
  package static var isOn: Bool { AcceptedChanges.isOn }

  /// Whether sources of tests are written.
  package static var writes: Bool { AcceptedChanges.current?.mode == .write }

  /// Whether it is CI, where no source is changed.
  static let isForbidden = isCI(in: ProcessInfo.processInfo.environment)

  /// Reads the mode from environment variables: `STORE_TESTING_ACCEPT` requests it, and `CI` forbids it.
  package init(in environment: [String: String]) {
    guard let text = environment[Self.variable], !text.isEmpty, text != "0" else {
      self = .off
      return
    }
    self = isCI(in: environment) ? .forbidden : text == "diff" ? .patch : .write
  }
}

/// Whether environment variables say that this is CI, where no file is written that a person must read first.
package func isCI(in environment: [String: String]) -> Bool {
  environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
}
