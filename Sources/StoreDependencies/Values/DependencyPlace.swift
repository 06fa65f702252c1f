/// The dependencies of a feature that contains an effect's own feature, for closures of the containing feature.
package struct DependencyPlace: Sendable {
  /// The values. The reference is weak because a sender holds it, and one of the values may hold the sender.
  private weak let storage: DependencyStorage?

  /// Creates the place from the dependencies of the effect's task; nil if none are in force there.
  ///
  /// - Parameters:
  ///   - depth: The number of overrides between the effect and the feature.
  ///   - override: The overrides by `withDependencies` in the feature.
  package init?(depth: Int, _ override: DependencyOverride?) {
    guard let frame = DependencyValues.frame else { return nil }
    let values = DependencyValues(frame).outward(depth)
    storage = (override?.values(over: values) ?? values).storage
  }

  /// Runs an operation under the dependencies, if they still exist.
  package func run<R>(_ operation: () -> R) -> R {
    guard let storage else { return operation() }
    return DependencyValues.withValues(DependencyValues(storage), operation: operation)
  }
}
