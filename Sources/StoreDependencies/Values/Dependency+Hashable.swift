/// Excludes dependencies from comparisons: two values that differ only in their dependencies are equal.
extension Dependency: Hashable {
  /// Returns true.
  public static func == (first: Self, second: Self) -> Bool { true }

  /// Hashes nothing, as all dependencies of a type are equal.
  public func hash(into hasher: inout Hasher) {}
}
