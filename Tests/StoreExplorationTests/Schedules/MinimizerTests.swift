import Testing

@testable import StoreExploration

@Suite struct MinimizerTests {
  /// A list of which only the last of several elements can be left out.
  private struct Pile: Minimizer {
    var count: Int

    var mayTry: Bool { true }

    mutating func leaveOut(_ run: Range<Int>) async -> Bool {
      guard count > 1, run == count - 1..<count else { return false }
      count -= 1
      return true
    }
  }

  @Test func `elements that are needed until a later one is gone are left out, too`() async {
    var pile = Pile(count: 4)
    await pile.minimize()
    #expect(pile.count == 1)
  }
}
