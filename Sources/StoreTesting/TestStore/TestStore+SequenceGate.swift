public import StoreDependencies

// Endpoints that return `any AsyncSequence`.

extension TestStore {
  /// Replaces an endpoint with no arguments that returns any sequence with a gate.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - endpoint: The key path to the endpoint.
  ///   - answers: Returns the answers that a listener can get; nil if the test gives all of them (``StreamGate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () -> any AsyncSequence<Element, Failure> & Sendable>,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an endpoint with one argument that returns any sequence with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable (Argument) -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces an endpoint with no arguments that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable () throws -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an endpoint with one argument that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable (Argument) throws -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces an async endpoint with no arguments that returns any sequence with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable () async -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an async endpoint with one argument that returns any sequence with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable (Argument) async -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces an async endpoint with no arguments that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable () async throws -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an async endpoint with one argument that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable (Argument) async throws -> any AsyncSequence<Element, Failure> & Sendable
    >,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces a `@concurrent` endpoint with no arguments that returns any sequence with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: any WritableKeyPath<
      DependencyValues, @concurrent @Sendable () async -> any AsyncSequence<Element, Failure> & Sendable
    > & Sendable,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces a `@concurrent` endpoint with one argument that returns any sequence with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: any WritableKeyPath<
      DependencyValues, @concurrent @Sendable (Argument) async -> any AsyncSequence<Element, Failure> & Sendable
    > & Sendable,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces a `@concurrent` endpoint with no arguments that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: any WritableKeyPath<
      DependencyValues, @concurrent @Sendable () async throws -> any AsyncSequence<Element, Failure> & Sendable
    > & Sendable,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces a `@concurrent` endpoint with one argument that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: any WritableKeyPath<
      DependencyValues, @concurrent @Sendable (Argument) async throws -> any AsyncSequence<Element, Failure> & Sendable
    > & Sendable,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces an endpoint with no arguments that returns any sequence with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () -> any AsyncSequence<Element, Failure>>,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an endpoint with one argument that returns any sequence with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) -> any AsyncSequence<Element, Failure>>,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces an async endpoint with no arguments that returns any sequence with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async -> any AsyncSequence<Element, Failure>>,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an async endpoint with one argument that returns any sequence with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async -> any AsyncSequence<Element, Failure>>,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}

extension TestStore {
  /// Replaces an async endpoint with no arguments that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async throws -> any AsyncSequence<Element, Failure>>,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate() } }
  }

  /// Replaces an async endpoint with one argument that returns any sequence, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Element: Sendable, Failure: Error>(
    _ name: String,
    at endpoint: WritableKeyPath<
      DependencyValues, @Sendable (Argument) async throws -> any AsyncSequence<Element, Failure>
    >,
    answers: (@Sendable (Argument) -> [StreamAnswer<Element, Failure>])? = nil
  ) -> StreamGate<Argument, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers) { gate in { gate($0) } }
  }
}
