public import StoreCore
public import StoreTesting

/// Looks for bugs in a feature by everything that this package has, and reports the worst findings as warnings.
///
/// No promise has to be written. It explores all that the real feature can do (``StateSpace``); if that is too much, it
/// goes on with random walks. It starts sleeping effects anew in the middle of their sleep. Along the longest paths it
/// explores the orders of what happens at the same time. It finds what holds nearly everywhere
/// (``StateSpace/promises(_:fileID:filePath:line:column:)``), and tries which changes of the feature break what holds
/// everywhere. Each finding has the shortest path, and a strict test to paste. A failure of the feature itself, such as a
/// missing dependency or an invariant of `always`, fails the test.
///
/// ```swift
/// @Test(.recorded) func bugs() async throws {
///   try await findBugs(inputs: [.queryChanged("a"), .queryChanged("")]) {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     _ = store.gate("search", at: \.searchClient.search) { _ in [.success([]), .failure(Offline())] }
///     return store
///   }
/// }
/// ```
///
/// The whole report is attached as `bugs.txt`. In a test with `.recorded`, the page of the recording shows each finding.
///
/// - Parameters:
///   - kinds: Kinds of promises of the project's own.
///   - inputs: The inputs that are possible at any time.
///   - time: The time after which it ends, once it has taken 10,000 steps. Searches that end sooner give the same report each
///     time, and those of smaller features find the same on a busy machine.
///   - bounds: The limits of the exploration.
///   - exceptions: What is meant to be so: promises, or what is wrong in a finding, as a report has printed them. One
///     that excepts nothing is a warning, if everything was explored.
///   - isolation: The actor of the test, on which the closures run. Omit it.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - makeStore: Creates a store with its gates, each with its answers. Each store must begin alike.
/// - Returns: The findings, the promises, and what was tried.
/// - Throws: The error of `makeStore`.
@discardableResult
public func findBugs<Feature: Reducer>(
  _ kinds: PromiseKind<Feature>...,
  inputs: [Feature.Input],
  within time: Duration = .seconds(60),
  bounds: SpaceBounds = SpaceBounds(states: 10_000, depth: 100),
  except exceptions: [String] = [],
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>
) async throws -> BugReport where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await BugHunt(
    makeStore,
    inputs: { _ in inputs },
    adding: kinds,
    bounds: bounds,
    within: time,
    except: exceptions,
    at: site
  )
  .reported(isolation: isolation)
}

/// Looks for bugs in a feature, with inputs that depend on the state, such as those of the screens of a `Stack`.
///
/// - Parameters:
///   - kinds: Kinds of promises of the project's own.
///   - inputs: Returns the possible inputs of a state. They can bound an otherwise infinite space.
///   - time: The time after which it ends, once it has taken 10,000 steps. Searches that end sooner give the same report each
///     time, and those of smaller features find the same on a busy machine.
///   - bounds: The limits of the exploration.
///   - exceptions: What is meant to be so: promises, or what is wrong in a finding, as a report has printed them. One
///     that excepts nothing is a warning, if everything was explored.
///   - isolation: The actor of the test, on which the closures run. Omit it.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - makeStore: Creates a store with its gates, each with its answers. Each store must begin alike.
/// - Returns: The findings, the promises, and what was tried.
/// - Throws: The error of `makeStore`.
@discardableResult
public func findBugs<Feature: Reducer>(
  _ kinds: PromiseKind<Feature>...,
  inputs: @escaping (Feature.State) -> [Feature.Input],
  within time: Duration = .seconds(60),
  bounds: SpaceBounds = SpaceBounds(states: 10_000, depth: 100),
  except exceptions: [String] = [],
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>
) async throws -> BugReport where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await BugHunt(
    makeStore,
    inputs: inputs,
    adding: kinds,
    bounds: bounds,
    within: time,
    except: exceptions,
    at: site
  )
  .reported(isolation: isolation)
}
