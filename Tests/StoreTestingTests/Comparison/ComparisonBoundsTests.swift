import Foundation
import StoreCore
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting
@testable import StoreValues

/// Counts the operations of a comparison on its values.
private final class Tally: Sendable {
  @TaskLocal static var current = Tally()

  /// How often two values were compared by their `==`.
  let comparisons = Atomic(0)

  /// How often a value was looked into.
  let looks = Atomic(0)

  /// How often a key was put through a hash function.
  let hashes = Atomic(0)
}

/// A value that counts the operations on it.
private struct Counted: Hashable, CustomReflectable {
  /// The text by which values are compared. Equal texts need not have the same bytes.
  var text: String

  /// Counts a comparison.
  static func == (first: Self, second: Self) -> Bool {
    Tally.current.comparisons.add(1, ordering: .relaxed)
    return first.text == second.text
  }

  func hash(into hasher: inout Hasher) {
    Tally.current.hashes.add(1, ordering: .relaxed)
    hasher.combine(text)
  }

  /// Counts an access.
  var customMirror: Mirror {
    Tally.current.looks.add(1, ordering: .relaxed)
    return Mirror(self, children: ["text": text])
  }
}

/// A tree of such values.
private struct Branch: Equatable {
  var value: Counted

  var branches: [Branch]

  /// Makes a tree with six branches at each fork.
  init(_ depth: Int, _ name: String) {
    value = Counted(text: "\(name), which is too long to be kept in place")
    branches = depth == 0 ? [] : (0..<6).map { Branch(depth - 1, "\(name).\($0)") }
  }
}

/// A text that is too long to compare by character.
private let longText = String(repeating: "a line of a text that goes on and on\n", count: 140_000)

/// The bounds of the work for a failure, counted in steps: one change in a state of some megabytes.
@Suite struct ComparisonBoundsTests {
  /// How many values a state has.
  private static let count = scaled(4_000)

  /// The name of a value among many.
  private static func name(_ index: Int) -> String {
    "the value of number \(index), which is too long to be kept in place"
  }

  /// Fails an assertion about a state, and returns the counted operations beyond reducing and detecting the failure.
  private func tally<State: Equatable>(_ before: State, _ change: @escaping (inout State) -> Void) async -> (
    Tally, String
  ) {
    let store = TestStore(initialState: before) {
      Machine<State, Int, Never, Never> { _, state in
        change(&state)
        return .none
      }
    }
    store.checksPurity = false
    let tally = Tally()
    let failures = await Tally.$current.withValue(tally) {
      await recordingFailures {
        await store.send(0)
        await store.finish()
      }
    }
    return (tally, failures.map(\.text).joined())
  }

  @Test func `an element of a list is compared a few times at most, and only a changed one is inspected`() async {
    let (tally, text) = await tally((0..<Self.count).map { Counted(text: Self.name($0)) }) { $0[7].text = "new" }
    #expect(tally.looks.load(ordering: .relaxed) < 100)
    #expect(tally.comparisons.load(ordering: .relaxed) < 100)
    #expect(text.contains("[7].text: ") && text.utf8.count < 1_000)
  }

  @Test func `a key of a dictionary is looked up a few times at most, and only a changed value is inspected`() async {
    let entries = (0..<Self.count).map { ("key \($0)", Counted(text: Self.name($0))) }
    let (tally, text) = await tally(Dictionary(uniqueKeysWithValues: entries)) { $0["key 7"]?.text = "new" }
    #expect(tally.looks.load(ordering: .relaxed) < 100)
    #expect(text.contains("[\"key 7\"].text: ") && text.utf8.count < 1_000)
    let keys = (0..<Self.count).map { (Counted(text: "key \($0)"), Self.name($0)) }
    let (other, _) = await self.tally(Dictionary(uniqueKeysWithValues: keys)) { $0[Counted(text: "key 7")] = "new" }
    #expect(other.hashes.load(ordering: .relaxed) < 10 * Self.count)
  }

  @Test func `a member of a set is looked up a few times at most, and only a changed one is inspected`() async {
    let (tally, text) = await tally(Set((0..<Self.count).map { Counted(text: Self.name($0)) })) {
      $0.remove(Counted(text: Self.name(7)))
    }
    #expect(tally.looks.load(ordering: .relaxed) < 100)
    #expect(tally.hashes.load(ordering: .relaxed) < 10 * Self.count)
    #expect(text.contains("number 7") && text.utf8.count < 1_000)
  }

  @Test func `the comparison of trees skips common subtrees`() async {
    let (tally, text) = await tally(Branch(5, "root")) { $0.branches[3].branches[2].branches[1].value.text = "new" }
    #expect(tally.looks.load(ordering: .relaxed) < 100)
    #expect(tally.comparisons.load(ordering: .relaxed) < 100)
    #expect(text.contains("branches[3].branches[2].branches[1].value.text: ") && text.utf8.count < 1_000)
  }

  @Test func `a new tree that shares no memory is inspected up to a limit only`() throws {
    var other = Branch(4, "root")
    other.branches[5].value.text = "new"
    var limits = ComparisonLimits()
    #expect(limits.values <= 20_000)
    limits.values = 1_000
    let tally = Tally()
    let comparison = Tally.$current.withValue(tally) { Comparison(Branch(4, "root"), other, limits: limits) }
    // Each step reads a value of both.
    #expect(tally.looks.load(ordering: .relaxed) <= 2 * limits.values)
    #expect(try #require(comparison).lines().contains { $0.contains("new") })
  }

  @Test func `the search for hidden differences inspects a thousand values at most`() {
    /// An object without `==`, so that nothing but its parts tells whether it is equal.
    final class Item: CustomReflectable {
      var customMirror: Mirror {
        Tally.current.looks.add(1, ordering: .relaxed)
        return Mirror(self, children: [:], displayStyle: .class)
      }
    }
    let tally = Tally()
    let found = Tally.$current.withValue(tally) {
      hiddenDifferences((0..<3_000).map { _ in Item() }, (0..<3_000).map { _ in Item() })
    }
    #expect(found.isEmpty)
    #expect(tally.looks.load(ordering: .relaxed) <= 2_000)
  }

  @Test(arguments: [Int.max - 1, 3])
  func `values whose parts never end are inspected on two levels at most`(count: Int) {
    /// A value that contains itself a number of times.
    struct Nest: CustomReflectable {
      var count: Int

      var customMirror: Mirror {
        Tally.current.looks.add(1, ordering: .relaxed)
        return Mirror(self, unlabeledChildren: (0..<count).lazy.map { _ in self }, displayStyle: .collection)
      }
    }
    let tally = Tally()
    _ = Tally.$current.withValue(tally) { Comparison(Nest(count: .max), Nest(count: count)) }
    #expect((1...4).contains(tally.looks.load(ordering: .relaxed)))
  }

  @Test func `the source of an inserted value is omitted when it gets too long, at any depth`() async {
    struct Fork: Equatable {
      var name: String
      var forks: [Fork] = []
      init(_ depth: Int, _ name: String) {
        self.name = name
        forks = depth == 0 ? [] : (0..<6).map { Fork(depth - 1, "\(name).\($0)") }
      }
    }
    let (_, text) = await tally(Fork(0, "root")) { $0.forks = (0..<6).map { Fork(5, "\($0)") } }
    let (tally, _) = await tally(Branch(0, "root")) { $0.branches = (0..<6).map { Branch(5, "\($0)") } }
    #expect(tally.looks.load(ordering: .relaxed) < 20_000)
    #expect(text.contains("// This is too long to write out. Compute it here:") && text.utf8.count < 4_000)
  }

  @Test func `a long text is split into lines only next to its difference`() throws {
    let new = longText.replacing("on\n", with: "off\n", maxReplacements: 1)
    let change = try #require(TextChange(longText, new))
    #expect(change.hunks.map { $0.removed.map(\.number) } == [[1]])
    #expect(change.unchanged == 140_000)
    #expect(TextChange(longText, longText.replacing("on\n", with: "off\n")) == nil)
  }

  @Test func `a comparison lists its omitted parts`() throws {
    var limits = ComparisonLimits()
    limits.values = 10
    let functions: [(Int) -> [Int]] = [{ [$0] }, { [$0, $0] }]
    struct Silent { var number: Any }
    let first: [Any] = [1] + (0..<20).map { Silent(number: functions[0]($0)) }
    let second: [Any] = [2] + (0..<20).map { Silent(number: functions[1]($0)) }
    let lines = try #require(Comparison(first, second, limits: limits)).lines()
    #expect(lines.first == "[0]: 1 -> 2")
    #expect(lines.last?.hasSuffix("values more not compared: there are too many") == true)
  }
}
