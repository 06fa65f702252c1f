import StoreCore

/// A feedback or an output that a test expects.
struct Expectation<Value> {
  /// The expectation as failures print it.
  struct Expected {
    /// The text after the word for the kind of event.
    let text: String

    /// The expected value, if the test specifies one.
    let value: Value?
  }

  let matches: (Value) -> Bool

  /// Returns the expectation for a failure. Performance: it is expensive, so only failures call it.
  private let describeExpected: () -> Expected

  init(matches: @escaping (Value) -> Bool, expected: @autoclosure @escaping () -> Expected) {
    self.matches = matches
    describeExpected = expected
  }

  /// The expectation as failures print it.
  var expected: Expected { describeExpected() }

  /// The text after the word for the kind of event: `.loaded([])`, `of the case named here`.
  var text: String { expected.text }

  /// Returns the expectation as a noun: `.loaded([])`, `a feedback of the case named here`.
  func noun(_ what: String) -> String {
    let expected = expected
    return expected.value == nil ? "a \(what) \(expected.text)" : expected.text
  }

  /// The expected value, if the test specifies one.
  var value: Value? { expected.value }

  static func equal(to value: Value) -> Self where Value: Equatable {
    Self(matches: { $0 == value }, expected: Expected(text: describe(value), value: value))
  }

  /// Returns an expectation of a value without `==`, compared by structure.
  static func alike(_ value: Value) -> Self {
    Self(
      matches: { differences(value, $0, limit: 1).isEmpty },
      expected: Expected(text: describe(value), value: value)
    )
  }

  /// Returns an expectation of an enum case, with any payload.
  static func `case`<Payload>(_ matcher: CaseMatcher<Value, Payload>) -> Self {
    let closure = CaseMatcher<Value, Payload>.isPayloadClosure
    let text = "of the case named here" + (closure ? ", whose payload is a closure: use 'where:'" : "")
    return Self(matches: { matcher.payload(of: $0) != nil }, expected: Expected(text: text, value: nil))
  }

  static func satisfying(_ predicate: @escaping (Value) -> Bool) -> Self {
    Self(matches: predicate, expected: Expected(text: "that satisfies the predicate", value: nil))
  }
}

/// A matcher that recognises an enum case by its constructor, without macros.
struct CaseMatcher<Root, Payload> {
  let embed: (Payload) -> Root

  /// Whether the payload is or contains a closure, which a mirror can't return.
  static var isPayloadClosure: Bool { isClosure(Payload.self) }

  /// Returns the payload of a value, if the value has the case.
  ///
  /// The constructor may combine several, as in `{ .child(.loaded($0)) }`. So payloads are unwrapped until one has the
  /// right type. Other cases may have payloads of the same type. So the case is constructed again from the payload, and
  /// the case names of both values are compared.
  func payload(of value: Root) -> Payload? {
    guard !Self.isPayloadClosure else { return nil }
    var path: [String] = []
    var inner: Any = value
    while let (label, next) = step(into: inner) {
      path.append(label)
      inner = next
      guard let payload = unlabelled(inner) else { continue }
      if path == names(in: embed(payload), count: path.count) { return payload }
    }
    return nil
  }

  /// Returns the name of a value's case, and its payload.
  private func step(into value: Any) -> (String, Any)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else { return nil }
    let labels =
      Mirror(reflecting: child.value).displayStyle == .tuple
      ? Mirror(reflecting: child.value).children.map { $0.label ?? "_" } : []
    return ("\(child.label ?? "")(\(labels.joined(separator: ":")))", child.value)
  }

  /// Returns the names of the first cases on the path into a value.
  private func names(in value: Any, count: Int) -> [String] {
    var names: [String] = []
    var inner = value
    while names.count < count, let (name, next) = step(into: inner) {
      names.append(name)
      inner = next
    }
    return names
  }

  /// Returns the payload in an `Any`. A labelled payload is reflected as a tuple of one element.
  private func unlabelled(_ value: Any) -> Payload? {
    if let payload = value as? Payload { return payload }
    if let sealed = value as? any AnySealed { return unlabelled(sealed.anyContent) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return nil }
    return mirror.children.first?.value as? Payload
  }
}
