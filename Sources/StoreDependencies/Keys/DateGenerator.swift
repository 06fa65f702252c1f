#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Tells the date and time.
public struct DateGenerator: Sendable {
  /// Tells the date.
  private var generate: @Sendable () -> Date

  /// Makes a generator of a closure, which may be called from any task or thread.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator for which time stands still.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }

  /// The date now; setting it makes time stand still there, as in `$0.date.now = ...`.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// The date now.
  public func callAsFunction() -> Date {
    generate()
  }
}

/// The key of `\.date`, which has no test value.
package enum DateGeneratorKey: DependencyKey {
  /// The system's date.
  package static let liveValue = DateGenerator { Date() }
}

extension DependencyValues {
  /// The date and time.
  ///
  /// It has no test value, as no test that reads the system's is repeatable. Override it with
  /// `$0.date = .constant(...)` or `$0.date.now = ...`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}
