/// An id under which effects can be cancelled: a value of any hashable type.
///
/// Ids of different types are different, even if their values look equal.
package struct EffectIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let base: any Hashable & Sendable

  package init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  /// Whether both wrap equal values of the same type.
  package static func == (first: Self, second: Self) -> Bool {
    // A cast alone would treat an optional as equal to its value.
    type(of: first.base) == type(of: second.base) && equal(first.base, second.base)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    hasher.combine(base)
  }

  /// The user's value as text: a string without quotes, a case without its dot.
  package var description: String { (base as? any StringProtocol).map { String($0) } ?? bareText(of: base) }
}

/// Whether the second value can be cast to the type of the first, and equals it.
package func equal<Value: Equatable>(_ first: Value, _ second: any Equatable) -> Bool {
  guard let second = second as? Value else { return false }
  return first == second
}
