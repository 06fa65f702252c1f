/// What becomes of a call that waits at a ``Gate``.
public enum GateAnswer<Value: Sendable, Failure: Error>: Sendable {
  /// The call returns a value.
  case success(Value)

  /// The call throws an error.
  case failure(Failure)

  /// The call never comes back, unless its task is cancelled.
  case never

  init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The answer as a result; nil if there is none.
  var result: Result<Value, Failure>? {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    case .never: nil
    }
  }

  /// What the call does, as a person would say it.
  var text: String {
    switch self {
    case .success(let value): value is Void ? "returns" : "returns \(describe(value))"
    case .failure(let error): "throws \(describe(error: error))"
    case .never: "never comes back"
    }
  }

  /// What the call does instead of something else, such as `returning 1`.
  var doing: String {
    switch self {
    case .success(let value): value is Void ? "returning" : "returning \(describe(value))"
    case .failure(let error): "throwing \(describe(error: error))"
    case .never: "never coming back"
    }
  }
}

/// What becomes of a call that waits at a ``Gate`` when its task is cancelled.
public enum GateCancellation: Sendable {
  /// The call throws a `CancellationError` at once, if it can throw one; else it goes on waiting.
  case throwsCancellation

  /// The call goes on waiting, like a request that can't be taken back, and may be answered late.
  case ignoresCancellation
}
