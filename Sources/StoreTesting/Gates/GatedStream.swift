/// An open stream of a ``StreamGate``, for endpoints that return any sequence.
///
/// It has one listener. When the last copy is released, the listener has left.
public struct GateStream<Element, Failure: Error>: AsyncSequence, Sendable {
  let source: any StreamSource<Element, Failure>

  /// Returns an iterator, which receives what the test yields.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

  /// The iterator of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let source: any StreamSource<Element, Failure>

    /// Waits for the next element.
    ///
    /// - Returns: The element; nil if the stream has ended, or if the task was cancelled.
    /// - Throws: The error of the test.
    public mutating func next() async throws(Failure) -> Element? { try await source.next() }

    /// Waits for the next element, on an actor.
    ///
    /// - Parameter actor: The actor.
    /// - Returns: The element; nil if the stream has ended, or if the task was cancelled.
    /// - Throws: The error of the test.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      try await source.next()
    }
  }
}

/// The elements of an open stream.
protocol StreamSource<Element, Failure>: Sendable {
  associatedtype Element
  associatedtype Failure: Error

  /// Waits for the next element.
  func next() async throws(Failure) -> Element?
}

/// A stream that a ``StreamGate`` can stand for: `AsyncStream`, `AsyncThrowingStream`, or a sequence of your own.
public protocol GatedStream: AsyncSequence {
  /// Creates a stream that takes its elements from a gate.
  ///
  /// - Parameter stream: The stream of the gate.
  init(_ stream: GateStream<Element, Failure>)
}

extension AsyncStream: GatedStream {
  /// Creates a stream that takes its elements from a gate.
  ///
  /// - Parameter stream: The stream of the gate.
  public init(_ stream: GateStream<Element, Never>) {
    self.init(unfolding: { [source = stream.source] in await source.next() })
  }
}

extension AsyncThrowingStream: GatedStream where Failure == any Error {
  /// Creates a stream that takes its elements from a gate.
  ///
  /// - Parameter stream: The stream of the gate.
  public init(_ stream: GateStream<Element, any Error>) {
    self.init(unfolding: { [source = stream.source] in try await source.next() })
  }
}
