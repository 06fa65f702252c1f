/// Where a `@Dependency` stands, and what was in force there.
final class DependencyDeclaration: Sendable {
  /// What the declaration keeps of the dependencies around it.
  private enum Capture: Sendable {
    case storage(DependencyStorage)
    case origin(DefaultOrigin)
  }

  /// The place in source code.
  let site: CallSite

  private let capture: Capture

  init(_ site: CallSite) {
    self.site = site
    let storage = DependencyValues.frame ?? .ambient
    capture =
      if let computation = storage.computation {
        .origin(DefaultOrigin(storage, computation: computation))
      } else {
        .storage(storage)
      }
  }

  deinit {
    if case .origin(let origin) = capture { origin.computation?.noteDeclarations(-1) }
  }

  /// What is in force for a read where nothing has been put in force.
  var home: DependencyStorage {
    switch capture {
    case .storage(let storage): storage
    case .origin(let origin): origin.home
    }
  }

  var overrides: [ObjectIdentifier: ErasedValue] {
    switch capture {
    case .storage(let storage): storage.overrides
    case .origin(let origin): origin.overrides
    }
  }

  /// The scope around the declaration, if it is not that of the process, which is for those that have no other.
  var scope: DefaultScope? {
    let scope: DefaultScope? =
      switch capture {
      case .storage(let storage): storage.scope
      case .origin(let origin): origin.scope
      }
    return scope?.kind == .process ? nil : scope
  }

  /// The context in force at the declaration, if anything had set it.
  var context: DependencyContext? {
    switch capture {
    case .storage(let storage): storage.context
    case .origin(let origin): origin.context
    }
  }

  /// Who heard of uses and misuses at the declaration.
  var observer: (any DependencyObserver)? {
    switch capture {
    case .storage(let storage): storage.observer
    case .origin(let origin): origin.observer
    }
  }
}

/// What a `@Dependency` keeps that is declared while a default is computed.
///
/// The default is remembered by its scope, so whatever it holds must not hold the scope: that would be a cycle, and a
/// test store would never be released. Of the overrides it keeps those that the computation has set itself, and those around it
/// only where the default belongs to them.
final class DefaultOrigin: Sendable {
  let overrides: [ObjectIdentifier: ErasedValue]
  let context: DependencyContext?
  weak let scope: DefaultScope?

  /// Who heard of uses and misuses during the computation.
  weak let observer: (any DependencyObserver)?

  /// The computation, as long as it is under way.
  weak let computation: DefaultComputation?

  /// Takes what may be kept of the values during a computation.
  init(_ storage: DependencyStorage, computation: DefaultComputation) {
    overrides =
      storage.fields.defaultsKeepOverrides
      ? storage.overrides : storage.overrides.filter { computation.overrides[$0.key] !== $0.value }
    computation.noteDeclarations(1)
    self.computation = computation
    context = storage.context
    scope = storage.scope
    observer = storage.observer
  }

  /// What is in force for a read where nothing has been put in force.
  var home: DependencyStorage {
    if observer == nil, scope?.kind == .process, context == .automatic { return .ambient }
    var fields = DependencyStorage.Fields(scope: scope ?? DefaultScope(.implicit))
    fields.context = context
    fields.observer = observer
    return DependencyStorage(fields)
  }
}
