/// A proof that two values which are equal by `==` have no difference that `==` ignores.
///
/// It is built once per type from the types of the fields, and reads the fields in memory. If the proof fails,
/// `differences` compares the values.
///
/// Performance: a check costs about as much as `==`, so it can run in each step of each test.
///
/// Safety: it is `@unchecked Sendable`. It stores only types, offsets and other checks. It calls no `==` that could be
/// bound to an actor: only those of the standard library, and those that a dynamic cast permits.
package struct HiddenDifferenceCheck: @unchecked Sendable {
  /// Compares the values at two addresses; false if they may differ.
  private let compare: (_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool

  fileprivate init(_ compare: @escaping (_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool) {
    self.compare = compare
  }

  /// Whether two values certainly have no hidden difference.
  package func isPassed<Value>(_ first: Value, _ second: Value) -> Bool {
    withUnsafePointer(to: first) { first in
      withUnsafePointer(to: second) { second in compare(first, second) }
    }
  }

  /// Whether the values at two addresses certainly have no hidden difference.
  fileprivate func isPassed(at first: UnsafeRawPointer, and second: UnsafeRawPointer) -> Bool {
    compare(first, second)
  }
}

// MARK: - Construction

extension HiddenDifferenceCheck {
  private static let known = TypeFacts(make)

  package static func check(for type: Any.Type) -> Self { known[type] }

  private static func make(for type: Any.Type) -> Self {
    if isPlain(type), let type = type as? any Equatable.Type { return equality(of: type) }
    if let type = type as? any Containing.Type { return type.contentCheck }
    // A type with a custom mirror is compared by that mirror.
    if !(type is any CustomReflectable.Type) {
      if isStandard(type), type is any Equatable.Type { return whole(of: type) }
      if let fields = FieldLayout.fields(of: type), !fields.isEmpty { return all(of: fields) }
    }
    return bytes(of: type)
  }

  /// Compares by the `==` of a standard library type, which ignores nothing.
  private static func equality<Value: Equatable>(of _: Value.Type) -> Self {
    Self { $0.assumingMemoryBound(to: Value.self).pointee == $1.assumingMemoryBound(to: Value.self).pointee }
  }

  private static func all(of fields: [FieldLayout]) -> Self {
    let checks = fields.map { (offset: $0.offset, check: check(for: $0.type)) }
    return Self { first, second in
      checks.allSatisfy { $0.check.isPassed(at: first + $0.offset, and: second + $0.offset) }
    }
  }

  /// Compares values by the `==` of the standard library or Foundation, without visiting their parts.
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

  /// Compares the bytes, as the type is opaque. Only equal bytes are a proof.
  private static func bytes(of type: Any.Type) -> Self {
    func size<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.size }
    let size = _openExistential(type, do: size)
    return Self { haveSameBytes($0, $1, count: size) }
  }
}

// MARK: - Collections

/// A type that contains values of another type that can be compared one by one.
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
          // Looked up lazily, as a type may contain arrays of itself.
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
  /// Looks up the keys by `==`, and compares keys and values.
  fileprivate static var contentCheck: HiddenDifferenceCheck {
    HiddenDifferenceCheck { first, second in
      let (first, second) = (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      )
      guard !haveSameBytes(first, second) else { return true }
      guard first.count == second.count, isHashable(Key.self) else { return false }
      // Looked up lazily, as for arrays.
      let (keyCheck, check) = (HiddenDifferenceCheck.check(for: Key.self), HiddenDifferenceCheck.check(for: Value.self))
      return first.allSatisfy { key, value in
        guard let place = second.index(forKey: key) else { return false }
        return keyCheck.isPassed(key, second[place].key) && check.isPassed(value, second[place].value)
      }
    }
  }
}

extension Set: Containing {
  /// Looks up the members by `==`, and compares them.
  fileprivate static var contentCheck: HiddenDifferenceCheck {
    HiddenDifferenceCheck { first, second in
      let (first, second) = (
        first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee
      )
      guard !haveSameBytes(first, second) else { return true }
      guard first.count == second.count, isHashable(Element.self) else { return false }
      // Looked up lazily, as for arrays.
      let check = HiddenDifferenceCheck.check(for: Element.self)
      return first.allSatisfy { member in
        second.firstIndex(of: member).map { check.isPassed(member, second[$0]) } ?? false
      }
    }
  }
}
