import StoreCore

/// A value that comes later, in the style of Mavericks: how far it is, and what is there meanwhile.
public enum Async<Value> {
  /// Nobody has asked for it.
  case uninitialized

  /// It is on its way; the last one may be there still.
  case loading(Value?)

  /// It is there.
  case success(Value)

  /// It did not come; the last one may be there still.
  case fail(NumbersError, Value?)

  /// The value that is there, new or old.
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
  /// Does some work, and keeps a property of the state at how far it is.
  ///
  /// The model may go while the work is being done. Work that is cancelled changes nothing more.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - work: Gets the value.
  /// - Returns: The work, to be cancelled.
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
