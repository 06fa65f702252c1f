/// What a test expects to receive: a feedback or an output.
struct Expectation<Value> {
  /// Whether a value is the one.
  let matches: (Value) -> Bool

  /// What is expected, as a failure names it.
  let text: String

  /// How a value that came instead differs, as far as that can be said.
  let compare: (Value) -> [Difference]

  /// Expects a value.
  static func equal(to value: Value) -> Self where Value: Equatable {
    Self(matches: { $0 == value }, text: describe(value)) { differences(value, $0) }
  }

  /// Expects a value of a type without `==`, compared by structure.
  static func alike(_ value: Value) -> Self {
    Self(matches: { differences(value, $0, limit: 1).isEmpty }, text: describe(value)) { differences(value, $0) }
  }

  /// Expects a case of an enum, with any payload.
  static func `case`<Payload>(_ matcher: CaseMatcher<Value, Payload>) -> Self {
    Self(matches: { matcher.payload(of: $0) != nil }, text: "the case that the test names") { _ in [] }
  }

  /// Expects a value that satisfies a predicate.
  static func satisfying(_ predicate: @escaping (Value) -> Bool) -> Self {
    Self(matches: predicate, text: "a value that satisfies the predicate") { _ in [] }
  }
}

/// Recognises a case of an enum by its constructor, without macros.
struct CaseMatcher<Root, Payload> {
  /// Makes a value of the case.
  let embed: (Payload) -> Root

  /// The payload of a value, if it is of the case.
  ///
  /// A payload of the right type proves nothing yet: two cases may have the same type of payload. So the payload is put
  /// into the case again, and the names of the two cases are compared.
  func payload(of value: Root) -> Payload? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else { return nil }
    guard let payload = unwrap(child.value) else { return nil }
    guard let made = Mirror(reflecting: embed(payload)).children.first, made.label == child.label else { return nil }
    // Two cases may also share their base name, and differ in the names of their payloads only.
    guard labels(of: made.value) == labels(of: child.value) else { return nil }
    return payload
  }

  /// The names of a payload's parts.
  private func labels(of payload: Any) -> [String?] {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? mirror.children.map(\.label) : []
  }

  /// The payload behind an `Any`; one with a label is reflected as a tuple of one element.
  private func unwrap(_ value: Any) -> Payload? {
    if let payload = value as? Payload { return payload }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return nil }
    return mirror.children.first?.value as? Payload
  }
}
