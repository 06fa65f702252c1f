public import StoreCore
import StoreDependencies
public import StoreTesting

/// Runs a feature through many generated sequences of steps, and reports the shortest one that fails.
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
/// Each run has a store of its own. A step is a command that is applicable there, or the answer to a call that waits at a gate
/// with `answers:`: each call, with each of its answers, at any time. What fails is what the store asserts by `always`, `#expect` in
/// it, and whatever the store reports by itself, such as an error that nothing handles; what is not asserted does not.
///
/// Half of the runs go a shortest known way to what was tried most seldom, by the feature's mode, and go on from there; the others go
/// anywhere. Each run leaves out some commands, now and then none. The sequence that fails is made as short and as simple as it can
/// be, and reported once: as steps of a test to paste, and as a trait that replays it. Failures of the other runs are kept back.
///
/// The same seed makes the same runs. `STORE_TESTING_EFFORT` multiplies them, `STORE_TESTING_SHARD` says which are done here.
/// Stores use test clocks, so runs take no time by themselves, and may run beside other tests.
///
/// It follows stateful property tests such as those of Hypothesis, proptest and fast-check.
///
/// - Parameters:
///   - runs: How many sequences there are.
///   - steps: How many steps a sequence has at most.
///   - seed: What chance goes by; else what `STORE_TESTING_SEED` says, or 0.
///   - isolation: The actor of the test. Leave it out.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - makeStore: Makes a store, its gates, and what it asserts. Each run calls it, and may share nothing with the others.
///   - commands: What sequences are made of.
///   - mode: In which mode a state is, for runs to go to each; else that is seen in its enums, its Booleans and what is nil.
/// - Returns: What was tried.
@discardableResult
public func checkSequences<Feature: Reducer>(
  runs: Int = 200,
  steps: Int = 30,
  seed: UInt64? = nil,
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
  let work = ScheduledBody {
    // The stores of runs come to their end with them. A closure in which something is bound is on no actor by itself.
    try await ExhaustiveScope.$current.withValue(nil) { try await body.perform(on: isolation) }
  }
  runner.attempts = ScheduleRunner(work, granularity: .deliveries, site: site)
  let check = SequenceCheck(runner, runs: runs, steps: steps, seed: seed, site)
  return await check.run()
}

/// What the runs of sequences do, on the actor of their test: commands and invariants belong to it.
///
/// It is `@unchecked Sendable` because Swift Testing runs what it watches on another executor. That is safe: whoever asks for
/// a run waits for it to be over, and it is done where the caller is.
private struct SequenceBody<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  let runner: SequenceRunner<Feature>

  func perform(on isolation: isolated (any Actor)?) async throws {
    try await runner.perform()
  }
}
