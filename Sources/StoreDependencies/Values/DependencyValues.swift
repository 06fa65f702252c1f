/// The dependencies in force where code runs.
///
/// They are task-local. Code under `withDependencies(_:operation:)`, its child tasks, its task groups, and each `Task
/// {}` that it starts see them. To declare a dependency, extend this type with a property that reads and writes a
/// ``TestDependencyKey``.
///
/// A dependency without an override has a default, which is computed once in each *scope*. `DependencyValues()` starts
/// a scope; a nested `withDependencies` stays in the scope around it. An app has one scope for the whole process. Each
/// test case has one, so that tests share no defaults, and each store within a test has its own. Outside of a known
/// test case, as in a detached task, each declaration and each outermost `withDependencies` starts one.
///
/// A default that reads other dependencies depends on the values that it read. It is computed again under other
/// overrides of those values. A default that was computed from overrides lives as long as the `withDependencies` (or
/// the values) under which it was first read.
public struct DependencyValues: Sendable {
  /// The dependencies of the running task, if they were set.
  @TaskLocal static var frame: DependencyStorage?

  /// The overrides and the scope, shared by all copies until one of them changes.
  var storage: DependencyStorage

  /// The `@Dependency` that is being read. Its captured overrides apply to keys that ``storage`` doesn't override.
  var declaration: DependencyDeclaration?

  /// Whether reads belong to a change of a dependency, so that they count neither as uses nor as misuses.
  var isUpdating: Bool

  /// Creates the values of a new scope, without overrides and without shared defaults.
  public init() {
    self.init(DependencyStorage(DependencyStorage.Fields(scope: DefaultScope(.explicit))))
  }

  /// Creates the values of a new scope, for an owner that runs code under them.
  ///
  /// - Parameters:
  ///   - context: The context of the code.
  ///   - observer: The observer of each use and misuse.
  package init(context: DependencyContext, observer: (any DependencyObserver)?) {
    var fields = DependencyStorage.Fields(scope: DefaultScope(.explicit))
    fields.context = context
    fields.observer = observer
    self.init(DependencyStorage(fields))
  }

  /// Creates values from a storage, and from the captured overrides of a declaration, if any.
  init(_ storage: DependencyStorage, through declaration: DependencyDeclaration? = nil) {
    self.storage = storage
    self.declaration = declaration
    isUpdating = storage.isSilent
  }

  /// The dependencies in force at the call.
  ///
  /// Prefer ``Dependency``, which also captures those in force where it is declared.
  public static var current: DependencyValues { DependencyValues(frame ?? .ambient) }

  /// The dependencies in force at the call, for a store that is created there.
  package static var aroundStore: DependencyValues { DependencyValues(frame ?? .ofStore) }

  /// The observer of each use and misuse of these dependencies. Nested overrides inherit it.
  package var observer: (any DependencyObserver)? { storage.observer ?? declaration?.observer }

  /// Whether a key has an override.
  package func isOverridden<Key: TestDependencyKey>(_ key: Key.Type) -> Bool {
    storage.overrides[ObjectIdentifier(key)] != nil
  }
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
