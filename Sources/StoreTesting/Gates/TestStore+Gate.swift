import StoreCore
public import StoreDependencies

extension TestStore {
  /// Puts a gate where a dependency of the store leads, an endpoint without arguments.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  public func gate<Value: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async throws(Failure) -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable () -> [GateAnswer<Value, Failure>])? = nil
  ) -> Gate<Void, Value, Failure> {
    let gate = Gate<Void, Value, Failure>(
      name,
      whenCancelled,
      answers: answers.map { answers in { @Sendable _ in answers() } }
    )
    dependencies[keyPath: endpoint] = { () async throws(Failure) -> Value in try await gate() }
    return gate
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with one argument.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  public func gate<Argument: Sendable, Value: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async throws(Failure) -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, Failure>])? = nil
  ) -> Gate<Argument, Value, Failure> {
    let gate = Gate<Argument, Value, Failure>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { (argument: Argument) async throws(Failure) -> Value in
      try await gate(argument)
    }
    return gate
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with two arguments.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  public func gate<First: Sendable, Second: Sendable, Value: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async throws(Failure) -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, Failure>])? = nil
  ) -> Gate<(First, Second), Value, Failure> {
    let gate = Gate<(First, Second), Value, Failure>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { (first: First, second: Second) async throws(Failure) -> Value in
      try await gate(first, second)
    }
    return gate
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with three arguments.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable (First, Second, Third) async throws(Failure) -> Value
    >,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, Failure>])? = nil
  ) -> Gate<(First, Second, Third), Value, Failure> {
    let gate = Gate<(First, Second, Third), Value, Failure>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = {
      (first: First, second: Second, third: Third) async throws(Failure) -> Value in
      try await gate(first, second, third)
    }
    return gate
  }
}
