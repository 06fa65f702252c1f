import StoreCore
import StoreTesting
import TestSupport
import Testing

/// The effects that still run at the end of a test which need not say so.
@Suite struct LeftoversTests {
  @Test(arguments: [
    (1, "1 effect is still running at the end of the test."),
    (2, "2 effects are still running at the end of the test."),
  ])
  func `a test that asserts only what it names shows the effects that still run, if it asks for that`(
    count: Int,
    headline: String
  ) async {
    for level in [Exhaustivity.off(showSkipped: true), .off] {
      let reports = await recordingReports {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in try await sleep(for: .seconds(1)) } }
        store.exhaustivity = level
        for _ in 0..<count { await store.send(.go) }
        await store.finish()
      }
      #expect(reports.map(\.headline) == (level == .off ? [] : [headline]))
      #expect(reports.allSatisfy { $0.isWarning && $0.details.contains("work sleeps until 1 s") })
    }
  }

  @Test func `the report that a test was cancelled stands alone, although an effect still runs`() async {
    let gate = Latch()
    let reports = await recordingReports {
      await Task {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
        store.timeout = .seconds(60)
        await store.send(.go)
        withUnsafeCurrentTask { $0?.cancel() }
        await store.finish()
      }.value
    }
    gate.open()
    #expect(reports.kinds == [.testCancelled])
  }
}
