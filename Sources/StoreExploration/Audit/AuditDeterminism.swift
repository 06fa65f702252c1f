import StoreDependencies

/// Runs the code of a test several times, and fails if it does not do the same thing each time, or can't be relied on to.
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
/// What is found: values that differ from run to run, such as ids, dates and random numbers, each with its place in the state, the
/// message or the output; the order of a set or dictionary; other messages, effects and outputs, or another order of them; objects
/// in the state; and work that the test has to wait for, such as a real sleep. There is one failure, for what comes
/// first, and the others are named in it.
///
/// The first run is as usual, and fails as it would without an audit. Failures of the others are kept back. The code must make all that
/// it uses itself; a value that one run leaves to the next is a finding.
///
/// The order of a set is found by chance: it is another one for each set that is made, and two of the orders of three elements are the same
/// about once in five times. With eight repetitions, such a set is missed less than once in ten thousand audits.
///
/// - Parameters:
///   - runs: How often the test is repeated.
///   - ignored: Classes of objects that may be in the state.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Throws: What the code throws in the first run.
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
  try await DeterminismAudit(ScheduledBody(body), options, site).run()
}
