extension DependencyValues {
  /// The position of a read. Performance: it uses static strings, which the compiler passes without a copy.
  @usableFromInline
  struct ReadingSite {
    let fileID: StaticString
    /// The absolute path of the file.
    let filePath: StaticString
    let line: Int
    let column: Int

    @usableFromInline
    init(fileID: StaticString, filePath: StaticString, line: Int, column: Int) {
      self.fileID = fileID
      self.filePath = filePath
      self.line = line
      self.column = column
    }
  }

  /// The value of a dependency: its override, otherwise its default.
  ///
  /// Properties that extend ``DependencyValues`` use it. Omit the other parameters; failures use them to print the
  /// property's name.
  ///
  /// Reading is safe from any task or thread. A default is computed once in its scope, on the thread that reads it
  /// first; other readers wait. If a default needs itself, reading it stops the process with a message that names the
  /// cycle.
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
    // Performance: it is inlined, so that the reading module knows the type of the value.
    @inlinable
    get {
      let site = ReadingSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self.unerased(resolve(key, property: property, site: site), as: Key.Value.self)
    }
    set {
      let value = TypedValue(newValue)
      storage = storage.with { $0.overrides[ObjectIdentifier(key)] = value }
    }
  }

  /// Returns the value of a dependency: its override, otherwise its stored default, otherwise a newly computed default.
  @usableFromInline
  func resolve<Key: TestDependencyKey>(_ key: Key.Type, property: StaticString?, site: ReadingSite?) -> ErasedValue {
    if !isUpdating { observer?.dependencyAccessed(key) }
    let id = ObjectIdentifier(key)
    if let override = override(of: id) {
      storage.computation?.noteRead(of: id, override: override)
      return override
    }
    let remembered = rememberedDefault(of: id, context: context) ?? computedDefault(of: key)
    storage.computation?.noteRead(of: id, default: remembered)
    if let flaw = remembered.flaw, !isUpdating {
      reportFlaw(flaw, of: key, property: property, site: site)
    }
    return remembered.value
  }

  @inlinable
  static func unerased<Value: Sendable>(_ value: ErasedValue, as _: Value.Type) -> Value {
    guard let value = value as? TypedValue<Value> else {
      preconditionFailure("Every table maps the identity of a key's type to what was made as a value of that key.")
    }
    return value.value
  }

  /// Returns the override of a key: the current one, otherwise the one that the `@Dependency` captured.
  func override(of id: ObjectIdentifier) -> ErasedValue? {
    if !storage.overrides.isEmpty, let override = storage.overrides[id] { return override }
    guard let declaration else { return nil }
    let captured = declaration.overrides
    return captured.isEmpty ? nil : captured[id]
  }

  /// All overrides: the current ones, and those that the `@Dependency` captured for other keys.
  var effectiveOverrides: [ObjectIdentifier: ErasedValue] {
    guard let captured = declaration?.overrides, !captured.isEmpty else { return storage.overrides }
    return captured.merging(storage.overrides) { $1 }
  }

  /// The scope of the defaults.
  ///
  /// An explicitly started scope, such as a test store's, takes precedence over the scope of the `@Dependency`. So no
  /// default from elsewhere enters it. Otherwise a model keeps the defaults that it used before.
  var scope: DefaultScope {
    guard let declaration, storage.scope.kind != .explicit else { return storage.scope }
    return declaration.scope ?? storage.scope
  }
}
