import StoreCore
import StoreTesting
import XCTest

/// A feature that counts.
struct Counting: Reducer {
  /// What can happen.
  enum Input: Sendable {
    /// It counts.
    case count
  }

  /// Counts.
  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    state += 1
    return .none
  }
}

/// A test in XCTest that is right, and one that is wrong on purpose.
final class CountingTests: XCTestCase {
  /// A test that is right.
  func testCounts() async {
    let store = TestStore(initialState: 0) { Counting() }
    await store.send(.count) { $0 = 1 }
    await store.finish()
  }

  /// A test that must fail in its line that sends.
  func testCountsWrongly() async {
    let store = TestStore(initialState: 0) { Counting() }
    await store.send(.count) { $0 = 2 }
    await store.finish()
  }
}
