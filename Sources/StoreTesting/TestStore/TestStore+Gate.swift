public import StoreDependencies

// An endpoint needs a separate method for each number of arguments, each error type and each isolation. In Swift 6.3, a
// key path can't refer to a closure with a parameter pack. The compiler crashes on a typed throw with a generic error.
// For an endpoint with a typed throw, wrap a ``Gate`` in a closure.
//
// In a module without `NonisolatedNonsendingByDefault`, an async closure is `@concurrent`, and key paths need exact
// types. Overloads that differ only in this are ambiguous. So the `@concurrent` ones take `Sendable` key paths.

extension TestStore {
  /// Replaces an endpoint of the store's dependencies with a gate.
  private func makeGate<Arguments, Value, Failure, Endpoint>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, Endpoint>,
    _ whenCancelled: GateCancellation,
    answers: (@Sendable (Arguments) -> [GateAnswer<Value, Failure>])?,
    call: (Gate<Arguments, Value, Failure>) -> Endpoint
  ) -> Gate<Arguments, Value, Failure> {
    let environment = session.environment
    let gate = Gate(name, whenCancelled, answers: answers, store: environment, test: environment.context)
    replace(endpoint, with: call(gate), of: gate)
    return gate
  }

  /// Replaces an endpoint without arguments.
  private func makeGate<Value, Failure, Endpoint>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, Endpoint>,
    _ whenCancelled: GateCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, Failure>])?,
    call: (Gate<Void, Value, Failure>) -> Endpoint
  ) -> Gate<Void, Value, Failure> {
    let answers = answers.map { answers in { @Sendable (_: Void) in answers() } }
    return makeGate(name, at: endpoint, whenCancelled, answers: answers, call: call)
  }

  /// Replaces an endpoint by one that calls a gate.
  func replace<Endpoint>(
    _ endpoint: WritableKeyPath<DependencyValues, Endpoint>,
    with call: Endpoint,
    of gate: any CalledGate
  ) {
    // A key path reads what it writes, which must not count as a use of an endpoint without a test value.
    dependencies.update { $0[keyPath: endpoint] = call }
    session.environment.gates.add(gate)
  }
}

extension TestStore {
  /// Replaces an endpoint without arguments with a gate.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - endpoint: The key path to the endpoint.
  ///   - whenCancelled: The behaviour of a call whose task is cancelled.
  ///   - answers: Returns the possible answers, the default answer first; nil if the test answers all calls (``Gate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Void, Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate() } }
  }

  /// Replaces an endpoint with one argument with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Argument, Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate($0) } }
  }

  /// Replaces an endpoint with two arguments with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second), Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate($0, $1) } }
  }

  /// Replaces an endpoint with three arguments with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second, Third) async throws -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second, Third), Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate($0, $1, $2) } }
  }
}

extension TestStore {
  /// Replaces an endpoint that has no arguments and can't throw with a gate.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Void, Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate() } }
  }

  /// Replaces an endpoint that has one argument and can't throw with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Argument, Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate($0) } }
  }

  /// Replaces an endpoint that has two arguments and can't throw with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second), Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate($0, $1) } }
  }

  /// Replaces an endpoint that has three arguments and can't throw with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second, Third) async -> Value>,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second, Third), Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate($0, $1, $2) } }
  }
}

extension TestStore {
  /// Replaces a `@concurrent` endpoint without arguments with a gate.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable () async throws -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Void, Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate() } }
  }

  /// Replaces a `@concurrent` endpoint with one argument with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (Argument) async throws -> Value>
      & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<Argument, Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate($0) } }
  }

  /// Replaces a `@concurrent` endpoint with two arguments with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second) async throws -> Value>
      & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second), Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate($0, $1) } }
  }

  /// Replaces a `@concurrent` endpoint with three arguments with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<
      DependencyValues, @concurrent @Sendable (First, Second, Third) async throws -> Value
    > & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, any Error>])? = nil
  ) -> Gate<(First, Second, Third), Value, any Error> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { try await gate($0, $1, $2) } }
  }
}

extension TestStore {
  /// Replaces a `@concurrent` endpoint that has no arguments and can't throw with a gate.
  @discardableResult
  public func gate<Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable () async -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable () -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Void, Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate() } }
  }

  /// Replaces a `@concurrent` endpoint that has one argument and can't throw with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (Argument) async -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable (Argument) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<Argument, Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate($0) } }
  }

  /// Replaces a `@concurrent` endpoint that has two arguments and can't throw with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second) async -> Value> & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second), Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate($0, $1) } }
  }

  /// Replaces a `@concurrent` endpoint that has three arguments and can't throw with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second, Third) async -> Value>
      & Sendable,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: (@Sendable ((First, Second, Third)) -> [GateAnswer<Value, Never>])? = nil
  ) -> Gate<(First, Second, Third), Value, Never> {
    makeGate(name, at: endpoint, whenCancelled, answers: answers) { gate in { await gate($0, $1, $2) } }
  }
}
