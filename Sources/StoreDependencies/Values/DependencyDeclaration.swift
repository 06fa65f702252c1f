/// The line of a `@Dependency`, and the dependencies in force there.
final class DependencyDeclaration: Sendable {
  /// The captured dependencies.
  private enum Capture: Sendable {
    case storage(DependencyStorage)
    case origin(DefaultOrigin)
  }

  /// The position in source code.
  let site: CallSite

  /// The overrides in force at the declaration. Of those around the computation of a default, it has only the ones that
  /// the default depends on, or that the computation itself set.
  let overrides: [ObjectIdentifier: ErasedValue]

  /// The context in force at the declaration, if it was set.
  let context: DependencyContext?

  private let capture: Capture

  init(_ site: CallSite) {
    self.site = site
    let storage = DependencyValues.frame ?? .ambient
    context = storage.context
    guard let computation = storage.computation else {
      overrides = storage.overrides
      capture = .storage(storage)
      return
    }
    overrides =
      storage.fields.defaultsKeepOverrides
      ? storage.overrides : storage.overrides.filter { computation.overrides[$0.key] !== $0.value }
    capture = .origin(DefaultOrigin(storage, computation: computation))
  }

  deinit {
    if case .origin(let origin) = capture { origin.computation?.noteDeclarations(-1) }
  }

  /// The dependencies that a read uses if none are in force.
  var home: DependencyStorage {
    switch capture {
    case .storage(let storage): storage
    case .origin(let origin): origin.home
    }
  }

  /// The scope around the declaration; nil for the scope of the process, which every read without a scope uses anyway.
  var scope: DefaultScope? {
    let scope: DefaultScope? =
      switch capture {
      case .storage(let storage): storage.scope
      case .origin(let origin): origin.scope
      }
    return scope?.kind == .process ? nil : scope
  }

  /// The observer in force at the declaration.
  var observer: (any DependencyObserver)? {
    switch capture {
    case .storage(let storage): storage.observer
    case .origin(let origin): origin.observer
    }
  }
}

/// The captured dependencies of a `@Dependency` that is declared during the computation of a default.
///
/// The scope stores the default, so a strong reference to the scope would be a cycle, and a test store would leak.
final class DefaultOrigin: Sendable {
  private let context: DependencyContext?
  weak let scope: DefaultScope?

  /// The observer during the computation.
  weak let observer: (any DependencyObserver)?

  /// The computation, while it runs.
  weak let computation: DefaultComputation?

  /// Creates the origin, with the values that may outlive the computation.
  init(_ storage: DependencyStorage, computation: DefaultComputation) {
    computation.noteDeclarations(1)
    self.computation = computation
    context = storage.context
    scope = storage.scope
    observer = storage.observer
  }

  /// The dependencies that a read uses if none are in force.
  var home: DependencyStorage {
    if observer == nil, scope?.kind == .process, context == .automatic { return .ambient }
    var fields = DependencyStorage.Fields(scope: scope ?? DefaultScope(.implicit))
    fields.context = context
    fields.observer = observer
    return DependencyStorage(fields)
  }
}
