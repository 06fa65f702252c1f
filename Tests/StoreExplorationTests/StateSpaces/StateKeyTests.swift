import Testing

@testable import StoreExploration

/// States as keys, which need no hash of their own.
@Suite struct StateKeyTests {
  /// A text whose edits are no part of what it is equal by.
  private struct Draft: Equatable {
    let text: String
    let edits: Int

    static func == (first: Self, second: Self) -> Bool { first.text == second.text }
  }

  /// A number that has the hash of each other one.
  private struct Twin: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
  }

  @Test func `an equal state has the key of the state that it comes from`() {
    let key = StateKey(Draft(text: "a", edits: 0))
    #expect(StateKey(Draft(text: "a", edits: 1), near: key) == key)
    #expect(StateKey(Draft(text: "b", edits: 0), near: key) != key)
  }

  @Test func `states with the same hash have keys of their own`() {
    #expect(StateKey(Twin(number: 1)) != StateKey(Twin(number: 2)))
    #expect(StateKey(Twin(number: 1)) == StateKey(Twin(number: 1)))
  }
}
