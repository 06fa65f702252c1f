import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@testable import StoreTestingTests

@Suite("Complete state spaces") struct SpaceCompletenessTests {
  @Test(arguments: 0..<UInt64(scaled(8)))
  func `a complete space has exactly the states of a brute-force search`(seed: UInt64) {
    let program = SpaceProgram.random(seed)
    guard let logs = SpaceModel(program: program).logs else { return }
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
  }
}
