package import StoreDependencies
import Synchronization

/// The runs of one test by a trait or function that repeats it.
///
/// What belongs to the test, and not to one of its runs, happens in the first run only.
package final class RepeatedRuns: Sendable {
  /// The runs that the current code belongs to; nil if it runs once.
  @TaskLocal package static var current: RepeatedRuns?

  /// The sink around all runs; nil if failures and attachments go to the test.
  private let sink = FailureSink.current

  private let attached = Mutex<Set<String>>([])

  private init() {}

  /// Runs code that repeats a test. A repetition within another one belongs to the outer one.
  package static func repeating<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    guard current == nil else { return try await body() }
    return try await $current.withValue(RepeatedRuns()) { try await body() }
  }

  /// Whether nothing was attached under a name so far. The next call returns false.
  package func isFirst(_ name: String) -> Bool { attached.withLock { $0.insert(name).inserted } }

  /// Adds an attachment to the test, although the runs keep back their attachments.
  package func record(_ attachment: TestAttachment, at site: CallSite) {
    FailureSink.$innermost.withValue(sink) { attachment.record(to: nil, at: site) }
  }
}
