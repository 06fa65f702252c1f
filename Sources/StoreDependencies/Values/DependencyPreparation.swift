import Synchronization

/// Sets dependencies for a whole app, once, before the first read of a dependency.
///
/// ```swift
/// @main struct MyApp: App {
///   init() {
///     prepareDependencies { $0.searchClient = .staging }
///   }
/// }
/// ```
///
/// Call it when the app starts. A call after the first read of a dependency is a misuse, which is reported and changes
/// nothing. In a test it does nothing, as each test has its own dependencies: pass them to the store, or to the trait
/// `.dependency(_:_:)`.
///
/// - Parameters:
///   - update: Changes the dependencies.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
public func prepareDependencies(
  _ update: (inout DependencyValues) throws -> Void,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows {
  guard DependencyContext.automatic != .test else { return }
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try DependencyPreparation.process.prepare(at: site, update)
}

/// The dependencies that an app sets before the first read.
final class DependencyPreparation: Sendable {
  private struct State {
    /// The prepared values.
    var storage = DependencyStorage(DependencyStorage.Fields(scope: DefaultScope(.process)))

    /// Whether the values are in use.
    var hasBegun = false
  }

  /// The preparation of this process.
  static let process = DependencyPreparation()

  private let state = Mutex(State())

  /// Creates an empty preparation.
  init() {}

  /// Changes the values, unless they are in use.
  func prepare(at site: CallSite, _ update: (inout DependencyValues) throws -> Void) rethrows {
    // No user code runs under the lock.
    var values = DependencyValues(state.withLock(\.storage))
    try DependencyValues.withValues(values) { try values.update(update) }
    let isPrepared = state.withLock { state in
      guard !state.hasBegun else { return false }
      state.storage = values.storage
      return true
    }
    guard !isPrepared else { return }
    RuntimeIssue(
      kind: .misuse,
      subject: "prepareDependencies",
      headline: "prepareDependencies was called after a dependency had been read, so it changes nothing.",
      details: "Call it where the app begins, before it makes a store or a model.",
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }

  /// Returns the values, and prevents further changes.
  func begin() -> DependencyStorage {
    state.withLock { state in
      state.hasBegun = true
      return state.storage
    }
  }
}
