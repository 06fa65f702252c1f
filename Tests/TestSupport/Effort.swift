import Foundation

/// Returns the indices of repetitions, for tests that depend on the order of threads.
///
/// There are few by default. With `STORE_TESTING_EFFORT=2` or more, there are enough for rare orders.
///
/// - Parameters:
///   - count: The number of repetitions with a greater effort.
///   - few: The number of repetitions by default, which a greater effort multiplies.
package func repetitions(_ count: Int, byDefault few: Int = 3) -> Range<Int> {
  0..<(isThorough ? max(count, scaled(few)) : few)
}

/// Returns every few of the elements, or all of them with `STORE_TESTING_EFFORT=2` and more.
///
/// - Parameters:
///   - elements: The elements, such as the cases of an exhaustive test.
///   - stride: The distance of the returned elements without a greater effort.
///   - offset: The index of the first one, so that several tests return others of them.
package func sample<Element>(_ elements: [Element], every stride: Int, from offset: Int = 0) -> [Element] {
  isThorough ? elements : elements.indices.filter { $0 % stride == offset % stride }.map { elements[$0] }
}

/// Whether `STORE_TESTING_EFFORT` is greater than 1.
package let isThorough = effort > 1

/// Whether golden files are recorded.
package let isRecording = ProcessInfo.processInfo.environment["STORE_TESTING_RECORD"] != nil

/// Returns a size, such as a number of messages or seeds, multiplied by `STORE_TESTING_EFFORT`.
package func scaled(_ usual: Int) -> Int { Int(Double(usual) * effort) }

/// The factor of `STORE_TESTING_EFFORT`, or 1.
private let effort: Double = {
  let text = ProcessInfo.processInfo.environment["STORE_TESTING_EFFORT"] ?? ""
  return text == "thorough" ? 10 : Double(text).map { min(max($0, 1), 1_000) } ?? 1
}()
