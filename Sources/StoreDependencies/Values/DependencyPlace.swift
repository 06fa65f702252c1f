/// The dependencies around an effect, in force for what belongs to a feature around that of the effect.
package struct DependencyPlace: Sendable {
  /// The values. A sender of an effect holds them, and may be held by one of them.
  private weak let storage: DependencyStorage?

  /// Finds the place from where the effect runs; nil if nothing has been put in force there.
  ///
  /// - Parameters:
  ///   - depth: How many overrides stand between the effect and the place.
  ///   - override: What `withDependencies` has set in the place.
  package init?(depth: Int, _ override: DependencyOverride?) {
    guard let frame = DependencyValues.frame else { return nil }
    let values = DependencyValues(frame).outward(depth)
    storage = (override?.values(over: values) ?? values).storage
  }

  /// Runs an operation in the place, as long as its dependencies are there.
  package func run<R>(_ operation: () -> R) -> R {
    guard let storage else { return operation() }
    return DependencyValues.withValues(DependencyValues(storage), operation: operation)
  }
}
