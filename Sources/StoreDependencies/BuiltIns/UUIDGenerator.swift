import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a closure, which may be called from any task or thread.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A new generator of consecutive identifiers: `00000000-0000-0000-0000-000000000000`,
  /// `00000000-0000-0000-0000-000000000001`, ...
  ///
  /// Concurrent calls return different numbers, in the order of the calls.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  /// Returns a generator that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// Returns an identifier.
  public func callAsFunction() -> UUID {
    generate()
  }

  /// A thread-safe counter that starts at zero.
  private final class Counter: Sendable {
    private let count = Atomic(0)

    /// Returns a number that no other call returns.
    func next() -> Int {
      count.wrappingAdd(1, ordering: .relaxed).oldValue
    }
  }
}

extension UUID {
  /// Creates the identifier that ends in a number and is zero otherwise, such as `00000000-0000-0000-0000-00000000002A`
  /// for 42.
  ///
  /// - Parameter number: The number; a negative number is written in two's complement.
  public init(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    /// Returns the byte of the number at an index, the most significant first.
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (56 - 8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
      )
    )
  }
}

/// The key of `\.uuid`, which has no test value.
package enum UUIDGeneratorKey: DependencyKey {
  /// Random identifiers.
  package static let liveValue = UUIDGenerator { UUID() }
}

extension DependencyValues {
  /// The source of identifiers.
  ///
  /// It has no test value, as a test can't assert random identifiers. Override it with `$0.uuid = .incrementing`.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}
