/// What a test gives to a listener at a ``StreamGate``.
public enum StreamAnswer<Element: Sendable, Failure: Error>: Sendable {
  /// The listener receives an element, and listens on.
  case element(Element)

  /// The stream ends.
  case finish

  /// The stream ends with an error.
  case failure(Failure)

  /// The behaviour of the stream, as text.
  var text: String {
    switch self {
    case .element(let element): element is Void ? "yields" : "yields \(describe(element))"
    case .finish: "finishes"
    case .failure(let error): "throws \(describe(error: error))"
    }
  }

  /// Whether the call fails.
  var isFailure: Bool { if case .failure = self { true } else { false } }

  /// The behaviour of the stream as a participle, such as `yielding 1`.
  var participle: String {
    switch self {
    case .element(let element): element is Void ? "yielding" : "yielding \(describe(element))"
    case .finish: "finishing"
    case .failure(let error): "throwing \(describe(error: error))"
    }
  }

  /// How the answer ends the stream; nil if the listener listens on.
  var end: StreamEnd? {
    switch self {
    case .element: nil
    case .finish: .finished
    case .failure: .failed
    }
  }
}

/// The way in which a stream of a ``StreamGate`` has ended.
public enum StreamEnd: Sendable {
  /// The test has finished it.
  case finished

  /// The test has ended it with an error.
  case failed

  /// The task or the effect of its listener was cancelled.
  case cancelled

  /// Its listener has stopped to listen, for example with a `break`.
  case released

  /// The end as the predicate of a sentence about the stream.
  var text: String {
    switch self {
    case .finished: "was finished by the test"
    case .failed: "was ended by the test, with an error"
    case .cancelled: "was cancelled"
    case .released: "has no listener any more"
    }
  }
}
