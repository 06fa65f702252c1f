/// Whether two values are equal by their `==`; nil if they have none.
func areEqual(_ first: Any, _ second: Any) -> Bool? {
  func compare<Value: Equatable>(_ first: Value) -> Bool { (second as? Value) == first }
  guard let first = first as? any Equatable else { return nil }
  return compare(first)
}

/// Whether values of a type may be looked up here: an `==` that is bound to an actor may not be called anywhere else.
func isHashable(_ type: Any.Type) -> Bool { type is any Hashable.Type }

/// Whether it is certain, without a close look, that nothing differs between two values.
func areProvablyEqual(_ first: Any, _ second: Any) -> Bool {
  func check<Value>(_ first: Value) -> Bool {
    guard let second = second as? Value else { return false }
    return HiddenDifferenceCheck.check(for: Value.self).isPassed(first, second)
  }
  guard type(of: first) == type(of: second) else { return false }
  return haveSameBytes(first, second) || _openExistential(first, do: check)
}

/// Whether two values are of one type and the same bit for bit, so that nothing can be hidden between them.
func haveSameBytes(_ first: Any, _ second: Any) -> Bool {
  func compare<Value>(_ first: Value) -> Bool {
    guard let second = second as? Value else { return false }
    return areIdentical(first, second)
  }
  return type(of: first) == type(of: second) && _openExistential(first, do: compare)
}

/// Whether two values are the same bit for bit, so that nothing can be hidden between them.
func areIdentical<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafePointer(to: first) { first in
    withUnsafePointer(to: second) { second in haveSameBytes(first, second, count: MemoryLayout<Value>.size) }
  }
}

/// Whether the same bytes lie at two places.
func haveSameBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
  let first = UnsafeRawBufferPointer(start: first, count: count)
  return firstMismatch(first, UnsafeRawBufferPointer(start: second, count: count)) == nil
}
