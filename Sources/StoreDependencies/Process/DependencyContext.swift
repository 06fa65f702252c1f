/// The environment in which code runs, which determines the default value of a dependency.
///
/// It is a dependency itself: read it with `@Dependency(\.context)`, and override it with `withDependencies {
/// $0.context = .live } operation: { ... }`.
public enum DependencyContext: Sendable, Hashable, CaseIterable {
  /// A running app.
  case live

  /// An Xcode preview.
  case preview

  /// A test.
  case test
}
