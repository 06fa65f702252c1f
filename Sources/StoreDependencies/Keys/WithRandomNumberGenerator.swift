import Synchronization

/// Lends a random number generator to whoever needs one.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
public struct WithRandomNumberGenerator: Sendable {
  /// The generator that all borrowers draw from.
  private let source: Source

  /// Makes a lender of a generator, which from then on is shared by all copies of the lender.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    source = Source(generator)
  }

  /// Lends the generator to a closure, which is called at once and where the caller is.
  ///
  /// Each number is drawn by itself: concurrent borrowers never get the same one, and a borrower may borrow again.
  ///
  /// - Parameter body: Draws numbers.
  /// - Returns: What the closure returns.
  public func callAsFunction<R>(_ body: (inout any RandomNumberGenerator) throws -> R) rethrows -> R {
    var generator: any RandomNumberGenerator = Borrowed(source: source)
    return try body(&generator)
  }

  /// A generator that several tasks can draw from.
  private final class Source: Sendable {
    /// The generator.
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// Takes a generator over.
    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = Mutex(generator)
    }

    /// Draws a number.
    func next() -> UInt64 {
      generator.withLock { $0.next() }
    }
  }

  /// What a borrower sees of the generator.
  private struct Borrowed: RandomNumberGenerator {
    /// The generator.
    let source: Source

    /// Draws a number.
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
  /// It has no test value, as random numbers can't be asserted. Override it with a generator of known numbers.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}
