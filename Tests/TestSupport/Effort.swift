import Foundation

/// The numbers of the repetitions of something that depends on the order of threads.
///
/// A few suffice to show that it works. With `STORE_TESTING_EFFORT=2` and more it is repeated as often as it takes to
/// meet rare orders.
///
/// - Parameters:
///   - count: The number of repetitions with the effort.
///   - few: The number of repetitions without it, by which a greater effort is multiplied.
/// - Returns: The numbers from 0.
package func repetitions(_ count: Int, byDefault few: Int = 3) -> Range<Int> {
  0..<(effort > 1 ? max(count, scaled(few)) : few)
}

/// Returns a size, such as a number of messages or seeds, multiplied by `STORE_TESTING_EFFORT`.
package func scaled(_ usual: Int) -> Int { Int(Double(usual) * effort) }

/// The factor of `STORE_TESTING_EFFORT`, or 1.
private let effort: Double = {
  let text = ProcessInfo.processInfo.environment["STORE_TESTING_EFFORT"] ?? ""
  return text == "thorough" ? 10 : Double(text).map { min(max($0, 1), 1_000) } ?? 1
}()
