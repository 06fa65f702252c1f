extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and then throws. An effect that holds a resource ends with it.
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws {
    let stream = AsyncStream<Never> { _ in }
    for await _ in stream {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == Never {
  /// Waits until the task is cancelled, and then throws, where a value is asked for.
  ///
  /// ```swift
  /// $0.factClient.fetch = { _ in try await Task.never() }
  /// ```
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws -> Success {
    try await Task<Never, Never>.never()
    throw _Concurrency.CancellationError()
  }
}

extension Result {
  /// Creates a result from an asynchronous operation, so that a feedback carries its value or its error.
  ///
  /// ```swift
  /// await send(.loaded(Result { try await client.load() }))
  /// ```
  ///
  /// - Parameter body: The operation, which runs where the caller does.
  public init(catching body: () async throws(Failure) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
