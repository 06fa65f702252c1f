import Synchronization

/// A value whose type only its key knows: always a ``TypedValue``.
typealias ErasedValue = any AnyObject & Sendable

/// A value in a form that a table of values of many types can hold.
final class TypedValue<Value: Sendable>: Sendable {
  /// The value.
  let value: Value

  /// Puts a value into its erased form.
  init(_ value: Value) {
    self.value = value
  }
}

/// What ``DependencyValues`` hold, in one reference, so that putting them in force and reading them copies no tables.
///
/// It never changes: changing the values makes a new one.
final class DependencyStorage: Sendable {
  /// The parts that a change of the values can change.
  struct Fields: Sendable {
    /// The overrides by the identity of their key's type; each is a `TypedValue` of the key's value.
    var overrides: [ObjectIdentifier: ErasedValue] = [:]

    /// Where defaults are remembered.
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
  }

  /// Everything that is stored.
  let fields: Fields

  /// The defaults that were made from these overrides, which can't outlive them.
  let ownDefaults = AtomicLazyReference<DefaultTable>()

  /// Stores the given parts.
  init(_ fields: Fields) {
    self.fields = fields
  }

  /// A copy with some parts changed.
  func with(_ change: (inout Fields) -> Void) -> DependencyStorage {
    var fields = self.fields
    change(&fields)
    return DependencyStorage(fields)
  }

  /// The values of an app, where nothing overrides any.
  private static let process = DependencyStorage(Fields(scope: DefaultScope(.process)))

  /// What is in force where nothing has been put in force.
  ///
  /// In a test that is new each time, as a process-wide one would be seen by other tests.
  static var ambient: DependencyStorage {
    DependencyContext.automatic == .test ? DependencyStorage(Fields(scope: DefaultScope(.implicit))) : process
  }
}

extension DependencyStorage {
  /// The overrides by the identity of their key's type.
  var overrides: [ObjectIdentifier: ErasedValue] { fields.overrides }

  /// Where defaults are remembered.
  var scope: DefaultScope { fields.scope }

  /// The context, if anything says it other than the process itself.
  var context: DependencyContext? { fields.context }

  /// Who hears of each use and misuse.
  var observer: (any DependencyObserver)? { fields.observer }

  /// The default that is being computed under these values.
  var computation: DefaultComputation? { fields.computation }

  /// Whether reads under these values count as neither uses nor misuses.
  var isSilent: Bool { fields.isSilent }

  /// The values that an override has made these of.
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
