import StoreCore

/// What a test expects to receive: a feedback or an output.
struct Expectation<Value> {
  /// What is expected, as far as a failure can name it.
  struct Expected {
    /// As it stands behind the word for it.
    let text: String

    /// The value itself, if the test gives one.
    let value: Value?
  }

  let matches: (Value) -> Bool

  /// Says what is expected. It is called for failures only, as saying it costs more than everything else here.
  private let describeExpected: () -> Expected

  init(matches: @escaping (Value) -> Bool, expected: @autoclosure @escaping () -> Expected) {
    self.matches = matches
    describeExpected = expected
  }

  /// What is expected, as far as a failure can name it.
  var expected: Expected { describeExpected() }

  /// What is expected, as it stands behind the word for it: `.loaded([])`, `of the case named here`.
  var text: String { expected.text }

  /// What is expected, as a noun: `.loaded([])`, `a feedback of the case named here`.
  func noun(_ what: String) -> String {
    let expected = expected
    return expected.value == nil ? "a \(what) \(expected.text)" : expected.text
  }

  /// The value that is expected, if the test gives one.
  var value: Value? { expected.value }

  static func equal(to value: Value) -> Self where Value: Equatable {
    Self(matches: { $0 == value }, expected: Expected(text: describe(value), value: value))
  }

  /// Expects a value of a type without `==`, compared by structure.
  static func alike(_ value: Value) -> Self {
    Self(
      matches: { differences(value, $0, limit: 1).isEmpty },
      expected: Expected(text: describe(value), value: value)
    )
  }

  /// Expects a case of an enum, with any payload.
  static func `case`<Payload>(_ matcher: CaseMatcher<Value, Payload>) -> Self {
    let closure = CaseMatcher<Value, Payload>.isPayloadClosure
    let text = "of the case named here" + (closure ? ", whose payload is a closure: use 'where:'" : "")
    return Self(matches: { matcher.payload(of: $0) != nil }, expected: Expected(text: text, value: nil))
  }

  static func satisfying(_ predicate: @escaping (Value) -> Bool) -> Self {
    Self(matches: predicate, expected: Expected(text: "that satisfies the predicate", value: nil))
  }
}

/// Recognises a case of an enum by its constructor, without macros.
struct CaseMatcher<Root, Payload> {
  let embed: (Payload) -> Root

  /// Whether the payload is, or has in it, a closure by itself, which no mirror can hand over.
  static var isPayloadClosure: Bool { isClosure(Payload.self) }

  /// The payload of a value, if it is of the case.
  ///
  /// The constructor may be composed of several, as in `{ .child(.loaded($0)) }`: payloads are unwrapped until one has
  /// the right type. That proves nothing yet, because other cases may have payloads of the same type. So the payload is
  /// put into the case again, and the names on the way to it are compared.
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

  /// The name of a value's case, and its payload.
  private func step(into value: Any) -> (String, Any)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else { return nil }
    let labels =
      Mirror(reflecting: child.value).displayStyle == .tuple
      ? Mirror(reflecting: child.value).children.map { $0.label ?? "_" } : []
    return ("\(child.label ?? "")(\(labels.joined(separator: ":")))", child.value)
  }

  /// The names of the first cases on the way into a value.
  private func names(in value: Any, count: Int) -> [String] {
    var names: [String] = []
    var inner = value
    while names.count < count, let (name, next) = step(into: inner) {
      names.append(name)
      inner = next
    }
    return names
  }

  /// The payload behind an `Any`; one with a label is reflected as a tuple of one element.
  private func unlabelled(_ value: Any) -> Payload? {
    if let payload = value as? Payload { return payload }
    if let sealed = value as? any AnySealed { return unlabelled(sealed.anyContent) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return nil }
    return mirror.children.first?.value as? Payload
  }
}
