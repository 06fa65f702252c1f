import StoreCore

/// A namespace for the probe state, which reveals the fields that an assertion writes, even without changing them.
///
/// The probe state is the current state, with two exceptions. A field that the assertion changes has its previous
/// value, so that `removeLast()` and `-= 1` work again. A removed element, entry or optional value is kept with altered
/// contents, so that an assertion that reads it doesn't trap.
enum ProbeState {
  /// Makes the state.
  ///
  /// - Parameters:
  ///   - before: The state before the assertion.
  ///   - expected: The state after the assertion.
  ///   - after: The current state.
  static func make<Value>(before: Value, expected: Value, after: Value) -> Value {
    if areProvablyEqual(before, after) { return after }
    if let type = Value.self as? any Probeable.Type { return make(type, before, expected, after) }
    guard !(Value.self is any CustomReflectable.Type), let fields = FieldLayout.fields(of: Value.self), !fields.isEmpty
    else { return isUnchanged(before, expected) || isSameChoice(before, expected, after) ? after : before }
    var probe = after
    withUnsafePointer(to: before) { before in
      withUnsafePointer(to: expected) { expected in
        withUnsafeMutablePointer(to: &probe) { probe in
          for field in fields { replace(field, in: probe, before, expected) }
        }
      }
    }
    return probe
  }

  private static func replace(
    _ field: FieldLayout,
    in probe: UnsafeMutableRawPointer,
    _ before: UnsafeRawPointer,
    _ expected: UnsafeRawPointer
  ) {
    func replace<Field>(_: Field.Type) {
      // Safety: the three pointers point at whole values of the field's owner, and stay valid during the call. The
      // offset comes from the runtime. `FieldLayout` excludes fields that aren't plain values of their types.
      let place = (probe + field.offset).assumingMemoryBound(to: Field.self)
      place.pointee = make(
        before: (before + field.offset).assumingMemoryBound(to: Field.self).pointee,
        expected: (expected + field.offset).assumingMemoryBound(to: Field.self).pointee,
        after: place.pointee
      )
    }
    _openExistential(field.type, do: replace)
  }

  private static func make<Value, Known: Probeable>(
    _: Known.Type,
    _ before: Value,
    _ expected: Value,
    _ after: Value
  ) -> Value {
    guard let before = before as? Known, let expected = expected as? Known, let known = after as? Known else {
      return after
    }
    return Known.probe(before: before, expected: expected, after: known) as? Value ?? after
  }

  /// Whether an assertion left a value unchanged.
  fileprivate static func isUnchanged(_ before: Any, _ expected: Any) -> Bool {
    differences(before, expected, limit: 1).isEmpty
  }

  /// Whether three enums have the same case with a payload, so that their payloads are compared by parts.
  private static func isSameChoice(_ before: Any, _ expected: Any, _ after: Any) -> Bool {
    let names = [before, expected, after].map { value in
      if case .choice(let name, let parts) = ReflectedValue(of: value), !parts.isEmpty { name } else { "" }
    }
    return !names[0].isEmpty && names.allSatisfy { $0 == names[0] }
  }
}

// MARK: - Values that may be removed

/// A type that contains values that an assertion may remove.
private protocol Probeable {
  static func probe(before: Self, expected: Self, after: Self) -> Self
}

extension Optional: Probeable {
  fileprivate static func probe(before: Self, expected: Self, after: Self) -> Self {
    switch (before, expected, after) {
    case (let before?, let expected?, let after?):
      ProbeState.make(before: before, expected: expected, after: after)
    case (let before?, .some, nil): ProbeState.altered(before)
    case (nil, nil, _): after
    default: before
    }
  }
}

extension Array: Probeable {
  fileprivate static func probe(before: Self, expected: Self, after: Self) -> Self {
    guard before.count == expected.count else { return before }
    var probe = after
    for index in 0..<Swift.min(before.count, after.count) {
      probe[index] = ProbeState.make(before: before[index], expected: expected[index], after: after[index])
    }
    guard before.count > after.count, let last = before.last else { return probe }
    let gone = before[after.count...].map { ($0, ProbeState.altered($0)) }
    // Removed elements that can't be altered are represented by an additional last element.
    return probe + gone.map { $1 ?? $0 } + (gone.contains { $1 == nil } ? [last] : [])
  }
}

extension Dictionary: Probeable {
  fileprivate static func probe(before: Self, expected: Self, after: Self) -> Self {
    guard ProbeState.isUnchanged(before, expected) else { return before }
    return after.merging(before.compactMapValues { ProbeState.altered($0) }) { after, _ in after }
  }
}

extension IdentifiedArray: Probeable {
  /// Keeps removed elements, under their ids.
  fileprivate static func probe(before: Self, expected: Self, after: Self) -> Self {
    guard before.ids.elementsEqual(expected.ids) else { return before }
    var probe = after
    for element in before {
      if let present = after[id: element.id] {
        probe[id: element.id] = ProbeState.make(
          before: element,
          expected: expected[id: element.id] ?? element,
          after: present
        )
      } else {
        probe.append(ProbeState.altered(element) ?? element)
      }
    }
    return probe
  }
}

// MARK: - Altered contents

extension ProbeState {
  /// Returns the value with altered contents and the same id; nil if that is impossible.
  fileprivate static func altered<Value>(_ value: Value) -> Value? {
    if let value = value as? any Alterable { return value.altered as? Value }
    guard !(value is any CustomReflectable), let fields = FieldLayout.fields(of: Value.self) else { return nil }
    var result = value
    var isAltered = false
    for field in fields {
      var next = result
      guard withUnsafeMutablePointer(to: &next, { alter(field, in: $0) }) else { continue }
      guard identity(of: next) == identity(of: value) else { continue }
      (result, isAltered) = (next, true)
    }
    return isAltered ? result : nil
  }

  /// Alters a field, and returns whether that was possible.
  private static func alter(_ field: FieldLayout, in value: UnsafeMutableRawPointer) -> Bool {
    func alter<Field>(_: Field.Type) -> Bool {
      // Safety: as for replacing a field.
      let place = (value + field.offset).assumingMemoryBound(to: Field.self)
      guard let altered = altered(place.pointee) else { return false }
      place.pointee = altered
      return true
    }
    return _openExistential(field.type, do: alter)
  }
}

protocol Alterable {
  /// A different value; nil if the type has none.
  var altered: Self? { get }
}

extension Alterable where Self: FixedWidthInteger {
  /// A number closer to zero, so that a count of elements stays valid.
  var altered: Self? { self > 0 ? self - 1 : self + 1 }
}

extension Bool: Alterable { var altered: Bool? { !self } }
extension Double: Alterable { var altered: Double? { isFinite ? nextUp : 0 } }
extension Float: Alterable { var altered: Float? { isFinite ? nextUp : 0 } }
extension String: Alterable { var altered: String? { self + " " } }

extension Array: Alterable {
  /// The array with its last element repeated.
  var altered: Self? { last.map { self + [$0] } }
}

extension Optional: Alterable {
  var altered: Self? { flatMap { ProbeState.altered($0) }.map { .some($0) } }
}
