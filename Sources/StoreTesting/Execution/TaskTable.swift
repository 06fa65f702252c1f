/// Values by the number of a task.
///
/// To hash a number costs more than to look through a short list. So only what comes when there is much goes into a dictionary.
struct TaskTable<Value> {
  /// How many values the list takes.
  private static var capacity: Int { 8 }

  /// The values that came when there were few.
  private var list: [(number: UInt64, value: Value)] = []

  /// All others.
  private var others: [UInt64: Value] = [:]

  /// Makes an empty table.
  init() {}

  /// The value of a task.
  subscript(number: UInt64) -> Value? {
    get { place(of: number).map { list[$0].value } ?? others[number] }
    set {
      switch (place(of: number), newValue) {
      case (let place?, let value?): list[place].value = value
      case (let place?, nil): list.remove(at: place)
      case (nil, let value?) where list.count < Self.capacity && others.isEmpty: list.append((number, value))
      case (nil, _): if newValue != nil || !others.isEmpty { others[number] = newValue }
      }
    }
  }

  /// Whether there is a value for a task.
  func contains(_ number: UInt64) -> Bool {
    place(of: number) != nil || (!others.isEmpty && others.index(forKey: number) != nil)
  }

  /// Where the value of a task stands in the list.
  private func place(of number: UInt64) -> Int? {
    list.firstIndex { $0.number == number }
  }
}

extension TaskTable: Sendable where Value: Sendable {}
