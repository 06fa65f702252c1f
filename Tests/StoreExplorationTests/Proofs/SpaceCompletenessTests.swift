import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

@Suite("Complete state spaces") struct SpaceCompletenessTests {
  @Test(arguments: seeds(8))
  func `a complete space has exactly the states of a brute-force search`(seed: UInt64) {
    let program = SpaceProgram.random(seed)
    guard let logs = SpaceModel(program: program).logs(limit: 3_000) else { return }
    let states = Recorder<[String]>()
    let report = StateSpace(initialState: []) { (log: [String]) in
      program.inputs.indices.filter { !log.contains("input \($0)") }
    } reducer: {
      SpaceFeature(program: program)
    } responses: { effect in
      guard let work = effect.payload as? Int else { return [] }
      return [.sends((0..<program.works[work].sends).map { .init(work: work, number: $0) })]
    }
    .check(
      .always("every state is noted") { view in
        states.record(view.state)
        return true
      }
    )
    #expect(report.isComplete)
    #expect(logs.subtracting(states.values) == [])
    #expect(Set(states.values).subtracting(logs) == [])
    tally(.spaces)
  }

  @Test(arguments: seeds(4))
  func `a complete space of effects that run has exactly the states of a brute-force search`(seed: UInt64) async throws
  {
    let program = SpaceProgram.random(seed)
    guard let logs = SpaceModel(program: program, endsCancelledAtOnce: true).logs(limit: 300) else { return }
    let space = try await StateSpace { (log: [String]) in
      program.inputs.indices.filter { !log.contains("input \($0)") }
    } store: {
      let gate = Gate<String, Bool, Never>("pause", whenCancelled: .ignoresCancellation) { _ in [.success(true)] }
      return TestStore(initialState: []) { SpaceFeature(program: program) { _ = await gate($0) } }
    }
    let states = Recorder<[String]>()
    var report = SpaceReport()
    let failures = await recordingFailures {
      report = space.check(
        .always("every state is noted") { view in
          states.record(view.state)
          return true
        }
      )
    }
    #expect(Set(states.values).subtracting(logs) == [])
    guard report.isComplete else {
      // Two effects that wait for equal calls look alike, whichever called first, and three don't run at a time.
      let reasons = ["where situations that look alike went on differently", "would run more than twice at a time"]
      #expect(reasons.contains { report.cut?.contains($0) == true }, "\(report.cut ?? ""), \(program)")
      #expect(failures.map(\.kind) == [.undecidedProperty])
      return
    }
    #expect(failures.map(\.text) == [])
    #expect(logs.subtracting(states.values) == [])
    tally(.liveSpaces)
  }
}
