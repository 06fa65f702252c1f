/// The sort key of set members and dictionary keys: numbers by value, all others by text.
private struct SortKey: Comparable {
  let number: Double?
  let text: String

  init(_ value: Any) {
    if let value = value as? String {
      (number, text) = (nil, value)
      return
    }
    switch (value as? any TransparentValue)?.anyContent ?? value {
    case let value as any BinaryInteger: number = Double(value)
    case let value as Double: number = value.isNaN ? nil : value
    default: number = nil
    }
    text = describe(value, limit: 200)
  }

  static func < (first: Self, second: Self) -> Bool {
    guard let one = first.number, let two = second.number, one != two else {
      return (first.number == nil ? 1 : 0, first.text) < (second.number == nil ? 1 : 0, second.text)
    }
    return one < two
  }
}

/// Returns values in an order that is the same in every process.
///
/// Performance: each value needs a text, so a long list stays unordered.
///
/// - Parameters:
///   - values: The values.
///   - first: The number of values that are needed in order; the others are unordered.
package func ordered(_ values: [Any], first: Int = .max) -> [Any] {
  ordered(values, first: first, by: \.self)
}

/// Returns values ordered by a key, in an order that is the same in every process.
///
/// - Parameters:
///   - values: The values.
///   - first: The number of values that are needed in order; the others are unordered.
///   - key: Returns the key of a value.
package func ordered<Value>(_ values: [Value], first: Int = .max, by key: (Value) -> Any) -> [Value] {
  guard values.count > 1, values.count <= 50_000 else { return values }
  let keys = values.map { SortKey(key($0)) }
  guard values.count > first.multipliedReportingOverflow(by: 4).partialValue, first < 10_000 else {
    return values.indices.sorted { keys[$0] < keys[$1] }.map { values[$0] }
  }
  // Performance: a partial selection takes one pass if few of many values are needed.
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
