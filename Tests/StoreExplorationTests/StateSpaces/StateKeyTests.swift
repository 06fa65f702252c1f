import Testing

@testable import StoreExploration

/// The hashes of states, which need none of their own.
@Suite struct StateKeyTests {
  @Test func `equal numbers in a state have equal hashes`() {
    struct Point: Equatable { var x = 0.0 }
    #expect(Point(x: 0) == Point(x: -0.0))
    #expect(stateHash(of: Point(x: 0)) == stateHash(of: Point(x: -0.0)))
    #expect(stateHash(of: Point(x: 0)) != stateHash(of: Point(x: 1)))
  }

  @Test func `a state that shows itself as a part of itself has a hash`() {
    struct Mirrored: Equatable, CustomReflectable {
      var customMirror: Mirror { Mirror(self, children: ["first": self, "second": self]) }
    }
    #expect(stateHash(of: Mirrored()) == stateHash(of: Mirrored()))
  }
}
