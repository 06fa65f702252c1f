/// What the members of a set, and the keys of a dictionary, are ordered by: numbers by size, the rest by their texts.
private struct SortKey: Comparable {
  let number: Double?
  let text: String

  init(_ value: Any) {
    if let value = value as? String {
      (number, text) = (nil, value)
      return
    }
    switch value {
    case let value as any BinaryInteger: number = Double(value)
    case let value as Double: number = value.isNaN ? nil : value
    default: number = nil
    }
    text = describe(value, limit: 200)
  }

  /// Whether one comes before another.
  static func < (first: Self, second: Self) -> Bool {
    guard let one = first.number, let two = second.number, one != two else {
      return (first.number == nil ? 1 : 0, first.text) < (second.number == nil ? 1 : 0, second.text)
    }
    return one < two
  }
}

/// Values in an order that is the same in every process.
///
/// There is a limit to how many are put in order, as each needs a text for it. Beyond it, they stay as they are.
///
/// - Parameters:
///   - values: The values.
///   - first: How many of them are of use; those behind them are in no order.
func ordered(_ values: [Any], first: Int = .max) -> [Any] {
  ordered(values, first: first, by: \.self)
}

/// Values in the order of something that they have, which is the same in every process.
///
/// - Parameters:
///   - values: The values.
///   - first: How many of them are of use; those behind them are in no order.
///   - key: What they have.
func ordered<Value>(_ values: [Value], first: Int = .max, by key: (Value) -> Any) -> [Value] {
  guard values.count > 1, values.count <= 50_000 else { return values }
  let keys = values.map { SortKey(key($0)) }
  guard values.count > first.multipliedReportingOverflow(by: 4).partialValue, first < 10_000 else {
    return values.indices.sorted { keys[$0] < keys[$1] }.map { values[$0] }
  }
  // Few are wanted of many: it takes a pass to find them.
  var found: [Int] = []
  var isFound = Array(repeating: false, count: values.count)
  for index in values.indices where found.count < first || keys[index] < keys[found[found.count - 1]] {
    let place = found.firstIndex { keys[index] < keys[$0] } ?? found.count
    found.insert(index, at: place)
    isFound[index] = true
    guard found.count > first else { continue }
    isFound[found.removeLast()] = false
  }
  return found.map { values[$0] } + values.indices.filter { !isFound[$0] }.map { values[$0] }
}
