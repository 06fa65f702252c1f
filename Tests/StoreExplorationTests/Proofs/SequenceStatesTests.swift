import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// The states that generated sequences reach, and those of a brute-force search.
@Suite struct SequenceStatesTests {
  @Test(arguments: seeds(3))
  func `sequences reach only states that a brute-force search finds, and some of the last ones`(seed: UInt64) async {
    let program = SpaceProgram.random(seed)
    guard let logs = SpaceModel(program: program).logs(limit: 3_000) else { return }
    let last = logs.filter { log in !logs.contains { $0.count > log.count && $0.starts(with: log) } }
    let reached = Recorder<[String]>()
    let report = await checkSequences(runs: 30, steps: 30, seed: seed) {
      let gate = Gate<String, Bool, Never>("pause", whenCancelled: .ignoresCancellation) { _ in [.success(true)] }
      let store = TestStore(initialState: []) { SpaceFeature(program: program) { _ = await gate($0) } }
      store.always("the state is possible") { (log: [String]) in
        reached.record(log)
        return logs.contains(log)
      }
      return store
    } commands: {
      Command.send(0, when: { !$0.contains("input 0") })
      Command.send(1, when: { !$0.contains("input 1") })
      Command.answer("pause")
    }
    #expect(report.hasPassed)
    #expect(!last.isDisjoint(with: reached.values))
    tally(.sequences, report.runs)
  }
}
