import StoreDependencies
import StoreTesting

/// Runs the code of a test under many schedules. A schedule is an order of effect deliveries, gate answers,
/// simultaneous timers, and steps of the test.
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
/// The default schedule runs first, then all schedules that deviate from it once, then twice, and so on. So the first
/// failure has the shortest description. If the test has more schedules than the budget, the last fifth of the budget
/// is random. Failures of the runs, including `#expect`, are suppressed. One failure reports the schedule as text, its
/// events, and the trait that replays it. A test that fails under the default schedule fails as it would without
/// `explore`.
///
/// The code runs many times, sequentially, and must create everything that it uses; code that makes no store is misuse.
/// Only test clocks advance time, and the order doesn't depend on threads. So a schedule always runs in the same way.
///
/// The search follows Lincheck (few switches first), Loom and Shuttle. The description of a schedule by its deviations
/// from the default is specific to this package.
///
/// - Parameters:
///   - budget: The number of schedules to try; by default 2,500 times the factor of `STORE_TESTING_EFFORT`.
///   - seed: The seed of random choices; by default that of `STORE_TESTING_SEED`, or 0.
///   - granularity: The events that are reordered.
///   - requiresCompleteSearch: Whether the test fails if it has more schedules than the budget.
///   - suspects: Whether what nearly always held in all orders is reported, as warnings.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Returns: A report of the tried schedules.
/// - Throws: The error that the code throws in the default order.
@discardableResult
public func explore(
  budget: Int? = nil,
  seed: UInt64? = nil,
  granularity: ScheduleGranularity = .deliveries,
  requiresCompleteSearch: Bool = false,
  suspects: Bool = true,
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
  let exploration = ScheduleExploration(TestBody(body), options, site)
  return try await ObservedStores.reporting(suspects, at: site) {
    let report = try await exploration.run()
    if report.isIdle, report.hasPassed {
      reportMisuse(
        "The code has made no test store, so there is no order to explore.",
        details: "Only stores that the code itself makes are run in other orders. Make the store in the closure.",
        at: site
      )
    }
    return (report.hasPassed, report)
  }
}
