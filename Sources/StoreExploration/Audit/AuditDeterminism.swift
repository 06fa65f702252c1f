import StoreDependencies

/// Runs the code of a test several times, and fails if its behaviour differs between runs, or could differ.
///
/// ```swift
/// @Test func `a new note`() async throws {
///   try await auditDeterminism {
///     let store = TestStore(initialState: Notes.State()) { Notes() }
///     await store.send(.add) { ... }
///   }
/// }
/// ```
///
/// It finds values that differ between runs, such as ids, dates and random numbers. It names their places in the state,
/// the message or the output. It finds orders of sets and dictionaries, and different messages, effects and outputs, or
/// another order of them. It finds objects in the state, and work that the test must wait for, such as a real sleep.
/// One failure reports the first finding, and lists the others.
///
/// The first run reports its failures as usual. Failures of the other runs are suppressed. The code must create
/// everything that it uses. A value that one run leaves for the next is a finding.
///
/// The order of a set is random, and two orders of three elements are equal about once in five times. With eight
/// repetitions, an audit misses such a set less than once in ten thousand times.
///
/// - Parameters:
///   - runs: The number of repetitions, in addition to the first run.
///   - ignored: Classes whose objects may be in the state.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Throws: The error that the code throws in the first run.
public func auditDeterminism(
  runs: Int = 8,
  ignoring ignored: [AnyClass] = [],
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: @escaping () async throws -> Void
) async throws {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let options = DeterminismAudit.Options(runs: runs, ignored: Set(ignored.map(ObjectIdentifier.init)))
  try await DeterminismAudit(TestBody(body), options, site).run()
}
