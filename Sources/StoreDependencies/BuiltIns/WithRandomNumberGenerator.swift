import Synchronization

/// A shared random number generator.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
public struct WithRandomNumberGenerator: Sendable {
  /// The generator that all copies share.
  private let source: Source

  /// Creates a value around a generator, which all copies share.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    source = Source(generator)
  }

  /// Calls a closure with the generator, synchronously on the caller's thread.
  ///
  /// Each draw is atomic: concurrent callers never get the same number, and a closure may call this again.
  ///
  /// - Parameter body: Draws numbers.
  /// - Returns: The result of the closure.
  public func callAsFunction<R>(_ body: (inout any RandomNumberGenerator) throws -> R) rethrows -> R {
    var generator: any RandomNumberGenerator = Borrowed(source: source)
    return try body(&generator)
  }

  /// A thread-safe generator.
  private final class Source: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = Mutex(generator)
    }

    func next() -> UInt64 {
      generator.withLock { $0.next() }
    }
  }

  /// The generator that the closure receives.
  private struct Borrowed: RandomNumberGenerator {
    let source: Source

    mutating func next() -> UInt64 {
      source.next()
    }
  }
}

/// The key of `\.withRandomNumberGenerator`, which has no test value.
package enum WithRandomNumberGeneratorKey: DependencyKey {
  /// The system's generator.
  package static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}

extension DependencyValues {
  /// The source of random numbers.
  ///
  /// It has no test value, as a test can't assert random numbers. Override it with a generator of known numbers.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}
