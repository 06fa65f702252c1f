import Synchronization

/// A value whose type only its key knows: always a ``TypedValue``.
typealias ErasedValue = any AnyObject & Sendable

/// A value in a form that a table of values of many types can hold.
final class TypedValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// What ``DependencyValues`` hold, in one reference, so that putting them in force and reading them copies no tables.
///
/// It never changes: changing the values makes a new one.
final class DependencyStorage: Sendable {
  struct Fields: Sendable {
    /// The overrides by the identity of their key's type; each is a `TypedValue` of the key's value.
    var overrides: [ObjectIdentifier: ErasedValue] = [:]

    var scope: DefaultScope

    /// The context, if anything says it other than the process itself.
    var context: DependencyContext?

    /// Who hears of each use and misuse.
    var observer: (any DependencyObserver)?

    /// The default that is being computed under these values.
    var computation: DefaultComputation?

    /// Whether reads under these values count as neither uses nor misuses.
    var isSilent: Bool = false

    /// The values that an override has made these of; nil if these are a store's own.
    var outer: DependencyStorage?

    /// Whether `withDependencies` has changed these, so that effects which are made under them keep them.
    var isLocal: Bool = false

    /// Whether a default keeps the overrides around it for each `@Dependency` that it declares.
    ///
    /// A model of a test has its overrides with it, and what it reads must go by them. In a store, overrides are in force wherever code
    /// runs. An app has one default for all of its models.
    var defaultsKeepOverrides: Bool { context == .test && scope.kind != .explicit }
  }

  let fields: Fields

  /// The defaults that were made from these overrides, which can't outlive them.
  let ownDefaults = AtomicLazyReference<DefaultTable>()

  /// The defaults that were made from the overrides of which these were made; they hold where what they have read is the same.
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

  /// The values of an app where nothing is put in force: what it has prepared, and defaults.
  private static let process = DependencyPreparation.process.begin()

  /// What is in force where nothing has been put in force.
  ///
  /// In a test that belongs to the case that runs, as a process-wide one would be seen by other tests. Where no test can be seen, it
  /// is new each time.
  static var ambient: DependencyStorage {
    guard DependencyContext.automatic == .test else { return process }
    return DependencyIssue.bridge?.kept { fresh } as? DependencyStorage ?? fresh
  }

  /// What a store begins with where nothing has been put in force: in a test, each store has defaults of its own.
  static var ofStore: DependencyStorage { DependencyContext.automatic == .test ? fresh : process }

  private static var fresh: DependencyStorage { DependencyStorage(Fields(scope: DefaultScope(.implicit))) }
}

extension DependencyStorage {
  /// The overrides by the identity of their key's type.
  var overrides: [ObjectIdentifier: ErasedValue] { fields.overrides }

  var scope: DefaultScope { fields.scope }

  /// The context, if anything says it other than the process itself.
  var context: DependencyContext? { fields.context }

  /// Who hears of each use and misuse.
  var observer: (any DependencyObserver)? { fields.observer }

  /// The default that is being computed under these values.
  var computation: DefaultComputation? { fields.computation }

  /// Whether reads under these values count as neither uses nor misuses.
  var isSilent: Bool { fields.isSilent }

  var outer: DependencyStorage? { fields.outer }

  /// Whether `withDependencies` has changed these.
  var isLocal: Bool { fields.isLocal }

  /// What was in force around each call of `withDependencies` that has changed these.
  var root: DependencyStorage {
    var storage = self
    while storage.isLocal, let outer = storage.outer { storage = outer }
    return storage
  }
}
