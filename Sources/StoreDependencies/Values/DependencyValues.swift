/// The dependencies that are in force where code runs.
///
/// They travel with the task: code that runs under `withDependencies(_:operation:)` sees them, and so do its child
/// tasks, its task groups and each `Task {}` that it starts. Declare a dependency by extending this type with a
/// property that reads and writes a ``TestDependencyKey``.
///
/// What nothing overrides has a default, which is computed once in each *scope*. `DependencyValues()` starts a scope;
/// a nested `withDependencies` stays in that of its surroundings. An app has one scope for the whole process. Each case of a
/// test has one, so that no test can see what another one left behind, and in it each store has one of its own. Where no test
/// can be seen, as in a detached task, each declaration, and each outermost `withDependencies`, starts one.
///
/// A default that reads other dependencies while it is computed belongs to the values that it read: where those are
/// overridden differently, it is computed again. One that was made from overrides lives as long as the
/// `withDependencies` (or the values) under which it was first read.
public struct DependencyValues: Sendable {
  /// The dependencies of the running task, if anything has set them.
  @TaskLocal static var frame: DependencyStorage?

  /// The overrides and the scope, shared with every copy until one of them is changed.
  var storage: DependencyStorage

  /// The `@Dependency` that is being read, whose captured overrides count where ``storage`` has none.
  var declaration: DependencyDeclaration?

  /// Whether reads are part of changing a dependency, hence neither uses nor misuses of it.
  var isUpdating: Bool

  /// Makes the values of a new scope, which overrides nothing and shares no default with any other.
  public init() {
    self.init(DependencyStorage(DependencyStorage.Fields(scope: DefaultScope(.explicit))))
  }

  /// Makes the values of a new scope for whoever runs code under dependencies of its own.
  ///
  /// - Parameters:
  ///   - context: What the code runs in.
  ///   - observer: Who hears of each use and misuse.
  package init(context: DependencyContext, observer: (any DependencyObserver)?) {
    var fields = DependencyStorage.Fields(scope: DefaultScope(.explicit))
    fields.context = context
    fields.observer = observer
    self.init(DependencyStorage(fields))
  }

  /// Makes values of what is stored, as they are seen through a declaration if there is one.
  init(_ storage: DependencyStorage, through declaration: DependencyDeclaration? = nil) {
    self.storage = storage
    self.declaration = declaration
    isUpdating = storage.isSilent
  }

  /// The dependencies in force here.
  ///
  /// Prefer ``Dependency``: it also remembers those in force where it is declared.
  public static var current: DependencyValues { DependencyValues(frame ?? .ambient) }

  /// The dependencies in force here, for a store that is about to be made.
  package static var aroundStore: DependencyValues { DependencyValues(frame ?? .ofStore) }

  /// Who hears of each use and misuse of these dependencies; nested overrides inherit it.
  package var observer: (any DependencyObserver)? {
    get { storage.observer ?? declaration?.observer }
    set { storage = storage.with { $0.observer = newValue } }
  }

  /// Whether the value of a key is overridden, rather than a default.
  package func isOverridden<Key: TestDependencyKey>(_ key: Key.Type) -> Bool {
    storage.overrides[ObjectIdentifier(key)] != nil
  }
}
