import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A value whose `==` compares a part of it.
private struct PartlyEqual: Equatable, Sendable {
  var seen = "seen, and too long to lie within the value itself"
  var hidden: Int
  static func == (first: Self, second: Self) -> Bool { first.seen == second.seen }
}

/// A value whose `==` compares a part of it, and which has its own description.
private struct Labelled: Equatable, Sendable, CustomStringConvertible {
  var hidden: Int
  var description: String { "a label" }
  static func == (first: Self, second: Self) -> Bool { true }
}

/// A value whose `==` compares a part of it, and whose own mirror shows all of it.
private struct Mirrored: Equatable, Sendable, CustomReflectable {
  var hidden: Int
  var customMirror: Mirror { Mirror(self, children: ["shown": hidden], displayStyle: .struct) }
  static func == (first: Self, second: Self) -> Bool { true }
}

/// A value with cases.
private enum Phase: Equatable, Sendable {
  case empty
  case loaded(PartlyEqual)
}

/// An object that equals all others.
private final class Box: Equatable, Sendable {
  let masked: PartlyEqual
  init(_ masked: PartlyEqual) { self.masked = masked }
  static func == (first: Box, second: Box) -> Bool { true }
}

/// A value that holds values of its own kind.
private struct Tree: Equatable, Sendable {
  var node: PartlyEqual
  var children: [Tree] = []
}

/// A value that holds one without a type of its own.
private struct Erased: Equatable, Sendable {
  var any: any Sendable
  static func == (first: Self, second: Self) -> Bool { true }
}

/// A pair of equal states that may have a hidden difference.
private struct HiddenDifferenceCase: CustomTestStringConvertible, Sendable {
  /// The place of the difference.
  let testDescription: String

  /// Sends a step that leaves a state and asserts another, and returns the reported failure.
  let reports: @Sendable (_ left: Int, _ asserted: Int) async -> [TestFailure]

  /// Makes a pair from a closure that makes a state from a number.
  init<State: Equatable & Sendable>(_ name: String, _ state: @escaping @Sendable (Int) -> State) {
    testDescription = name
    reports = { left, asserted in
      await recordingReports {
        let store = TestStore(initialState: state(0)) {
          Machine<State, Int, Never, Never> { message, current in
            if case .input(let number) = message { current = state(number) }
            return .none
          }
        }
        await store.send(left) { $0 = state(asserted) }
        await store.finish()
      }
    }
  }

  /// Every place of a value that the search for hidden differences treats separately.
  static let all = [
    HiddenDifferenceCase("a struct") { PartlyEqual(hidden: $0) },
    HiddenDifferenceCase("a struct in an array") { [PartlyEqual(hidden: 7), PartlyEqual(hidden: $0)] },
    HiddenDifferenceCase("an array in an array") { [[PartlyEqual(hidden: $0)]] },
    HiddenDifferenceCase("an optional") { PartlyEqual(hidden: $0) as PartlyEqual? },
    HiddenDifferenceCase("an optional of an optional") { PartlyEqual(hidden: $0) as PartlyEqual?? },
    HiddenDifferenceCase("a dictionary") { ["key": PartlyEqual(hidden: $0)] },
    HiddenDifferenceCase("a case") { Phase.loaded(PartlyEqual(hidden: $0)) },
    HiddenDifferenceCase("an object") { Box(PartlyEqual(hidden: $0)) },
    HiddenDifferenceCase("a tree") {
      Tree(node: PartlyEqual(hidden: 7), children: [Tree(node: PartlyEqual(hidden: $0))])
    },
    HiddenDifferenceCase("a value without a type") { Erased(any: PartlyEqual(hidden: $0)) },
    HiddenDifferenceCase("a value that has a mirror of its own") { Mirrored(hidden: $0) },
  ]
}

@Suite struct HiddenDifferenceTests {
  @Test(arguments: HiddenDifferenceCase.all)
  private func `a difference that == ignores is found at any place of a value`(holding: HiddenDifferenceCase) async {
    let reports = await holding.reports(1, 2)
    #expect(reports.map(\.kind) == [.hiddenDifference])
    #expect(reports.first?.details.contains("expected 2, is 1") == true, "\(reports)")
  }

  @Test(arguments: HiddenDifferenceCase.all)
  private func `values that are equal and were made separately hide nothing`(holding: HiddenDifferenceCase) async {
    #expect(await holding.reports(1, 1).isEmpty)
  }

  @Test func `a value with its own description hides no more than any other`() async {
    let holding = HiddenDifferenceCase("") { Array(repeating: Labelled(hidden: $0), count: $0.signum()) }
    #expect(await holding.reports(1, 2).map(\.kind) == [.hiddenDifference])
    #expect(await holding.reports(1, 1).isEmpty)
  }

  @Test func `texts that == treats as equal have no hidden difference`() async {
    let holding = HiddenDifferenceCase("") { [["", "e\u{301}", "\u{e9}"][$0]] }
    #expect(await holding.reports(1, 2).isEmpty)
  }

  @Test(arguments: [(1, 2), (2, 1)])
  func `an array that became shorter is a hidden difference`(left: Int, asserted: Int) async {
    let holding = HiddenDifferenceCase("") { Erased(any: Array(repeating: PartlyEqual(hidden: 0), count: $0)) }
    #expect(await holding.reports(left, asserted).map(\.kind) == [.hiddenDifference])
  }
}
