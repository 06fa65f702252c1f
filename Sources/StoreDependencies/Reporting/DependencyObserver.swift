/// Whoever runs code under dependencies of its own and wants to know what that code does with them.
///
/// A test store is one: it attributes each use to the step that reached it. The observer travels with the dependency
/// values, so it reaches every child task and every `Task {}` of the code that it watches.
package protocol DependencyObserver: AnyObject, Sendable {
  /// Hears of each read of a dependency, before the value is resolved.
  ///
  /// - Parameter key: The type of the key that is read.
  func dependencyAccessed(_ key: any TestDependencyKey.Type)

  /// Hears of each misuse of a dependency, and decides where it is reported.
  func dependencyFailed(_ issue: DependencyIssue)
}
