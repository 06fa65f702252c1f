/// A matcher that recognises an enum case by its constructor, without macros.
package struct CaseMatcher<Root, Payload> {
  /// The greatest number of parts, and of their combinations, to try.
  private static var limit: Int { 1_000 }

  private let embed: (Payload) -> Root

  package init(embed: @escaping (Payload) -> Root) { self.embed = embed }

  /// Whether the payload is or contains a closure, which a mirror can't return.
  package static var isPayloadClosure: Bool { isClosure(Payload.self) }

  /// Returns the payload from which the constructor makes the value; nil if there is none.
  ///
  /// A closure may combine several constructors and constants, as in `{ .row(1, .loaded($0)) }`. So each part of the
  /// value that has the right type is tried.
  package func payload(of value: Root) -> Payload? {
    candidate(in: value) { areSame(embed($0), value) }
  }

  /// Returns a value that the constructor makes from a part of another value, for failures to compare.
  package func nearest(to value: Root) -> Root? {
    candidate(in: value) { _ in true }.map(embed)
  }

  /// Returns the first part, or combination of parts, that can be the payload and satisfies a predicate.
  private func candidate(in value: Root, where isPayload: (Payload) -> Bool) -> Payload? {
    guard !Self.isPayloadClosure else { return nil }
    // A closure that binds nothing, such as `{ .row(1, .tapped) }`, has an empty tuple as its parameter.
    if let nothing = () as? Payload, isPayload(nothing) { return nothing }
    var parts = payloads(in: value)
    var index = 0
    while index < parts.count, index < Self.limit {
      if let payload = parts[index] as? Payload, isPayload(payload) { return payload }
      parts += payloads(in: parts[index])
      index += 1
    }
    guard let types = FieldLayout.elements(ofTuple: Payload.self) else { return nil }
    var tries = Self.limit
    return combination(of: parts, types[...], chosen: [], tries: &tries, isPayload)
  }

  /// Returns the values that a constructor could make a value from.
  private func payloads(in value: Any) -> [Any] {
    if let value = value as? any TransparentValue { return [value.anyContent] }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // A custom mirror may have an endless number of parts.
    case .struct where value is any CustomReflectable: return []
    case .enum, .tuple, .optional, .struct: return mirror.children.map(\.value)
    default: return []
    }
  }

  /// Returns a payload of several parts, as `{ .row($0, .loaded($1)) }` has.
  private func combination(
    of parts: [Any],
    _ types: ArraySlice<Any.Type>,
    chosen: [Any],
    tries: inout Int,
    _ isPayload: (Payload) -> Bool
  ) -> Payload? {
    guard let type = types.first else {
      tries -= 1
      return (tuple(of: chosen[...]) as? Payload).flatMap { isPayload($0) ? $0 : nil }
    }
    for part in parts where isCastable(part, to: type) {
      if let found = combination(of: parts, types.dropFirst(), chosen: chosen + [part], tries: &tries, isPayload) {
        return found
      }
      guard tries > 0 else { return nil }
    }
    return nil
  }
}

/// Whether two values consist of the same cases. Their payloads compare by `==` or by structure.
private func areSame(_ first: Any, _ second: Any) -> Bool {
  /// Whether two payloads have the same labels, and consist of the same cases.
  func areSame(_ parts: [ReflectedValue.Part], _ others: [ReflectedValue.Part]) -> Bool {
    parts.map(\.label) == others.map(\.label)
      && zip(parts, others).allSatisfy { StoreValues.areSame($0.value, $1.value) }
  }
  guard type(of: first) == type(of: second) else { return false }
  switch (ReflectedValue(of: first), ReflectedValue(of: second)) {
  // The `==` of an enum may ignore its cases.
  case (.choice(let name, let parts), .choice(let other, let others)): return name == other && areSame(parts, others)
  case (.tuple(let parts), .tuple(let others)): return areSame(parts, others)
  case (.present(let inner), .present(let other)): return StoreValues.areSame(inner, other)
  default: return areEqual(first, second) == true || differences(first, second, limit: 1).isEmpty
  }
}

private func isCastable(_ value: Any, to type: Any.Type) -> Bool {
  func isCastable<Type>(to _: Type.Type) -> Bool { value is Type }
  return _openExistential(type, do: isCastable)
}

/// Returns a tuple of values.
private func tuple<each Element>(of values: ArraySlice<Any>, after elements: repeat each Element) -> Any {
  guard let first = values.first else { return (repeat each elements) }
  func add<Next>(_ next: Next) -> Any { tuple(of: values.dropFirst(), after: repeat each elements, next) }
  return _openExistential(first, do: add)
}
