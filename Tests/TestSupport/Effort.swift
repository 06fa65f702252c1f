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

/// Returns a size, such as a number of messages or seeds, multiplied by `STORE_TESTING_EFFORT`.
package func scaled(_ usual: Int) -> Int { Int(Double(usual) * effort) }

/// The factor of `STORE_TESTING_EFFORT`, or 1.
private let effort: Double = {
  let text = ProcessInfo.processInfo.environment["STORE_TESTING_EFFORT"] ?? ""
  return text == "thorough" ? 10 : Double(text).map { min(max($0, 1), 1_000) } ?? 1
}()
