import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// The bound on the states of feedback that a test has not asserted.
@Suite struct UnassertedStatesTests {
  @Test(
    arguments: [
      (Array(1...40), [16, 20, 25, 31, 38]),
      // The test asserts some, and later all of them.
      (Array(1...20) + Array(16...25), [16, 20, 25]),
      (Array(1...20) + Array(1...20), [16, 20, 16, 20]),
    ]
  )
  func `states are measured each time that their number has grown by a quarter`(counts: [Int], measured: [Int]) {
    var states = UnassertedStates()
    #expect(counts.filter { states.isMeasurementDue(at: $0) } == measured)
  }

  /// Runs a store that sends 17 feedbacks, each with a new state of 64 kB.
  private func send(limit: Int, _ check: (TestSession<Machine<[UInt8], Int, UInt8, Never>>) -> Void) async {
    let store = TestStore(initialState: []) {
      Machine<[UInt8], Int, UInt8, Never> { message, state in
        guard case .feedback(let number) = message else {
          return .run("load") { send in for number in 1...17 { await send(UInt8(number)) } }
        }
        state = [UInt8](repeating: number, count: 65_536)
        return .none
      }
    }
    store.exhaustivity = .off
    store.session.unasserted.limit = limit
    await store.send(0)
    check(store.session)
    await store.finish()
  }

  @Test(arguments: [1 << 20, (1 << 20) - 1])
  func `states may take as much memory as the limit, and the store ends if they take more`(limit: Int) async {
    let isTooMuch = limit < 1 << 20
    let reports = await recordingReports {
      await send(limit: limit) { session in
        #expect(session.isEnded == isTooMuch)
        #expect(session.judge.open.isEmpty == isTooMuch)
      }
    }
    let headline = "The test has not asserted 16 events, whose states take about 1 MB."
    #expect(reports.map(\.headline) == (isTooMuch ? [headline] : []))
  }

  @Test func `a store that ends for its states attaches its timeline`() async {
    let attachments = await recordingAttachments { await send(limit: 0) { _ in } }
    #expect(attachments.map(\.name) == ["timeline.txt"])
  }
}
