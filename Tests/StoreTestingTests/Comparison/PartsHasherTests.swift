import StoreCore
import StoreTesting
import Testing

/// The hash of values that need none of their own: equal values have equal hashes, and each part counts.
@Suite struct PartsHasherTests {
  @Test(arguments: [
    (Whole(), Whole(), true),
    (Whole(), Whole(number: -0.0), true),
    (Whole(), Whole(number: 1), false),
    (Whole(), Whole(text: "a"), false),
    (Whole(maybe: Part(id: 0)), Whole(), false),
    (Whole(maybe: Part(id: 0)), Whole(maybe: Part(id: 1)), false),
    (Whole(list: [Part(id: 1), Part(id: 2)]), Whole(list: [Part(id: 2), Part(id: 1)]), false),
    (Whole(list: [Part(id: 1)]), Whole(list: [Part(id: 1)]), true),
    (Whole(rows: [1: Part(id: 1), 2: Part(id: 2)]), Whole(rows: [2: Part(id: 2), 1: Part(id: 1)]), true),
    (Whole(rows: [1: Part(id: 2), 2: Part(id: 1)]), Whole(rows: [1: Part(id: 1), 2: Part(id: 2)]), false),
    (Whole(mode: .empty), Whole(mode: .ended), false),
    (Whole(mode: .shown(Part(id: 1))), Whole(mode: .shown(Part(id: 1))), true),
    (Whole(mode: .shown(Part(id: 1))), Whole(mode: .shown(Part(id: 2))), false),
    (Whole(mode: .shown(Part(id: 1))), Whole(mode: .hidden(Part(id: 1))), false),
    (Whole(any: Part(id: 1)), Whole(any: Part(id: 1)), true),
    (Whole(any: Part(id: 1)), Whole(any: Part(id: 2)), false),
    (Whole(tree: .node([.leaf(1), .leaf(2)])), Whole(tree: .node([.leaf(1), .leaf(2)])), true),
    (Whole(tree: .node([.leaf(1), .leaf(2)])), Whole(tree: .node([.leaf(1), .leaf(3)])), false),
    (Whole(cut: [Part(id: 1)]), Whole(cut: [Part(id: 1)]), true),
    (Whole(cut: [Part(id: 1)]), Whole(cut: [Part(id: 2)]), false),
    (Whole(dense: [Part(id: 1)]), Whole(dense: [Part(id: 2)]), false),
    (Whole(pair: (1, Part(id: 1))), Whole(pair: (1, Part(id: 2))), false),
  ])
  func `each part of a value counts`(first: Whole, second: Whole, areEqual: Bool) {
    #expect((hash(first) == hash(second)) == areEqual)
  }

  @Test func `a type with a hash of its own is known by that`() {
    struct Own: Hashable {
      var id = 0
      var note = ""
      static func == (first: Self, second: Self) -> Bool { first.id == second.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct Holder { var own: Own }
    enum Choice { case own(Own), pair(Own, Own) }
    let (first, second) = (Own(id: 1, note: "a"), Own(id: 1, note: "b"))
    #expect(hash(Holder(own: first)) == hash(Holder(own: second)))
    #expect(hash(Choice.own(first)) == hash(Choice.own(second)))
    #expect(hash(Choice.pair(first, second)) == hash(Choice.pair(second, first)))
    #expect(hash(Untyped(value: first)) == hash(Untyped(value: second)))
    #expect(hash([Holder(own: Own(id: 1))]) != hash([Holder(own: Own(id: 2))]))
  }

  @Test @MainActor func `a hash that is bound to the main actor is used there only`() async {
    #expect(usesHashOfBound())
    let usesItElsewhere = await Task.detached { usesHashOfBound() }.value
    #expect(!usesItElsewhere)
  }

  /// Whether a value is known by its own hash, which ignores the note.
  private func usesHashOfBound() -> Bool { hash(Bound(id: 1, note: "a")) == hash(Bound(id: 1, note: "b")) }

  @Test func `the history of a container does not count`() {
    var first: IdentifiedArray<HashedRow> = [HashedRow(id: 1), HashedRow(id: 2)]
    first.append(HashedRow(id: 3))
    first.remove(id: 3)
    #expect(hash(first) == hash([HashedRow(id: 1), HashedRow(id: 2)] as IdentifiedArray<HashedRow>))
    #expect(hash(first) != hash([HashedRow(id: 2), HashedRow(id: 1)] as IdentifiedArray<HashedRow>))
  }

  @Test func `a value that shows itself as a part of itself has a hash`() {
    struct Mirrored: CustomReflectable {
      var customMirror: Mirror { Mirror(self, children: ["first": self, "second": self]) }
    }
    #expect(hash(Mirrored()) == hash(Mirrored()))
  }

  @Test(arguments: [(5, true), (1_000, false)])
  func `a part counts unless it lies very deep`(depth: Int, counts: Bool) {
    /// Makes a value that lies within itself.
    func tree(_ leaf: Int) -> Tree { (0..<depth).reduce(.leaf(leaf)) { tree, _ in .node([tree]) } }
    #expect(hash(tree(1)) == hash(tree(1)))
    #expect((hash(tree(1)) != hash(tree(2))) == counts)
  }

  @Test func `the last of many parts counts`() {
    let parts = (1...100).map { Part(id: $0) }
    var others = parts
    others[99].id = 0
    #expect(hash(parts) != hash(others))
  }

  private func hash<Value>(_ value: Value) -> Int {
    var hasher = PartsHasher()
    hasher.combine(value)
    return hasher.finalize()
  }
}

extension PartsHasherTests {
  /// A value with parts of each kind. It has no hash of its own.
  struct Whole: Sendable {
    var number = 0.0
    var text = ""
    var maybe: Part?
    var list: [Part] = []
    var cut: ArraySlice<Part> = []
    var dense: ContiguousArray<Part> = []
    var rows: [Int: Part] = [:]
    var mode = Mode.empty
    var any: any Sendable = 0
    var tree = Tree.leaf(0)
    var pair = (0, Part(id: 0))
  }

  struct Part: Sendable {
    var id: Int
  }

  enum Mode {
    case empty, ended
    case shown(Part), hidden(Part)
  }

  indirect enum Tree {
    case leaf(Int)
    case node([Tree])
  }
}

private struct HashedRow: Identifiable, Sendable {
  let id: Int
}

/// A value whose own hash only the main actor may use.
private struct Bound: @MainActor Hashable, Sendable {
  var id = 0
  var note = ""

  @MainActor static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  @MainActor func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
