import StoreTesting
import Testing

/// A member of a set that keeps its id when it changes.
private struct Member: Hashable, Identifiable, Sendable {
  var id: Int
  var name: String
}

/// A set of members of several types.
private struct Bag: CustomReflectable {
  var members: [Any]

  var customMirror: Mirror { Mirror(self, unlabeledChildren: members, displayStyle: .set) }
}

/// Which members of two sets count as the same one.
@Suite struct SetDifferenceTests {
  @Test func `two members with the same id are one changed member`() {
    let first: Set = [Member(id: 1, name: "a"), Member(id: 2, name: "b"), Member(id: 3, name: "c")]
    let second: Set = [Member(id: 1, name: "x"), Member(id: 2, name: "b"), Member(id: 4, name: "d")]
    #expect(
      difference(first, second) == """
        [id: 1].name: "a" -> "x"
        removed Member(id: 3, name: "c")
        inserted Member(id: 4, name: "d")

          [
            Member(
              id: 1
        -     name: "a"
        +     name: "x"
            )
        -   Member(id: 3, name: "c")
        +   Member(id: 4, name: "d")
            (1 unchanged)
          ]
        """
    )
  }

  @Test func `members that share their id with others are removed and inserted, and none is left out`() {
    let one: Set = [Member(id: 1, name: "a")]
    let two: Set = [Member(id: 1, name: "x"), Member(id: 1, name: "y")]
    let all = [#"Member(id: 1, name: "a")"#, #"Member(id: 1, name: "x")"#, #"Member(id: 1, name: "y")"#]
    let split = difference(one, two)
    #expect(split?.hasPrefix("removed \(all[0])\ninserted \(all[1])\ninserted \(all[2])\n") == true)
    let joined = difference(two, one)
    #expect(joined?.hasPrefix("removed \(all[1])\nremoved \(all[2])\ninserted \(all[0])\n") == true)
  }

  @Test func `members without an id are removed and inserted`() {
    let found = difference(Bag(members: [Member(id: 1, name: "a"), 5]), Bag(members: [Member(id: 1, name: "x"), 6]))
    #expect(found?.hasPrefix("[id: 1].name: \"a\" -> \"x\"\nremoved 5\ninserted 6\n") == true)
  }
}
