extension DependencyValues {
  /// Where the reading code stands, in the cheap form in which the compiler passes it.
  struct ReadingSite {
    var fileID: StaticString
    /// The file's whole path.
    var filePath: StaticString
    var line: Int
    var column: Int
  }

  /// The value of a dependency: its override, else its default.
  ///
  /// Properties that extend ``DependencyValues`` read and write it. The further parameters are for them to leave out;
  /// they let a failure say the property's name.
  ///
  /// Reading is safe from any task or thread. A default is computed on the reading thread, exactly once in its scope;
  /// whoever reads it meanwhile waits for it. A dependency whose default needs itself can't be computed: reading it
  /// stops the process and names the cycle.
  ///
  /// - Parameter key: The type of the dependency's key.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    property property: StaticString = #function,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: Int = #line,
    column column: Int = #column
  ) -> Key.Value {
    get {
      let site = ReadingSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return resolve(key, property: property, site: site)
    }
    set {
      let value = TypedValue(newValue)
      storage = storage.with { $0.overrides[ObjectIdentifier(key)] = value }
    }
  }

  /// The value of a dependency: its override, else its default, computed now if it is not remembered.
  func resolve<Key: TestDependencyKey>(_ key: Key.Type, property: StaticString?, site: ReadingSite?) -> Key.Value {
    if !isUpdating { observer?.dependencyAccessed(key) }
    let id = ObjectIdentifier(key)
    if let override = override(of: id) {
      storage.computation?.noteRead(of: id, override: override)
      return unerased(override, as: Key.Value.self)
    }
    let remembered = rememberedDefault(of: id, context: context) ?? computedDefault(of: key)
    storage.computation?.noteRead(of: id, default: remembered)
    if let flaw = remembered.flaw, !isUpdating {
      reportFlaw(flaw, of: key, property: property, site: site)
    }
    return unerased(remembered.value, as: Key.Value.self)
  }

  private func unerased<Value: Sendable>(_ value: ErasedValue, as _: Value.Type) -> Value {
    guard let value = value as? TypedValue<Value> else {
      preconditionFailure("Every table maps the identity of a key's type to what was made as a value of that key.")
    }
    return value.value
  }

  /// The override of a key: the current one, else the one that the `@Dependency` captured.
  func override(of id: ObjectIdentifier) -> ErasedValue? {
    if !storage.overrides.isEmpty, let override = storage.overrides[id] { return override }
    guard let declaration else { return nil }
    let captured = declaration.overrides
    return captured.isEmpty ? nil : captured[id]
  }

  /// Every override: the current ones over those that the `@Dependency` captured.
  var effectiveOverrides: [ObjectIdentifier: ErasedValue] {
    guard let captured = declaration?.overrides, !captured.isEmpty else { return storage.overrides }
    return captured.merging(storage.overrides) { $1 }
  }

  /// Where defaults are remembered.
  ///
  /// A scope that was started on purpose, such as a test store's, goes before that of the `@Dependency`, so that
  /// nothing made elsewhere brings its defaults along. Else a model keeps the defaults that it has used before.
  var scope: DefaultScope {
    guard let declaration, storage.scope.kind != .explicit else { return storage.scope }
    return declaration.scope ?? storage.scope
  }
}
