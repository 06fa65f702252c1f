/// A table of values by number. Performance: a single value needs no dictionary.
package struct NumberedValues<Value> {
  private var single: (number: Int, value: Value)?

  /// All other values. Performance: use `count`, as `isEmpty` is not specialised.
  private var others: [Int: Value] = [:]

  /// Creates an empty table.
  package init() {}

  package var isEmpty: Bool { single == nil && others.count == 0 }

  /// The numbers, in ascending order.
  package var numbers: [Int] {
    if others.count == 0 { return single.map { [$0.number] } ?? [] }
    return (others.keys + (single.map { [$0.number] } ?? [])).sorted()
  }

  /// The values in the order of their numbers.
  package var inOrder: [Value] { numbers.compactMap { self[$0] } }

  package subscript(number: Int) -> Value? {
    if let single, single.number == number { return single.value }
    return others.count == 0 ? nil : others[number]
  }

  /// Adds a value under an unused number.
  package mutating func add(_ value: Value, number: Int) {
    if isEmpty { single = (number, value) } else { others[number] = value }
  }

  /// Changes the value of a number in place.
  ///
  /// - Returns: The result of the change; nil for an unused number.
  @discardableResult
  package mutating func update<Result>(_ number: Int, _ change: (inout Value) -> Result) -> Result? {
    if single?.number == number { return change(&single!.value) }  // It was found in the line before.
    guard others.count > 0, let index = others.index(forKey: number) else { return nil }
    return change(&others.values[index])
  }

  @discardableResult
  package mutating func remove(_ number: Int) -> Value? {
    guard let single, single.number == number else { return others.removeValue(forKey: number) }
    self.single = nil
    return single.value
  }
}

extension NumberedValues<Void> {
  mutating func insert(_ number: Int) { add((), number: number) }
}
