import Foundation
import Testing

@testable import StoreTesting

@Suite struct EventLogMemoryTests {
  @Test(arguments: [(1, 65...128), (1 << 20, 33...128), (50 << 20, 2...4)])
  func `the event log keeps as many messages as it has memory for their states`(
    _ size: Int,
    _ expected: ClosedRange<Int>
  ) async {
    let store = TestStore(initialState: Data()) {
      Machine<Data, Int, Never, Never> { message, state in
        if case .input(let number) = message { state = Data(repeating: UInt8(number), count: size) }
        return .none
      }
    }
    store.exhaustivity = .off
    store.checksPurity = false
    for number in 0..<(size > 1 << 20 ? 8 : 120) { await store.send(number) }
    let kept = store.session.log.events.count { $0.message != nil }
    #expect(expected.contains(kept))
    await store.finish()
  }

  @Test func `the size of a value includes the values that it holds`() {
    #expect(approximateSize(of: 1) == 8)
    #expect(approximateSize(of: "äbc") == 4)
    #expect(approximateSize(of: [UInt8](repeating: 0, count: 1_000)) == 1_000)
    #expect(approximateSize(of: Data(count: 1_000)) == 1_000)
    #expect(approximateSize(of: ["a": [1, 2, 3]]) >= 25)
    #expect(approximateSize(of: Array(repeating: String(repeating: "a", count: 100), count: 50)) == 5_000)
    #expect(approximateSize(of: Optional("abcd") as Any) >= 4)
  }
}
