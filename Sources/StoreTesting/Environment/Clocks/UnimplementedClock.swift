import StoreDependencies
import Synchronization

/// A clock that fails the test when it is used.
///
/// Use it to show that a feature, or a path through it, doesn't depend on time. Each use is a failure, and then has the
/// same effect as on an ``ImmediateClock``.
public struct UnimplementedClock: Clock, Sendable {
  /// A point in the clock's time.
  public typealias Instant = TestClock.Instant

  private let name: String

  private let site: CallSite

  /// The clock that performs each call after its failure.
  private let base = ImmediateClock()

  /// Whether `now` was read and reported, on behalf of a sleep that is about to begin.
  private let pending = PendingReport()

  /// A flag for a report that also covers the next use.
  private final class PendingReport: Sendable {
    let isMade = Atomic(false)
  }

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - name: The name of the clock in failures.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ name: String = "Clock",
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.name = name
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The time that the sleeps so far have reached. Reading it fails the test.
  public var now: Instant {
    report("now")
    pending.isMade.store(true, ordering: .relaxed)
    return base.now
  }

  /// The smallest step of time: zero. Reading it fails the test.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Fails the test, advances the time to the deadline, and returns at once.
  ///
  /// - Parameters:
  ///   - deadline: The new time.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    // `sleep(for:)` reads `now` first, so both reports are one use of the clock.
    if !pending.isMade.exchange(false, ordering: .relaxed) { report("sleep") }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    RuntimeIssue(
      kind: .unimplementedEndpoint,
      subject: "\(name).\(member)",
      headline: "\(name).\(member) was used, and the test forbids that.",
      details: "The clock was made at \(site). Give the feature a TestClock if it should depend on time.",
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }
}

extension Clock where Self == UnimplementedClock {
  /// Returns a clock that fails the test when it is used.
  ///
  /// - Parameters:
  ///   - name: The name of the clock in failures.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func unimplemented(
    _ name: String = "Clock",
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    Self(name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
