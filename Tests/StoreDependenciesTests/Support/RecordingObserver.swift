import StoreDependencies
import Synchronization

/// Records the notifications about the dependencies that a test uses.
final class RecordingObserver: DependencyObserver {
  /// The recorded notifications.
  private struct Notifications: Sendable {
    /// The names of the keys that were read.
    var accesses: [String] = []

    var issues: [RuntimeIssue] = []
  }

  private let heard = Mutex(Notifications())

  /// The names of the keys that were read, in order.
  var accesses: [String] { heard.withLock(\.accesses) }

  /// The misuses, in order.
  var issues: [RuntimeIssue] { heard.withLock(\.issues) }

  /// Keeps the key's name.
  func dependencyAccessed(_ key: any TestDependencyKey.Type) {
    heard.withLock { $0.accesses.append("\(key)") }
  }

  /// Keeps the misuse.
  func issueOccurred(_ issue: RuntimeIssue) {
    heard.withLock { $0.issues.append(issue) }
  }
}

/// Runs an operation in a new scope, and returns the misuses in it.
///
/// - Parameters:
///   - context: What the operation runs in.
///   - operation: The code under test.
func issues(in context: DependencyContext = .test, _ operation: () throws -> Void) rethrows -> [RuntimeIssue] {
  let observer = RecordingObserver()
  try DependencyValues.withValues(DependencyValues(context: context, observer: observer), operation: operation)
  return observer.issues
}

/// Runs an asynchronous operation in a new scope, and returns the misuses in it.
///
/// - Parameters:
///   - context: What the operation runs in.
///   - operation: The code under test.
func issues(
  in context: DependencyContext = .test,
  _ operation: () async throws -> Void
) async rethrows -> [RuntimeIssue] {
  let observer = RecordingObserver()
  try await DependencyValues.withValues(DependencyValues(context: context, observer: observer), operation: operation)
  return observer.issues
}
