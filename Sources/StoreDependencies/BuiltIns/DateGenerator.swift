#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of the current date and time.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a closure, which may be called from any task or thread.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same date.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }

  /// Returns a generator whose date moves with a clock.
  ///
  /// In a test store it lets the date follow the clock that the test advances:
  ///
  /// ```swift
  /// $0.date = .following($0.continuousClock)
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the time since this call.
  ///   - start: The date at this call; by default, the beginning of 2001 in UTC.
  public static func following(
    _ clock: some Clock<Duration>,
    from start: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> DateGenerator {
    let beginning = clock.now
    return DateGenerator { start + beginning.duration(to: clock.now) / .seconds(1) }
  }

  /// The current date. Setting it fixes the date, as in `$0.date.now = ...`.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    generate()
  }
}

/// The key of `\.date`, which has no test value.
package enum DateGeneratorKey: DependencyKey {
  /// The system date.
  package static let liveValue = DateGenerator { Date() }
}

extension DependencyValues {
  /// The source of the current date and time.
  ///
  /// It has no test value, as a test that reads the system date is not repeatable. Override it with `$0.date =
  /// .constant(...)`, `$0.date.now = ...`, or `$0.date = .following($0.continuousClock)`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}
