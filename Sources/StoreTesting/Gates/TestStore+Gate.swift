public import StoreDependencies

// One method for all of these would have to be generic over how an endpoint throws. Swift 6.3 compiles closures that are, and are
// reached through a key path, to code that crashes when they throw. An endpoint that throws one type of error is given a closure
// around a ``Gate`` instead.

extension TestStore {
  /// Puts a gate where a dependency of the store leads, an endpoint without arguments.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async throws -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable () -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Void, Value, any Error> {
    let gate = Gate<Void, Value, any Error>(
      name,
      whenCancelled,
      answers: answers.map { answers in { @Sendable _ in answers() } }
    )
    dependencies[keyPath: endpoint] = { try await gate() }
    session.environment.gates.add(gate)
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
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async throws -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Argument, Value, any Error> {
    let gate = Gate<Argument, Value, any Error>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { argument in try await gate(argument) }
    session.environment.gates.add(gate)
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
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async throws -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second), Value, any Error> {
    let gate = Gate<(First, Second), Value, any Error>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { first, second in try await gate(first, second) }
    session.environment.gates.add(gate)
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
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second, Third) async throws -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second, Third), Value, any Error> {
    let gate = Gate<(First, Second, Third), Value, any Error>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { first, second, third in try await gate(first, second, third) }
    session.environment.gates.add(gate)
    return gate
  }
}

extension TestStore {
  /// Puts a gate where a dependency of the store leads, an endpoint without arguments that cannot fail.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable () -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Void, Value, Never> {
    let gate = Gate<Void, Value, Never>(
      name,
      whenCancelled,
      answers: answers.map { answers in { @Sendable _ in answers() } }
    )
    dependencies[keyPath: endpoint] = { await gate() }
    session.environment.gates.add(gate)
    return gate
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with one argument that cannot fail.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Argument, Value, Never> {
    let gate = Gate<Argument, Value, Never>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { argument in await gate(argument) }
    session.environment.gates.add(gate)
    return gate
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with two arguments that cannot fail.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second), Value, Never> {
    let gate = Gate<(First, Second), Value, Never>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { first, second in await gate(first, second) }
    session.environment.gates.add(gate)
    return gate
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with three arguments that cannot fail.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - endpoint: Where the endpoint is.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer, the usual answer first, if that is left to whoever runs the test (``Gate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second, Third) async -> Value>,
    whenCancelled: GateCancellation = .endsCall,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second, Third), Value, Never> {
    let gate = Gate<(First, Second, Third), Value, Never>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = { first, second, third in await gate(first, second, third) }
    session.environment.gates.add(gate)
    return gate
  }
}
