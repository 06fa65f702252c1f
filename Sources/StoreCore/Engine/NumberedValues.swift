/// Values by number; where there is only one, as nearly always, no table is made for it.
struct NumberedValues<Value> {
  /// The number and the value of one.
  private var single: (number: Int, value: Value)?

  /// All others.
  private var others: [Int: Value] = [:]

  /// Whether there are none.
  var isEmpty: Bool { single == nil && others.isEmpty }

  /// The values in the order of their numbers.
  var inOrder: [Value] {
    if others.isEmpty { return single.map { [$0.value] } ?? [] }
    let all = others.map { (number: $0.key, value: $0.value) } + (single.map { [$0] } ?? [])
    return all.sorted { $0.number < $1.number }.map(\.value)
  }

  /// Adds a value.
  mutating func add(_ value: Value, number: Int) {
    if isEmpty { single = (number, value) } else { others[number] = value }
  }

  /// Takes out a value.
  mutating func remove(_ number: Int) -> Value? {
    guard let single, single.number == number else { return others.removeValue(forKey: number) }
    self.single = nil
    return single.value
  }
}
