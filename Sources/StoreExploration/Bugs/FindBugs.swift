public import StoreCore
public import StoreTesting

/// Looks for bugs in a feature by everything that this package has, and reports the worst findings as warnings.
///
/// No promise has to be written. It explores all that the real feature can do (``StateSpace``); if that is too much, it
/// goes on with random walks. Along the longest paths it explores the orders of what happens at the same time. It finds
/// what holds nearly everywhere (``StateSpace/promises(_:fileID:filePath:line:column:)``), and tries which changes of the
/// feature break what holds everywhere. Each finding has the shortest path, and a strict test to paste. A failure of the
/// feature itself, such as a missing dependency or an invariant of `always`, fails the test.
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
///   - inputs: The inputs that are possible at any time.
///   - time: The time in which it ends. Searches that end sooner give the same report each time.
///   - bounds: The limits of the exploration.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - makeStore: Creates a store with its gates, each with its answers. Each store must begin alike.
/// - Returns: The findings, the promises, and what was tried.
/// - Throws: The error of `makeStore`.
@discardableResult
public func findBugs<Feature: Reducer>(
  inputs: [Feature.Input],
  within time: Duration = .seconds(60),
  bounds: SpaceBounds = SpaceBounds(states: 10_000, depth: 100),
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>
) async throws -> BugReport where Feature.State: Equatable {
  try await findBugs(
    inputs: { _ in inputs },
    within: time,
    bounds: bounds,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column,
    store: makeStore
  )
}

/// Looks for bugs in a feature, with inputs that depend on the state, such as those of the screens of a `Stack`.
///
/// - Parameters:
///   - inputs: Returns the possible inputs of a state. They can bound an otherwise infinite space.
///   - time: The time in which it ends. Searches that end sooner give the same report each time.
///   - bounds: The limits of the exploration.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - makeStore: Creates a store with its gates, each with its answers. Each store must begin alike.
/// - Returns: The findings, the promises, and what was tried.
/// - Throws: The error of `makeStore`.
@discardableResult
public func findBugs<Feature: Reducer>(
  inputs: @escaping (Feature.State) -> [Feature.Input],
  within time: Duration = .seconds(60),
  bounds: SpaceBounds = SpaceBounds(states: 10_000, depth: 100),
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>
) async throws -> BugReport where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let hunt = BugHunt(makeStore, inputs: inputs, bounds: bounds, within: time, at: site)
  let report = try await hunt.run()
  for finding in report.findings { finding.report(on: hunt.name, at: site) }
  TestAttachment(name: "bugs.txt", text: "\(report)").record(to: nil, at: site)
  return report
}
