import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct ExploreTests {
  /// Asks a number of questions in a row, without waiting for an answer.
  private func staleSearch(questions: Int, isMended: Bool) async throws -> ([TestFailure], ScheduleReport) {
    var report: ScheduleReport?
    let failures = try await recordingFailures {
      report = try await explore {
        let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: isMended) }
        store.exhaustivity = .off
        _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
        for question in 1...questions { await store.send(.ask(question)) }
        await store.finish()
        if store.state.answer != questions * 10 { #expect(store.state.answer == questions * 10) }
      }
    }
    return (failures, try #require(report))
  }

  @Test(arguments: [(2, 3), (3, 15), (4, 105), (5, 945)]) func mended(_ questions: Int, _ schedules: Int) async throws {
    let (failures, report) = try await staleSearch(questions: questions, isMended: true)
    #expect(failures.isEmpty)
    #expect("\(report)" == "complete: all \(schedules) schedules")
  }

  @Test(arguments: [2, 3, 5]) func stale(_ questions: Int) async throws {
    let (failures, report) = try await staleSearch(questions: questions, isMended: false)
    print(failures.map(\.description).joined(separator: "\n---\n"), report)
    #expect(failures.count == 1)
  }
}
