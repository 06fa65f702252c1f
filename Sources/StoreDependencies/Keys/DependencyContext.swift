/// The environment in which code runs, which determines the default value of a dependency.
///
/// It is a dependency itself: read it with `@Dependency(\.context)`, and override it with `withDependencies {
/// $0.context = .live } operation: { ... }`.
public enum DependencyContext: UInt8, Sendable, Hashable, CaseIterable {
  /// A running app.
  case live

  /// An Xcode preview.
  case preview

  /// A test.
  case test
}

extension DependencyValues {
  /// The environment in which the code runs.
  ///
  /// Setting it to ``DependencyContext/test`` outside of tests also starts a scope, as tests share no defaults with an
  /// app.
  public var context: DependencyContext {
    get { storage.context ?? declaration?.context ?? .automatic }
    set {
      storage = storage.with { fields in
        fields.context = newValue
        if newValue == .test, fields.scope.kind == .process { fields.scope = DefaultScope(.implicit) }
      }
    }
  }
}
