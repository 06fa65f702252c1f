import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Tests that explore schedules, or are explored, in a suite with mutants.
@Suite struct ExploredMutantTests {
  private let site = CallSite(fileID: "Tests/LightTests.swift", filePath: "LightTests.swift", line: 3, column: 1)

  private let refusal =
    "test (LightTests.swift:3): it explores schedules or sequences, which run it many times themselves"

  private func report(of test: TestBody) async throws -> MutationReport {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Light.self)))
    try await scope.run(test, name: "test", site: site)
    return scope.report
  }

  @Test func `a test that only explores is refused`() async throws {
    let report = try await report(of: TestBody { try await explore(suspects: false) { await turnOn() } })
    #expect(report.refused == [refusal])
    #expect(report.killed == 0)
  }

  @Test func `a test that explores besides is run with mutants of its own store`() async throws {
    let report = try await report(
      of: TestBody {
        await turnOn()
        try await explore(suspects: false) { await turnOn() }
      }
    )
    #expect(report.refused.isEmpty)
    #expect(report.killed == 2)
  }

  @Test func `a test that is explored itself is refused`() async throws {
    var refused: Set<[String]> = []
    try await explore(suspects: false) {
      let report = try await report(of: TestBody { await turnOn() })
      refused.insert(report.refused)
    }
    #expect(refused == [[refusal]])
  }

  @Test func `a test without a store of the feature is not refused`() async throws {
    let report = try await report(of: TestBody {})
    #expect(report.refused.isEmpty)
  }

  @Test func `removed transitions are retained no longer`() {
    let recorder = BaselineRecorder(FeatureMatch(type: Light.self), .usual)
    _ = recorder.change(of: Light.self, storeAt: site)
    #expect(recorder.baselines.count == 1)
    recorder.removeBaselines()
    #expect(recorder.baselines.isEmpty)
  }
}

private func turnOn() async {
  let store = TestStore(initialState: Light.State()) { Light() }
  await store.send(.turnOn) { $0.isOn = true }
  await store.finish()
}

/// A light with two mutants: it ignores the message, or stays off.
private struct Light: Reducer {
  struct State: Equatable { var isOn = false }
  enum Input { case turnOn }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.isOn = true
    return .none
  }
}
