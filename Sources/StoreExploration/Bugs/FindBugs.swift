public import StoreCore
public import StoreTesting

/// Looks for bugs in a feature without given promises, and reports the worst as warnings.
///
/// It explores all that the real feature can do (``StateSpace``), and finds what holds nearly everywhere
/// (``StateSpace/promises(_:fileID:filePath:line:column:)``). Each finding has the shortest path, and a strict test to
/// paste. A failure of the feature itself, such as a missing dependency, fails the test.
///
/// ```swift
/// @Test func bugs() async throws {
///   try await findBugs(inputs: [.queryChanged("a"), .queryChanged("")]) {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     _ = store.gate("search", at: \.searchClient.search) { _ in [.success([]), .failure(Offline())] }
///     return store
///   }
/// }
/// ```
///
/// - Parameters:
///   - inputs: The inputs that are possible at any time.
///   - time: The time after which the exploration ends. A space that ends sooner gives the same report each time.
///   - bounds: The limits of the exploration.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - makeStore: Creates a store with its gates, each with its answers. Each store must begin alike.
/// - Returns: The findings, the promises, and the numbers of the space.
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
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let exploration = try await LiveExploration.explore(
    makeStore,
    { _ in inputs },
    within: bounds,
    until: ContinuousClock.now.advanced(by: time),
    site
  )
  let (space, problems) = exploration.result
  for problem in problems { space.report(problem, at: site) }
  let promises = StateSpace.promises(in: space)
  var findings: [BugReport.Finding] = []
  for suspect in promises.suspects {
    let moves = suspect.path.map { RecordedMove(number: $0, isInput: false) }
    findings.append(BugReport.Finding(suspect: suspect, test: try await exploration.test(of: moves)))
  }
  let report = BugReport(findings: findings, promises: promises)
  let name = sourceName(of: featureType(of: Feature.self))
  for finding in findings {
    TestFailure(
      .brokenProperty,
      "\(name) may have a bug: \(finding.suspect.complaint).",
      details: finding.details,
      at: site,
      isWarning: true
    )
    .report(to: nil)
  }
  TestAttachment(name: "bugs.txt", text: "\(report)").record(to: nil, at: site)
  return report
}

/// What ``findBugs(inputs:within:bounds:fileID:filePath:line:column:store:)`` has found.
public struct BugReport: Sendable, CustomStringConvertible {
  /// A suspected bug.
  public struct Finding: Sendable {
    /// The promise that nearly holds, with the shortest path to the exception.
    public let suspect: Promises.Promise

    /// The path as a strict test, one step or more lines each. It asserts what the feature does now.
    public let test: [String]

    /// The finding below its headline.
    var details: String {
      paragraphs(
        suspect.expectation,
        code(suspect.trace),
        test.isEmpty ? nil : "As a test, which asserts what happens now:\n\n" + code(test)
      )
    }
  }

  /// The suspected bugs, the worst first.
  public let findings: [Finding]

  /// What holds, nearly holds, and could not be judged.
  public let promises: Promises

  /// The numbers of the space.
  public var report: SpaceReport { promises.report }

  /// All findings, and the three lists.
  public var description: String {
    paragraphs(
      "\(promises)",
      findings.isEmpty
        ? nil
        : findings.enumerated().map { "Test of suspect \($0 + 1):\n\n" + code($1.test) }.joined(separator: "\n\n")
    )
  }
}
