import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

@Suite("Mutants of starts") struct StartMutantTests {
  /// Returns the report of a test that makes stores, and asserts nothing.
  private func report(
    of lights: String...,
    judge: (@Sendable () -> any MutantJudge)? = nil
  ) async throws -> MutationReport {
    var options = MutationScope.Options(feature: FeatureMatch(type: Beacon.self))
    options.judge = judge
    let scope = MutationScope(options)
    let body = TestBody {
      let stores = lights.map { light in TestStore(initialState: Beacon.State()) { Beacon(light: light) } }
      for store in stores { store.exhaustivity = .off }
      for store in stores { await store.finish() }
    }
    try await scope.run(body, name: "test", site: CallSite())
    return scope.report
  }

  @Test func `the effect with which a feature begins has mutants`() async throws {
    #expect(
      try await report(of: "red").survivors.map(\.text) == [
        "At the start: the effect \"red\" ran twice",
        "At the start: the effect \"red\" was left out",
        "At the start: the effect with the id light could not be cancelled",
      ]
    )
  }

  @Test func `each store of a test begins with effects that have mutants`() async throws {
    #expect(
      try await report(of: "red", "green").survivors.map(\.text) == [
        "At the start: the effect \"green\" ran twice",
        "At the start: the effect \"green\" was left out",
        "At the start: the effect \"red\" ran twice",
        "At the start: the effect \"red\" was left out",
        "At the start: the effect with the id light could not be cancelled",
      ]
    )
  }

  @Test func `a state space proves mutants of a start equivalent, though no step follows`() async throws {
    let report = try await report(of: "red") {
      SpaceJudge(
        space: StateSpace<Beacon>(initialState: Beacon.State(), inputs: []) {
          Beacon(light: "red")
        } responses: { _ in
          [.never]
        },
        reader: .usual
      )
    }
    #expect(report.gap == nil)
    #expect(report.equivalent == ["At the start: the effect with the id light could not be cancelled"])
    #expect(report.survivors.count == 2)
  }
}

/// A beacon that shines from its start, and ignores numbers.
private struct Beacon: Reducer {
  let light: String

  struct State: Hashable { var turns = 0 }

  func start(from state: State) -> Effect<Never, Never> { .run(light) { _ in }.cancellable(id: "light") }

  func reduce(message: Message<Int, Never>, into state: inout State) -> Effect<Never, Never> { .none }
}
