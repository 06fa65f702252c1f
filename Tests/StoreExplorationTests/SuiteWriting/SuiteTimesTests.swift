import StoreCore
import StoreTesting
import Testing

@testable import StoreExploration

/// The times of written tests.
@Suite struct SuiteTimesTests {
  private func deadline(_ seconds: Int) -> String {
    "#expect(await store.clock.advanceToNextDeadline() == .seconds(\(seconds)))"
  }

  /// The steps let one second and two seconds pass, or three at once.
  @Test(arguments: [[1, 2], [3]])
  func `advances that pass only deadlines become an assertion of each of them`(advances: [Int]) async {
    let store = TestStore(initialState: Strongbox.State()) { Strongbox() }
    let lines = advances.map { [store.session.advance(by: .seconds($0))] }
    let exact = SuiteTimes.exact(lines, [(.seconds(1), true), (.seconds(2), true)], store.session)
    #expect(Array(exact.joined()) == [deadline(1), deadline(2)])
    await store.finish()
  }

  @Test func `an advance that passes anything else stays, and the deadline after it is asserted`() async {
    let store = TestStore(initialState: Strongbox.State()) { Strongbox() }
    let lines = [3, 2].map { [store.session.advance(by: .seconds($0))] }
    let passes: [(duration: Duration, isExact: Bool)] = [
      (.seconds(1), true), (.seconds(2), false), (.seconds(2), true),
    ]
    let exact = SuiteTimes.exact(lines, passes, store.session)
    #expect(exact == [["await store.clock.advance(by: .seconds(3))"], [deadline(2)]])
    await store.finish()
  }
}
