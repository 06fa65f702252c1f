/// Whether two values are equal by `==`; nil if they aren't `Equatable`.
package func areEqual(_ first: Any, _ second: Any) -> Bool? {
  func compare<Value: Equatable>(_ first: Value) -> Bool { (second as? Value) == first }
  guard let first = first as? any Equatable else { return nil }
  return compare(first)
}

/// Whether the type has `==` and `hash`.
///
/// Whether an actor's conformance may be used here, Swift 6.3.1 tells only of a value: `value as? any Hashable`.
func isHashable(_ type: Any.Type) -> Bool { type is any Hashable.Type }

/// Whether two values are certainly equal, by a fast check.
func areProvablyEqual(_ first: Any, _ second: Any) -> Bool {
  func check<Value>(_ first: Value) -> Bool {
    guard let second = second as? Value else { return false }
    return HiddenDifferenceCheck.check(for: Value.self).isPassed(first, second)
  }
  guard type(of: first) == type(of: second) else { return false }
  return haveSameBytes(first, second) || _openExistential(first, do: check)
}

/// Whether two values have the same type and the same bytes, so that they have no hidden difference.
func haveSameBytes(_ first: Any, _ second: Any) -> Bool {
  func compare<Value>(_ first: Value) -> Bool {
    guard let second = second as? Value else { return false }
    return areIdentical(first, second)
  }
  return type(of: first) == type(of: second) && _openExistential(first, do: compare)
}

/// Whether two values have the same bytes, so that they have no hidden difference.
package func areIdentical<Value>(_ first: Value, _ second: Value) -> Bool {
  // Safety: both values are alive, and only their own bytes are read.
  withUnsafePointer(to: first) { first in
    withUnsafePointer(to: second) { second in haveSameBytes(first, second, count: MemoryLayout<Value>.size) }
  }
}

/// Whether two memory regions have the same bytes.
func haveSameBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
  let first = UnsafeRawBufferPointer(start: first, count: count)
  return firstMismatch(first, UnsafeRawBufferPointer(start: second, count: count)) == nil
}
