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

  /// Returns the value of the expected case that is nearest to another value, if the test specifies no value.
  private let findNearest: (Value) -> Value?

  init(
    matches: @escaping (Value) -> Bool,
    expected: @autoclosure @escaping () -> Expected,
    nearest: @escaping (Value) -> Value? = { _ in nil }
  ) {
    self.matches = matches
    describeExpected = expected
    findNearest = nearest
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

  /// Returns the expected value that is nearest to another value, if it is known.
  func nearest(to other: Value) -> Value? { value ?? findNearest(other) }

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
    return Self(
      matches: { matcher.payload(of: $0) != nil },
      expected: Expected(text: text, value: nil),
      nearest: matcher.nearest
    )
  }

  static func satisfying(_ predicate: @escaping (Value) -> Bool) -> Self {
    Self(matches: predicate, expected: Expected(text: "that satisfies the predicate", value: nil))
  }
}
