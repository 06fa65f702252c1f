import Foundation

/// The factor of `STORE_TESTING_EFFORT`, 1 by default.
private let effort: Int =
  switch ProcessInfo.processInfo.environment["STORE_TESTING_EFFORT"] {
  case "thorough": 10
  case let text?: max(Int(text) ?? 1, 1)
  case nil: 1
  }

/// Returns a number of repetitions, copies or messages, multiplied by `STORE_TESTING_EFFORT`.
///
/// The usual number is enough to notice a defect that is always there. A defect that depends on the order of threads
/// needs many more, as `STORE_TESTING_EFFORT=20 swift test` gives.
package func scaled(_ usual: Int) -> Int { usual * effort }
