/// An answer to a call that waits at a ``Gate``.
public enum GateAnswer<Value: Sendable, Failure: Error>: Sendable {
  /// The call returns a value.
  case success(Value)

  /// The call throws an error.
  case failure(Failure)

  /// The call is never answered. It ends only if its task is cancelled.
  case never

  init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The answer as a result; nil for ``never``.
  var result: Result<Value, Failure>? {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    case .never: nil
    }
  }

  /// The behaviour of the call, as text.
  var text: String {
    switch self {
    case .success(let value): value is Void ? "returns" : "returns \(describe(value))"
    case .failure(let error): "throws \(describe(error: error))"
    case .never: "never returns"
    }
  }

  /// Whether the call fails.
  var isFailure: Bool { if case .failure = self { true } else { false } }

  /// The behaviour of the call as a participle, such as `returning 1`.
  var participle: String {
    switch self {
    case .success(let value): value is Void ? "returning" : "returning \(describe(value))"
    case .failure(let error): "throwing \(describe(error: error))"
    case .never: "never returning"
    }
  }
}

/// The behaviour of a call that waits at a ``Gate`` when its task is cancelled.
public enum GateCancellation: Sendable {
  /// The call throws a `CancellationError` at once, if its error type permits that. Otherwise it continues to wait.
  case throwsCancellation

  /// The call continues to wait, like a request that can't be withdrawn, and may be answered late.
  case ignoresCancellation
}
