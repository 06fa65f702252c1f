/// What the code runs in, which decides the value a dependency has by default.
///
/// It is a dependency itself: read it with `@Dependency(\.context)`, and run code in another one with
/// `withDependencies { $0.context = .live } operation: { ... }`.
public enum DependencyContext: UInt8, Sendable, Hashable, CaseIterable {
  /// A running app.
  case live

  /// An Xcode preview.
  case preview

  /// A test.
  case test
}

extension DependencyValues {
  /// What the code runs in.
  ///
  /// Setting it to ``DependencyContext/test`` outside tests also starts a scope, as tests share no defaults with an
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
