import StoreCore
import StoreTesting
import XCTest

/// A feature that counts.
struct Counting: Reducer {
  /// The inputs of the feature.
  enum Input: Sendable {
    /// Counts up.
    case count
  }

  /// Counts.
  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    state += 1
    return .none
  }
}

/// An XCTest test that is correct, and one that is wrong on purpose.
final class CountingTests: XCTestCase {
  /// A correct test.
  func testCounts() async {
    let store = TestStore(initialState: 0) { Counting() }
    await store.send(.count) { $0 = 1 }
    await store.finish()
  }

  /// A test that must fail on the line of its `send`.
  func testCountsWrongly() async {
    let store = TestStore(initialState: 0) { Counting() }
    await store.send(.count) { $0 = 2 }
    await store.finish()
  }
}
