public import StoreDependencies

// As for other gates, an endpoint needs a separate method for each number of arguments and each isolation.

extension TestStore {
  /// Replaces an endpoint of the store's dependencies with a gate.
  func makeGate<Arguments, Element, Failure, Endpoint>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, Endpoint>,
    answers: (@Sendable (Arguments) -> [StreamAnswer<Element, Failure>])?,
    call: (StreamGate<Arguments, Element, Failure>) -> Endpoint
  ) -> StreamGate<Arguments, Element, Failure> {
    let environment = session.environment
    let gate = StreamGate(name, answers: answers, store: environment, test: environment.context)
    replace(endpoint, with: call(gate), of: gate)
    return gate
  }

  /// Replaces an endpoint without arguments.
  func makeGate<Element, Failure, Endpoint>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, Endpoint>,
    answers: (@Sendable () -> [StreamAnswer<Element, Failure>])?,
    call: (StreamGate<Void, Element, Failure>) -> Endpoint
  ) -> StreamGate<Void, Element, Failure> {
    makeGate(name, at: endpoint, answers: answers.map { answers in { @Sendable (_: Void) in answers() } }, call: call)
  }
}

extension TestStore {
  /// Replaces an endpoint with no arguments that returns a stream with a gate.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - endpoint: The key path to the endpoint.
  ///   - answers: Returns the answers that a listener can get; nil if the test gives all of them (``StreamGate``).
  /// - Returns: The gate.
  @discardableResult
  public func gate<Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () -> Stream>,
    answers: (@Sendable () -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Void, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate()) } }
  }

  /// Replaces an endpoint with one argument that returns a stream with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) -> Stream>,
    answers: (@Sendable (Argument) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Argument, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0)) } }
  }

  /// Replaces an endpoint with two arguments that returns a stream with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) -> Stream>,
    answers: (@Sendable ((First, Second)) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<(First, Second), Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0, $1)) } }
  }
}

extension TestStore {
  /// Replaces an endpoint with no arguments that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () throws -> Stream>,
    answers: (@Sendable () -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Void, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate()) } }
  }

  /// Replaces an endpoint with one argument that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) throws -> Stream>,
    answers: (@Sendable (Argument) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Argument, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0)) } }
  }

  /// Replaces an endpoint with two arguments that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) throws -> Stream>,
    answers: (@Sendable ((First, Second)) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<(First, Second), Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0, $1)) } }
  }
}

extension TestStore {
  /// Replaces an async endpoint with no arguments that returns a stream with a gate.
  @discardableResult
  public func gate<Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async -> Stream>,
    answers: (@Sendable () -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Void, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate()) } }
  }

  /// Replaces an async endpoint with one argument that returns a stream with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async -> Stream>,
    answers: (@Sendable (Argument) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Argument, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0)) } }
  }

  /// Replaces an async endpoint with two arguments that returns a stream with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async -> Stream>,
    answers: (@Sendable ((First, Second)) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<(First, Second), Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0, $1)) } }
  }
}

extension TestStore {
  /// Replaces an async endpoint with no arguments that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable () async throws -> Stream>,
    answers: (@Sendable () -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Void, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate()) } }
  }

  /// Replaces an async endpoint with one argument that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (Argument) async throws -> Stream>,
    answers: (@Sendable (Argument) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Argument, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0)) } }
  }

  /// Replaces an async endpoint with two arguments that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: WritableKeyPath<DependencyValues, @Sendable (First, Second) async throws -> Stream>,
    answers: (@Sendable ((First, Second)) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<(First, Second), Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0, $1)) } }
  }
}

extension TestStore {
  /// Replaces a `@concurrent` endpoint with no arguments that returns a stream with a gate.
  @discardableResult
  public func gate<Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable () async -> Stream> & Sendable,
    answers: (@Sendable () -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Void, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate()) } }
  }

  /// Replaces a `@concurrent` endpoint with one argument that returns a stream with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (Argument) async -> Stream> & Sendable,
    answers: (@Sendable (Argument) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Argument, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0)) } }
  }

  /// Replaces a `@concurrent` endpoint with two arguments that returns a stream with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second) async -> Stream>
      & Sendable,
    answers: (@Sendable ((First, Second)) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<(First, Second), Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0, $1)) } }
  }
}

extension TestStore {
  /// Replaces a `@concurrent` endpoint with no arguments that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable () async throws -> Stream> & Sendable,
    answers: (@Sendable () -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Void, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate()) } }
  }

  /// Replaces a `@concurrent` endpoint with one argument that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<Argument: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (Argument) async throws -> Stream>
      & Sendable,
    answers: (@Sendable (Argument) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<Argument, Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0)) } }
  }

  /// Replaces a `@concurrent` endpoint with two arguments that returns a stream, or throws with a gate.
  @discardableResult
  public func gate<First: Sendable, Second: Sendable, Stream: GatedStream & Sendable>(
    _ name: String,
    at endpoint: any WritableKeyPath<DependencyValues, @concurrent @Sendable (First, Second) async throws -> Stream>
      & Sendable,
    answers: (@Sendable ((First, Second)) -> [StreamAnswer<Stream.Element, Stream.Failure>])? = nil
  ) -> StreamGate<(First, Second), Stream.Element, Stream.Failure> where Stream.Element: Sendable {
    makeGate(name, at: endpoint, answers: answers) { gate in { Stream(gate($0, $1)) } }
  }
}
