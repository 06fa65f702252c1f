public import StoreDependencies

// An endpoint needs a method of its own for each number of its arguments, for whether it can fail, and for where it runs:
// Swift 6.3 can't form a key path to a closure that is generic over its arguments (a parameter pack), and crashes where
// one throws that is generic over its error. An endpoint that throws one type of error is given a closure around a ``Gate``.
//
// An async closure means `@concurrent` in a module without `NonisolatedNonsendingByDefault`, and key paths compare types to
// the letter. To the compiler, methods that differ in this alone are one. So those take key paths that are `Sendable`.

extension TestStore {
  /// Puts a gate where a dependency of the store leads.
  private func gate<Arguments, Value, Failure, Endpoint>(
    _ name: String,
    _ endpoint: WritableKeyPath<DependencyValues, Endpoint>,
    _ whenCancelled: GateCancellation,
    _ answers: (@Sendable (Arguments) -> [GateAnswer<Value, Failure>])?,
    _ call: (Gate<Arguments, Value, Failure>) -> Endpoint
  ) -> Gate<Arguments, Value, Failure> {
    let gate = Gate<Arguments, Value, Failure>(name, whenCancelled, answers: answers)
    dependencies[keyPath: endpoint] = call(gate)
    session.environment.gates.add(gate)
    return gate
  }
}

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
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Void, Value, any Error> {
    gate(name, endpoint, whenCancelled, answers.map { answers in { @Sendable (_: Void) in answers() } }) { gate in
      { try await gate() }
    }
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with one argument.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Argument, Value, any Error> {
    gate(name, endpoint, whenCancelled, answers) { gate in { try await gate($0) } }
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with two arguments.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second), Value, any Error> {
    gate(name, endpoint, whenCancelled, answers) { gate in { try await gate($0, $1) } }
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with three arguments.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second, Third) async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second, Third), Value, any Error> {
    gate(name, endpoint, whenCancelled, answers) { gate in { try await gate($0, $1, $2) } }
  }
}

extension TestStore {
  /// Puts a gate where a dependency of the store leads, an endpoint without arguments that cannot fail.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Void, Value, Never> {
    gate(name, endpoint, whenCancelled, answers.map { answers in { @Sendable (_: Void) in answers() } }) { gate in
      { await gate() }
    }
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with one argument that cannot fail.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Argument, Value, Never> {
    gate(name, endpoint, whenCancelled, answers) { gate in { await gate($0) } }
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with two arguments that cannot fail.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second), Value, Never> {
    gate(name, endpoint, whenCancelled, answers) { gate in { await gate($0, $1) } }
  }

  /// Puts a gate where a dependency of the store leads, an endpoint with three arguments that cannot fail.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second, Third) async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second, Third), Value, Never> {
    gate(name, endpoint, whenCancelled, answers) { gate in { await gate($0, $1, $2) } }
  }
}

extension TestStore {
  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint without arguments.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable () async throws -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Void, Value, any Error> {
    gate(name, endpoint, whenCancelled, answers.map { answers in { @Sendable (_: Void) in answers() } }) { gate in
      { try await gate() }
    }
  }

  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint with one argument.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (Argument) async throws -> Value>
      & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Argument, Value, any Error> {
    gate(name, endpoint, whenCancelled, answers) { gate in { try await gate($0) } }
  }

  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint with two arguments.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second) async throws -> Value>
      & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second), Value, any Error> {
    gate(name, endpoint, whenCancelled, answers) { gate in { try await gate($0, $1) } }
  }

  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint with three arguments.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<
      DependencyValues, @concurrent @Sendable (First, Second, Third) async throws -> Value
    > & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second, Third), Value, any Error> {
    gate(name, endpoint, whenCancelled, answers) { gate in { try await gate($0, $1, $2) } }
  }
}

extension TestStore {
  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint without arguments that cannot fail.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable () async -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Void, Value, Never> {
    gate(name, endpoint, whenCancelled, answers.map { answers in { @Sendable (_: Void) in answers() } }) { gate in
      { await gate() }
    }
  }

  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint with one argument that cannot fail.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (Argument) async -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Argument, Value, Never> {
    gate(name, endpoint, whenCancelled, answers) { gate in { await gate($0) } }
  }

  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint with two arguments that cannot fail.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second) async -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second), Value, Never> {
    gate(name, endpoint, whenCancelled, answers) { gate in { await gate($0, $1) } }
  }

  /// Puts a gate where a dependency of the store leads, a `@concurrent` endpoint with three arguments that cannot fail.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second, Third) async -> Value>
      & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second, Third), Value, Never> {
    gate(name, endpoint, whenCancelled, answers) { gate in { await gate($0, $1, $2) } }
  }
}
