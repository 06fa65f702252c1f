/// What the members of a set, and the keys of a dictionary, are ordered by: numbers by size, the rest by their texts.
private struct SortKey: Comparable {
  /// The number, if it is one.
  let number: Double?

  /// The text.
  let text: String

  /// Finds what a value is ordered by.
  init(_ value: Any) {
    switch value {
    case let value as any BinaryInteger: number = Double(clamping: value)
    case let value as Double: number = value.isNaN ? nil : value
    default: number = nil
    }
    text = value as? String ?? describe(value, limit: 200)
  }

  /// Whether one comes before another.
  static func < (first: Self, second: Self) -> Bool {
    guard let one = first.number, let two = second.number, one != two else {
      return (first.number == nil ? 1 : 0, first.text) < (second.number == nil ? 1 : 0, second.text)
    }
    return one < two
  }
}

extension Double {
  /// The number nearest to an integer.
  fileprivate init(clamping value: some BinaryInteger) {
    self.init(value)
  }
}

/// Values in an order that is the same in every process.
///
/// There is a limit to how many are put in order, as each needs a text for it. Beyond it, they stay as they are.
func ordered(_ values: [Any]) -> [Any] {
  ordered(values, by: \.self)
}

/// Values in the order of something that they have, which is the same in every process.
func ordered<Value>(_ values: [Value], by key: (Value) -> Any) -> [Value] {
  guard values.count > 1, values.count <= 50_000 else { return values }
  return values.map { (SortKey(key($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
}
