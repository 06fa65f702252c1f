import StoreDependencies
import Synchronization

/// A clock that fails the test which uses it.
///
/// It shows that a feature, or a path through it, does not depend on time. Each use is a failure, and then does what an
/// ``ImmediateClock`` does.
public struct UnimplementedClock: Clock, Sendable {
  /// A point in the clock's time.
  public typealias Instant = TestClock.Instant

  private let name: String

  private let site: CallSite

  /// Does the work after each failure.
  private let base = ImmediateClock()

  /// Whether the time was asked for, and reported, for the sake of a sleep that is about to begin.
  private let pending = PendingReport()

  /// Remembers a report that speaks for the next use, too.
  private final class PendingReport: Sendable {
    let isMade = Atomic(false)
  }

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - name: What the clock is called in failures.
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

  /// Fails, and gives the time that the sleeps so far have reached.
  public var now: Instant {
    report("now")
    pending.isMade.store(true, ordering: .relaxed)
    return base.now
  }

  /// Fails, and says that no step of time is too small.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Fails, and then returns at once.
  ///
  /// - Parameters:
  ///   - deadline: Where time moves to.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    // 'sleep(for:)' asks for the time first, which is the same use of the clock.
    if !pending.isMade.exchange(false, ordering: .relaxed) { report("sleep") }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    DependencyIssue(
      kind: .unimplementedEndpoint,
      subject: "\(name).\(member)",
      headline: "\(name).\(member) was used, on a clock that must not be.",
      details: "The clock was made at \(site). Give the feature a TestClock if it should depend on time.",
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }
}

extension Clock where Self == UnimplementedClock {
  /// A clock that fails the test which uses it.
  ///
  /// - Parameters:
  ///   - name: What the clock is called in failures.
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
