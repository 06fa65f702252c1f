import StoreCore

/// The status of an asynchronous value, in the style of Mavericks.
public enum Async<Value> {
  /// The value was not requested.
  case uninitialized

  /// The value is loading. The previous value may be kept.
  case loading(Value?)

  /// The value is loaded.
  case success(Value)

  /// The work failed. The previous value may be kept.
  case fail(NumbersError, Value?)

  /// The current value, new or previous.
  public var value: Value? {
    switch self {
    case .uninitialized: nil
    case .loading(let value), .fail(_, let value): value
    case .success(let value): value
    }
  }
}

extension Async: Equatable where Value: Equatable {}
extension Async: Hashable where Value: Hashable {}
extension Async: Sendable where Value: Sendable {}

extension StateStore {
  /// Runs work, and stores its status in a property of the state.
  ///
  /// The model may be released during the work. Cancelled work doesn't change the state.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - work: Returns the value.
  /// - Returns: The task of the work, which the caller can cancel.
  func execute<Value: Sendable>(
    _ keyPath: WritableKeyPath<State, Async<Value>>,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Void, Never> {
    let last = state[keyPath: keyPath].value
    state[keyPath: keyPath] = .loading(last)
    return Task { [weak self] in
      let result = await Result<Value, NumbersError>(work)
      guard let self, !Task.isCancelled else { return }
      switch result {
      case .success(let value): state[keyPath: keyPath] = .success(value)
      case .failure(let error): state[keyPath: keyPath] = .fail(error, last)
      }
    }
  }
}
