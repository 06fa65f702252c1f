import StoreCore
import StoreDependencies
import StoreTesting

/// Runs the code of a test with mutants of a feature, and fails if it doesn't notice enough of them.
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
/// It does for one piece of code what the trait `.mutants(of:)` does for a suite.
///
/// - Parameters:
///   - feature: The feature: the type of its reducer or of its state.
///   - minimumScore: The share of mutants that the code must notice.
///   - exceptions: The mutants that no test can notice: each text is a part of the sentence that names them.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Returns: What the code notices.
/// - Throws: What the code throws when it is run as usual.
@discardableResult
public func checkMutants(
  of feature: Any.Type,
  minimumScore: Double = 1,
  except exceptions: [String] = [],
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: @escaping () async throws -> Void
) async throws -> MutationReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = MutationScope(
    MutationScope.Options(feature: FeatureMatch(type: feature), minimumScore: minimumScore, exceptions: exceptions)
  )
  try await scope.run(ScheduledBody(body), name: "the code", site: site)
  return scope.judge(at: site)
}
