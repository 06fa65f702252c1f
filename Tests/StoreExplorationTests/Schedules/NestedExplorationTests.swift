import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Explorations within code that runs several times already.
@Suite struct NestedExplorationTests {
  /// Makes a store with one order.
  private func run(noting runs: Recorder<Int>) async {
    runs.record(1)
    let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
    store.exhaustivity = .off
    store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
    await store.send(.ask(1))
    await store.finish()
  }

  @Test func `an exploration within another one is misuse, and its code runs once in each run`() async throws {
    let runs = Recorder<Int>()
    let failures = try await recordingFailures {
      try await explore {
        try await explore { await run(noting: runs) }  // Fails: misuse
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.map(\.headline) == ["Schedules are explored within an exploration."])
    // In the default order, and once more to report the misuse.
    #expect(runs.values.count == 2)
  }

  @Test func `an exploration within an audit is misuse, and its code runs once in each run`() async throws {
    let runs = Recorder<Int>()
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 2) {
        try await explore { await run(noting: runs) }  // Fails: misuse
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.map(\.headline) == ["Schedules are explored within an audit."])
    #expect(runs.values.count == 3)
  }
}
