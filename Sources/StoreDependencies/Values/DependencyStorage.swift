import Synchronization

/// The immutable storage of ``DependencyValues``. Changing the values creates a new storage.
///
/// Performance: it is one reference, so setting and reading values copies no tables.
final class DependencyStorage: Sendable {
  struct Fields: Sendable {
    /// The overrides by the identity of their key's type. Each is a `TypedValue` of the key's value type.
    var overrides: [ObjectIdentifier: ErasedValue] = [:]

    var scope: DefaultScope

    /// The context, if it was set explicitly.
    var context: DependencyContext?

    /// The observer of each use and misuse.
    var observer: (any DependencyObserver)?

    /// The default that is computed under these values.
    var computation: DefaultComputation?

    /// Whether reads under these values count neither as uses nor as misuses.
    var isSilent: Bool = false

    /// The values that an override changed to these; nil if these are a store's own.
    var outer: DependencyStorage?

    /// Whether `withDependencies` changed these, so that effects created under them keep them.
    var isLocal: Bool = false

    /// Whether a default depends on the overrides around it if it declares a `@Dependency`.
    ///
    /// A test's model carries its overrides, and its reads must respect them. In a store, overrides are in force
    /// wherever its code runs. An app has one default for all of its models.
    var defaultsKeepOverrides: Bool { context == .test && scope.kind != .explicit }
  }

  let fields: Fields

  /// The defaults that were computed from these overrides. They live as long as the overrides.
  let ownDefaults = AtomicLazyReference<DefaultTable>()

  /// The defaults that were computed from outer overrides. They are valid where their reads have the same results.
  let inheritedDefaults: [DefaultTable]

  init(_ fields: Fields, inheriting tables: [DefaultTable] = []) {
    self.fields = fields
    inheritedDefaults = tables
  }

  func with(_ change: (inout Fields) -> Void) -> DependencyStorage {
    var fields = self.fields
    change(&fields)
    guard fields.scope === scope else { return DependencyStorage(fields) }
    let own = ownDefaults.load()
    return DependencyStorage(fields, inheriting: own.map { [$0] + inheritedDefaults } ?? inheritedDefaults)
  }

  /// An app's values where none were set: the prepared ones, and defaults.
  private static let process = DependencyPreparation.process.begin()

  /// The values where none were set.
  ///
  /// In a test they belong to the running test case, as process-wide values would be visible to other tests. Outside of
  /// a known test case, they are new each time.
  static var ambient: DependencyStorage {
    guard DependencyContext.automatic == .test else { return process }
    return RuntimeIssue.bridge?.kept { fresh } as? DependencyStorage ?? fresh
  }

  /// The initial values of a store where none were set. In a test, each store has its own defaults.
  static var ofStore: DependencyStorage { DependencyContext.automatic == .test ? fresh : process }

  private static var fresh: DependencyStorage { DependencyStorage(Fields(scope: DefaultScope(.implicit))) }
}

extension DependencyStorage {
  /// The overrides by the identity of their key's type.
  var overrides: [ObjectIdentifier: ErasedValue] { fields.overrides }

  var scope: DefaultScope { fields.scope }

  /// The context, if it was set explicitly.
  var context: DependencyContext? { fields.context }

  /// The observer of each use and misuse.
  var observer: (any DependencyObserver)? { fields.observer }

  /// The default that is computed under these values.
  var computation: DefaultComputation? { fields.computation }

  /// Whether reads under these values count neither as uses nor as misuses.
  var isSilent: Bool { fields.isSilent }

  var outer: DependencyStorage? { fields.outer }

  /// Whether `withDependencies` changed these.
  var isLocal: Bool { fields.isLocal }

  /// The values around all calls of `withDependencies` that changed these.
  var root: DependencyStorage {
    var storage = self
    while storage.isLocal, let outer = storage.outer { storage = outer }
    return storage
  }
}
