/// Shows for two values, which are equal by their `==`, that there is no difference between them that `==` hides.
///
/// It is made once for a type, from the types of its fields, and then looks at the fields where they lie. That costs about
/// as much as `==` itself, so each step of each test can afford it. Where it can't show it, `differences` looks closely.
///
/// It is `@unchecked Sendable`, and safe because it holds nothing but types, places and other checks, and calls no `==`
/// that could be bound to an actor: only those of the standard library, and of others what a cast on the spot allows.
struct HiddenDifferenceCheck: @unchecked Sendable {
  /// Compares what lies at two places; false means that there may be a difference.
  private let compare: (_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool

  fileprivate init(_ compare: @escaping (_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool) {
    self.compare = compare
  }

  /// Whether it is certain that nothing is hidden between two values of the type that the check is for.
  func isPassed<Value>(_ first: Value, _ second: Value) -> Bool {
    withUnsafePointer(to: first) { first in
      withUnsafePointer(to: second) { second in compare(first, second) }
    }
  }

  /// Whether it is certain that nothing is hidden between what lies at two places.
  fileprivate func isPassed(at first: UnsafeRawPointer, and second: UnsafeRawPointer) -> Bool {
    compare(first, second)
  }
}

// MARK: - Making checks

extension HiddenDifferenceCheck {
  private static let known = TypeFacts(make)

  static func check(for type: Any.Type) -> Self { known[type] }

  private static func make(for type: Any.Type) -> Self {
    if isPlain(type), let type = type as? any Equatable.Type { return equality(of: type) }
    if let type = type as? any Containing.Type { return type.contentCheck }
    // A type that shows itself in a mirror of its own is looked at in that.
    if !(type is any CustomReflectable.Type) {
      if isStandard(type), type is any Equatable.Type { return whole(of: type) }
      if let fields = FieldLayout.fields(of: type), !fields.isEmpty { return all(of: fields) }
    }
    return bytes(of: type)
  }

  /// Compares by `==` of the standard library, which sees all there is to see.
  private static func equality<Value: Equatable>(of _: Value.Type) -> Self {
    Self { $0.assumingMemoryBound(to: Value.self).pointee == $1.assumingMemoryBound(to: Value.self).pointee }
  }

  private static func all(of fields: [FieldLayout]) -> Self {
    let checks = fields.map { (offset: $0.offset, check: check(for: $0.type)) }
    return Self { first, second in
      checks.allSatisfy { $0.check.isPassed(at: first + $0.offset, and: second + $0.offset) }
    }
  }

  /// Compares values by `==` that belong to the standard library or Foundation, and so count as a whole.
  private static func whole(of type: Any.Type) -> Self {
    func check<Value>(of _: Value.Type) -> Self {
      let bytes = bytes(of: type)
      return Self { first, second in
        if bytes.isPassed(at: first, and: second) { return true }
        return areEqual(
          first.assumingMemoryBound(to: Value.self).pointee,
          second.assumingMemoryBound(to: Value.self).pointee
        ) == true
      }
    }
    return _openExistential(type, do: check)
  }

  /// Compares the bytes, because nothing else is known. It is certain only if they are the same.
  private static func bytes(of type: Any.Type) -> Self {
    func size<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.size }
    let size = _openExistential(type, do: size)
    return Self { haveSameBytes($0, $1, count: size) }
  }
}

// MARK: - Collections

/// A type whose values hold values of another type, which can be compared one by one.
private protocol Containing {
  static var contentCheck: HiddenDifferenceCheck { get }
}

extension Array: Containing {
  /// Compares the elements in order.
  fileprivate static var contentCheck: HiddenDifferenceCheck {
    HiddenDifferenceCheck { first, second in
      let (first, second) = (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      )
      guard first.count == second.count else { return false }
      return first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in
          guard let one = first.baseAddress, let two = second.baseAddress, one != two else { return true }
          // Looked up here and not before, as a type may hold arrays of itself.
          let check = HiddenDifferenceCheck.check(for: Element.self)
          return first.indices.allSatisfy { check.isPassed(at: one + $0, and: two + $0) }
        }
      }
    }
  }
}

extension Optional: Containing {
  fileprivate static var contentCheck: HiddenDifferenceCheck {
    let check = HiddenDifferenceCheck.check(for: Wrapped.self)
    return HiddenDifferenceCheck { first, second in
      switch (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      ) {
      case (let first?, let second?): check.isPassed(first, second)
      case (nil, nil): true
      default: false
      }
    }
  }
}

extension Dictionary: Containing {
  /// Compares the keys, which are found by their `==`, and the values.
  fileprivate static var contentCheck: HiddenDifferenceCheck {
    HiddenDifferenceCheck { first, second in
      let (first, second) = (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      )
      guard !haveSameBytes(first, second) else { return true }
      guard first.count == second.count, isHashable(Key.self) else { return false }
      // Looked up here and not before, as for arrays.
      let (keyCheck, check) = (HiddenDifferenceCheck.check(for: Key.self), HiddenDifferenceCheck.check(for: Value.self))
      return first.allSatisfy { key, value in
        guard let place = second.index(forKey: key) else { return false }
        return keyCheck.isPassed(key, second[place].key) && check.isPassed(value, second[place].value)
      }
    }
  }
}

extension Set: Containing {
  /// Compares the members, which are found by their `==`.
  fileprivate static var contentCheck: HiddenDifferenceCheck {
    HiddenDifferenceCheck { first, second in
      let (first, second) = (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      )
      guard !haveSameBytes(first, second) else { return true }
      guard first.count == second.count, isHashable(Element.self) else { return false }
      // Looked up here and not before, as for arrays.
      let check = HiddenDifferenceCheck.check(for: Element.self)
      return first.allSatisfy { member in
        second.firstIndex(of: member).map { check.isPassed(member, second[$0]) } ?? false
      }
    }
  }
}
