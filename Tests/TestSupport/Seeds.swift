import Foundation
import Synchronization

/// What the long stress generates, and counts in its table.
package enum Generated: String, CaseIterable, Sendable {
  /// Random features, whose effects an engine or a store runs.
  case features

  /// Right and wrong tests of a feature.
  case tests

  /// Programs that are explored in all of their orders.
  case orders

  /// Sequences of inputs, answers and pauses.
  case sequences

  /// State spaces with described effects.
  case spaces

  /// State spaces with effects that run.
  case liveSpaces

  /// Source texts that are read and edited.
  case sources

  /// Values that are compared or matched.
  case values
}

/// Returns the seeds of a test of generated cases.
///
/// `STORE_TESTING_EFFORT` multiplies their number. Each `STORE_TESTING_SEED` gives other seeds, which no other one gives.
///
/// - Parameter usual: The number of seeds by default.
package func seeds(_ usual: Int) -> Range<UInt64> {
  let first = round &* 1_000_000
  return first..<first + UInt64(min(scaled(usual), 1_000_000))
}

/// Counts generated cases for the long stress, in the file that `STORE_TESTING_TALLY` names.
///
/// - Parameters:
///   - kind: What was generated.
///   - count: The number of cases.
package func tally(_ kind: Generated, _ count: Int = 1) {
  file.withLock { file in
    try? file?.write(contentsOf: Data("\(kind.rawValue) \(count)\n".utf8))
  }
}

/// The number of `STORE_TESTING_SEED`, or 0.
private let round: UInt64 = ProcessInfo.processInfo.environment["STORE_TESTING_SEED"].flatMap { UInt64($0) } ?? 0

private let file = Mutex(
  ProcessInfo.processInfo.environment["STORE_TESTING_TALLY"].flatMap(FileHandle.init(forWritingAtPath:))
)
