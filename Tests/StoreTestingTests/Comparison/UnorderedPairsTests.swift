import Testing

@testable import StoreTesting
@testable import StoreValues

/// A member that is known by its id alone.
private struct Tag: Hashable {
  var id: Int

  var note = ""

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// How two collections without an order are paired, whether or not a mirror has erased their types.
@Suite struct UnorderedPairsTests {
  @Test(arguments: [true, false])
  func `entries are paired by key, without equal ones unless these are asked for`(isTyped: Bool) {
    func dictionary(_ entries: [String: Int]) -> any DictionaryValue {
      if isTyped { return entries }
      return LooseEntries(entries: entries.entries)
    }
    func texts(_ pairs: EntryPairs) -> [String] {
      pairs.entries.map { "\($0.key): \($0.first ?? "nothing") -> \($0.second ?? "nothing")" }.sorted()
    }
    let first = dictionary(["a": 1, "b": 2, "c": 3])
    let second = dictionary(["a": 1, "b": 5, "d": 4])
    let differing = first.pairs(with: second, isThorough: false)
    #expect(texts(differing) == ["b: 2 -> 5", "c: 3 -> nothing", "d: nothing -> 4"])
    #expect(differing.alike == 1)
    let all = first.pairs(with: second, isThorough: true)
    #expect(texts(all) == ["a: 1 -> 1", "b: 2 -> 5", "c: 3 -> nothing", "d: nothing -> 4"])
    #expect(all.alike == 0)
  }

  @Test(arguments: [true, false])
  func `members are paired by equality, without those that hide nothing unless these are asked for`(isTyped: Bool) {
    func set(_ members: Set<Tag>) -> any SetValue {
      if isTyped { return members }
      return LooseMembers(members: members.members)
    }
    func texts(_ pairs: MemberPairs) -> [String] {
      pairs.common.map { "\(describe($0.first)) -> \(describe($0.second))" }.sorted()
    }
    let first = set([Tag(id: 1), Tag(id: 2), Tag(id: 3)])
    let second = set([Tag(id: 1), Tag(id: 2, note: "new"), Tag(id: 4)])
    let hidden = #"Tag(id: 2, note: "") -> Tag(id: 2, note: "new")"#
    let differing = first.pairs(with: second, isThorough: false)
    #expect(texts(differing) == [hidden])
    let all = first.pairs(with: second, isThorough: true)
    #expect(texts(all) == [#"Tag(id: 1, note: "") -> Tag(id: 1, note: "")"#, hidden])
    for pairs in [differing, all] {
      #expect(pairs.removed.map { describe($0) } == [#"Tag(id: 3, note: "")"#])
      #expect(pairs.inserted.map { describe($0) } == [#"Tag(id: 4, note: "")"#])
    }
  }
}
