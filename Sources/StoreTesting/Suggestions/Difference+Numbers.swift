import StoreValues

extension Difference {
  /// The place in the closure of an assertion, such as `$0.rows[2].title`.
  var target: String { path.isEmpty || path.hasPrefix("[") ? "$0\(path)" : "$0.\(path)" }

  /// By how much a whole number has changed; nil if the values aren't two numbers.
  var change: Int? {
    guard let first = first as? any BinaryInteger, let second = second as? any BinaryInteger,
      let old = Int(exactly: first), let new = Int(exactly: second)
    else { return nil }
    return new - old
  }

  /// The statement that changes the number by its difference; nil if it isn't a number that has changed.
  var step: String? {
    change.flatMap { $0 == 0 ? nil : "\(target) \($0 > 0 ? "+=" : "-=") \(abs($0))" }
  }
}
