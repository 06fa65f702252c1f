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
