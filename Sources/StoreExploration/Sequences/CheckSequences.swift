public import StoreCore
import StoreDependencies
public import StoreTesting

/// Runs many generated sequences of steps on a feature, and reports the shortest one that fails.
///
/// ```swift
/// @Test func `digits are never lost`() async throws {
///   try await checkSequences {
///     let store = TestStore(initialState: Dialer.State()) { Dialer() }
///     _ = store.gate("dial", at: \.carrier.dial) { _ in [.success(()), .failure(Busy())] }
///     store.always("digits are entered while idle") { old, _, new in old.phase == .idle || old.digits == new.digits }
///     return store
///   } commands: {
///     Command.send(weight: 5, when: { $0.phase == .idle }) { .digit($0.one(of: "1", "2")) }
///     Command.send(.hangUp)
///     Command.advance(by: [.milliseconds(300), .seconds(1)])
///   }
/// }
/// ```
///
/// Each run has a separate store. A step is a command that is applicable in the current state, or the answer to a
/// waiting call at a gate with `answers:`. Every call can get every answer, at any time. A run fails if it violates an
/// invariant of `always`, if an `#expect` in it fails, or if the store reports a failure. Unasserted events are not a
/// failure.
///
/// About half of the runs follow a shortest known path to the least tried mode and step, and continue from there. The
/// others walk at random. Two of three runs disable some commands (swarm testing). A failing sequence is shrunk, and
/// reported once: as steps of a test, and as a trait that replays it. Failures of the other runs are suppressed.
///
/// Equal seeds produce equal runs. `STORE_TESTING_EFFORT` multiplies their number, and `STORE_TESTING_SHARD` selects a
/// part of them. Stores use test clocks, so no real time passes. Other tests may run concurrently.
///
/// The design follows stateful property tests such as those of Hypothesis, proptest and fast-check.
///
/// - Parameters:
///   - runs: The number of sequences, before `STORE_TESTING_EFFORT` multiplies it.
///   - steps: The maximum number of steps of a sequence.
///   - seed: The seed of random choices; by default that of `STORE_TESTING_SEED`, or 0.
///   - suspects: Whether what nearly always held in the sequences is reported, as warnings.
///   - isolation: The actor of the test. Omit it.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - makeStore: Creates a store with its gates and invariants. Each run calls it, and must not share state with other
///     runs.
///   - commands: The commands of the sequences.
///   - mode: Returns the mode of a state, which guides the search; by default, derived from its enums, Booleans and
///     optionals.
/// - Returns: A report of the sequences.
@discardableResult
public func checkSequences<Feature: Reducer>(
  runs: Int = 200,
  steps: Int = 30,
  seed: UInt64? = nil,
  suspects: Bool = true,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>,
  @CommandBuilder<Feature> commands: () -> [Command<Feature>],
  mode: ((Feature.State) -> any Hashable)? = nil
) async -> SequenceReport where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let runner = SequenceRunner(
    makeStore,
    commands(),
    mode: mode.map { mode in { describe(mode($0)) } } ?? ModeClassifier.mode,
    site
  )
  let body = SequenceBody(runner: runner)
  let work = TestBody {
    // The store of a run ends with the run, so the test's scope doesn't apply. A closure with captures isn't isolated,
    // hence the parameter.
    try await ExhaustiveScope.$current.withValue(nil) { try await body.perform(on: isolation) }
  }
  runner.scheduleRunner = ScheduleRunner(work, granularity: .deliveries, site: site)
  defer { runner.scheduleRunner.end() }
  return await ObservedStores.reporting(suspects, at: site) {
    let report = await SequenceCheck(runner, runs: runs, steps: steps, seed: seed, site).run()
    return (report.hasPassed, report)
  }
}

/// The body of a run, which takes the steps of a sequence on the actor of its test. The commands and invariants belong
/// to that actor.
///
/// Safety: it is `@unchecked Sendable` because Swift Testing runs the observed code on another executor. The caller
/// waits for each run, which happens on the caller's actor.
private struct SequenceBody<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  let runner: SequenceRunner<Feature>

  func perform(on isolation: isolated (any Actor)?) async throws {
    try await runner.perform()
  }
}
