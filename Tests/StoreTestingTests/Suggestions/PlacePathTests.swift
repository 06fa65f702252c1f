import Testing

@testable import StoreTesting

/// Whether two paths lead to one place of a state.
@Suite struct PlacePathTests {
  @Test(arguments: [
    ("$0", ["$0"]),
    ("$0[0][1]", ["$0", "[0]", "[1]"]),
    ("$0.rows[2]?.title", ["$0", "rows", "[2]", "title"]),
    ("$0.items[id: 7]?.isDone", ["$0", "items", "[id: 7]", "isDone"]),
    ("$0.rows[order[0]].title", ["$0", "rows", "[order[0]]", "title"]),
    ("$0.rows[index(of: 2, in: [a.b])].title", ["$0", "rows", "[index(of: 2, in: [a.b])]", "title"]),
    ("$0.rows[first?.id ?? last!.id].title", ["$0", "rows", "[first?.id ?? last!.id]", "title"]),
    ("$0 .selected!.title", ["$0", "selected", "title"]),
  ])
  func `a path is read as its parts`(path: String, parts: [String]) {
    #expect(PlacePath(path).parts == parts)
  }

  @Test(arguments: [
    ("$0.rows", "$0.names"),
    ("$0.rows[1].title", "$0.rows[2].title"),
    ("$0.items[id: 1]?.title", "$0.items[id: 2]?.title"),
    ("$0.items[id: UUID(1)]", "$0.items[id: UUID(2)]"),
    (#"$0.counts["a"]"#, #"$0.counts["b"]"#),
    ("$0.scores[.home]", "$0.scores[.guest]"),
    ("$0.depths[-1]", "$0.depths[-2]"),
  ])
  func `different fields and literal indices are different places`(path: String, other: String) {
    let (place, other) = (PlacePath(path), PlacePath(other))
    #expect(!place.isRelated(to: other))
    #expect(!other.isRelated(to: place))
    #expect(!place.isSame(as: other))
    #expect(place.isSame(as: place))
  }

  @Test(arguments: [
    ("$0.rows", "$0.rows[2].title", false),
    ("state.rows[2]", "$0.rows[2]", true),
    ("$0.rows[index]", "$0.rows[2]", true),
    ("$0.items[id: id]?.title", "$0.items[id: UUID(7)]?.title", true),
    ("$0.items[id: id]", "$0.items[id: 7]?.title", false),
  ])
  func `a place is related to its parts, and to every element if its index isn't known`(
    path: String,
    other: String,
    isSame: Bool
  ) {
    let (place, other) = (PlacePath(path), PlacePath(other))
    #expect(place.isRelated(to: other))
    #expect(other.isRelated(to: place))
    #expect(place.isSame(as: other) == isSame)
  }
}
