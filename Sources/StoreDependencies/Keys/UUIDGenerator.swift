import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Makes identifiers.
public struct UUIDGenerator: Sendable {
  /// Makes an identifier.
  private let generate: @Sendable () -> UUID

  /// Makes a generator of a closure, which may be called from any task or thread.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A new generator that counts: `00000000-0000-0000-0000-000000000000`, `00000000-0000-0000-0000-000000000001`, ...
  ///
  /// Concurrent calls each get a number of their own, in the order in which they happen.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  /// A generator that always makes the same identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// Makes an identifier.
  public func callAsFunction() -> UUID {
    generate()
  }

  /// Counts from zero.
  private final class Counter: Sendable {
    /// The next number.
    private let count = Atomic(0)

    /// The next number, which nobody else gets.
    func next() -> Int {
      count.wrappingAdd(1, ordering: .relaxed).oldValue
    }
  }
}

extension UUID {
  /// The identifier that ends in a number and is zero else, such as `00000000-0000-0000-0000-00000000002A` for 42.
  ///
  /// - Parameter number: The number; a negative one counts in two's complement.
  public init(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    /// The byte of the number at a position, the most significant first.
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
  /// It has no test value, as random identifiers can't be asserted. Override it with `$0.uuid = .incrementing`.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}
