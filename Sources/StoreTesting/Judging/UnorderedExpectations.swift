/// Expectations of values in any order, each once.
///
/// Performance: they are found by a key, so that the time is linear in their number.
struct UnorderedExpectations<Value> {
  private let all: [Expectation<Value>]

  /// The positions of the values that are still expected.
  private var open: Set<Int>

  /// The positions by key, the first one last.
  private var positions: [AnyHashable: [Int]] = [:]

  /// Creates expectations.
  ///
  /// - Parameters:
  ///   - values: The expected values.
  ///   - expectation: Returns the expectation of a value.
  init(_ values: [Value], _ expectation: (Value) -> Expectation<Value>) {
    all = values.map(expectation)
    open = Set(values.indices)
    for (position, value) in values.enumerated().reversed() {
      positions[Self.key(of: value), default: []].append(position)
    }
  }

  /// The expected values that have not been taken, in order.
  var rest: [Expectation<Value>] { all.indices.filter(open.contains).map { all[$0] } }

  var isEmpty: Bool { open.isEmpty }

  /// Removes the first expectation that a value matches.
  ///
  /// - Returns: Whether there was one.
  mutating func take(_ value: Value) -> Bool {
    let key = Self.key(of: value)
    while let position = positions[key]?.popLast() {
      guard open.contains(position) else { continue }
      guard all[position].matches(value) else { break }
      open.remove(position)
      return true
    }
    // The `==` of a type may ignore parts that differ in the keys.
    guard let position = all.indices.first(where: { open.contains($0) && all[$0].matches(value) }) else { return false }
    open.remove(position)
    return true
  }

  /// Returns a key that equal values usually share: the value itself, otherwise its text.
  private static func key(of value: Value) -> AnyHashable {
    (value as? AnyHashable) ?? AnyHashable(identifyingText(of: value, limit: 1_000))
  }
}
