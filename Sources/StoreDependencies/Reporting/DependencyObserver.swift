/// An observer of the dependencies that code uses.
///
/// A test store is an observer: it attributes each use to the step that caused it. The observer is part of the
/// dependency values, so it reaches every child task and every `Task {}` of the observed code.
package protocol DependencyObserver: AnyObject, Sendable {
  /// Receives each read of a dependency, before the value is resolved.
  ///
  /// - Parameter key: The type of the key that is read.
  func dependencyAccessed(_ key: any TestDependencyKey.Type)

  /// Receives each issue, and decides where to report it.
  func issueOccurred(_ issue: RuntimeIssue)
}
