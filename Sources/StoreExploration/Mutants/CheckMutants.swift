import StoreCore
import StoreDependencies
import StoreTesting

/// Runs the code of a test with mutants of a feature, and fails if the code notices too few of them.
///
/// ```swift
/// @Test func `counting notices each bug`() async throws {
///   try await checkMutants(of: Counter.self) {
///     let store = TestStore(initialState: Counter.State()) { Counter() }
///     await store.send(.increment) { $0.count = 1 }
///   }
/// }
/// ```
///
/// This function is the trait `.mutants(of:)` for one piece of code. Only the trait takes a mode and a state space.
///
/// - Parameters:
///   - feature: The feature: the type of its reducer or of its state.
///   - minimumScore: The minimum share of mutants that the code must notice.
///   - exceptions: The mutants that no test can notice. Each text is a part of a mutant's description.
///   - suspects: Whether what nearly always held in the code is reported, as warnings.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Returns: The mutants that the code notices and misses.
/// - Throws: The error that the code throws without a mutant.
@discardableResult
public func checkMutants(
  of feature: Any.Type,
  minimumScore: Double = 1,
  except exceptions: [String] = [],
  suspects: Bool = true,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: @escaping () async throws -> Void
) async throws -> MutationReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = MutationScope(
    MutationScope.Options(
      feature: FeatureMatch(type: feature),
      minimumScore: minimumScore,
      exceptions: exceptions,
      reportsSuspects: suspects
    )
  )
  try await scope.run(TestBody(body), name: "the code", site: site)
  return scope.judge(at: site)
}
