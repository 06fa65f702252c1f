import StoreDependencies

/// Runs the code of a test under many schedules: in every order in which effects may deliver what they send, the outside may answer, timers that
/// are due at the same instant may fire, and the test itself may go on.
///
/// ```swift
/// @Test func `results are those of the query`() async throws {
///   try await explore {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     store.exhaustivity = .off
///     store.gate("search", at: \.searchClient.search) { query in [.success([query]), .failure(Offline())] }
///     store.always("the results are those of the query") { $0.results.isEmpty || $0.results == [$0.query] }
///     await store.send(.search("a"))
///     await store.send(.search("b"))
///     await store.finish()
///   }
/// }
/// ```
///
/// The usual order comes first, then all that differ from it once, then twice, and so on, so that the first failure is also the one that is
/// told in the fewest words. If there are more schedules than the budget, its last fifth is chosen by chance. Failures of the runs,
/// `#expect` included, are kept back; there is one failure, with the schedule in words, what happened in it, and the trait that
/// replays it. A test that fails in the usual order fails as it would without `explore`.
///
/// The code is run many times, one run after the other, and must make all that it uses itself. Time is that of test clocks, and nothing
/// depends on threads, so a schedule does the same each time.
///
/// The search follows Lincheck (few switches first), Loom and Shuttle; that a schedule is told by its differences from the usual one is
/// our own.
///
/// - Parameters:
///   - budget: How many schedules are tried; 2,500, times what `STORE_TESTING_EFFORT` says. If there are more, the last fifth is chosen by chance.
///   - seed: What chance goes by; else what `STORE_TESTING_SEED` says, or 0.
///   - granularity: How closely things are put in other orders.
///   - requiresCompleteSearch: Whether it is a failure that there are more schedules than could be tried.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Returns: What was tried.
@discardableResult
public func explore(
  budget: Int? = nil,
  seed: UInt64? = nil,
  granularity: ScheduleGranularity = .deliveries,
  requiresCompleteSearch: Bool = false,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: @escaping () async throws -> Void
) async throws -> ScheduleReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let options = ScheduleExploration.Options(
    budget: budget,
    seed: seed,
    granularity: granularity,
    requiresCompleteSearch: requiresCompleteSearch
  )
  return try await ScheduleExploration(ScheduledBody(body), options, site).run()
}
