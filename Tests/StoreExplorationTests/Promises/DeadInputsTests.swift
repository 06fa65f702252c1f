import Testing

@testable import StoreExploration

/// Where an input is dead, in the facts of a desk that are made by hand.
@Suite struct DeadInputsTests {
  private struct Desk<Part> {
    let isOpen: Bool
    let part: Part
  }

  private static let dead = ["send does nothing, though isOpen, and nothing runs"]

  /// Returns the complaints about an input that acts in the first two situations of an open desk, and does nothing in the third, nor where the
  /// desk is closed again.
  ///
  /// - Parameters:
  ///   - parts: What else differs at the start, while the desk is open, and at the end.
  ///   - others: Other steps.
  ///   - effects: The effects that the input starts.
  private func complaints<Part>(
    _ parts: [Part],
    others: [PromiseFacts.Step] = [],
    starting effects: [String] = []
  ) -> [String] {
    let desks = zip([false, true, true, true, false], parts).map { Desk(isOpen: $0, part: $1) }
    let live = [1, 2].map {
      PromiseFacts.Step(from: $0, to: 0, number: 0, input: "send", started: effects, isEffective: true)
    }
    let idle = [3, 4].map { PromiseFacts.Step(from: $0, to: $0, number: 0, input: "send") }
    return DeadInputs().candidates(in: PromiseFacts(of: desks, live + idle + others)).map(\.complaint)
  }

  @Test(arguments: [[true, true, true, false, true], [true, false, false, true, false]])
  func `a flag that is set at the start doesn't explain a dead input`(_ flags: [Bool]) {
    #expect(complaints(flags) == Self.dead)
  }

  @Test(arguments: [.byInput("yes", 4, 0), .byInput("close", 0, 0)] as [PromiseFacts.Step])
  func `neither a question elsewhere nor another dead input explains a dead input`(_ other: PromiseFacts.Step) {
    #expect(complaints([false, false, false, false, true], others: [other]) == Self.dead)
  }

  @Test(
    arguments: [
      // It is to be typed, or to arrive.
      ("a", "", "type", [], false), ("", "", nil, [], false),
      // It is there, or comes and goes otherwise.
      ("a", "a", "type", [], true), ("a", "", "load", ["load"], true), ("a", "", nil, [], true),
    ] as [(String, String, String?, [String], Bool)]
  )
  func `an input may do nothing until a text is typed, or has arrived`(
    start: String,
    idle: String,
    filledBy input: String?,
    starting effects: [String],
    isDead: Bool
  ) {
    let fill = PromiseFacts.Step(from: 3, to: 1, number: 0, input: input, started: effects)
    #expect(complaints([start, "a", "a", idle, "a"], others: [fill]) == (isDead ? Self.dead : []))
  }

  @Test func `an input may do nothing only where the value that it brings is there`() {
    let answer = PromiseFacts.Step(from: 1, to: 3, number: 0, messages: [(name: "loaded", sender: "load")])
    func found<Part>(_ parts: [Part]) -> [String] { complaints(parts, others: [answer], starting: ["load"]) }
    let (none, some) = (nil as Double?, 1.5 as Double?)
    #expect(found([none, none, none, some, none]) == [])
    // It acts in spite of the value.
    #expect(found([none, none, some, some, none]) == Self.dead)
    // A number is there in any case.
    #expect(found([0, 0, 0, 1, 0]) == Self.dead)
  }

  private struct Item<ID> {
    let id: ID
    let isSold: Bool
  }

  private struct Shop<ID: Hashable> {
    let open: ID?
    let items: [Item<ID>]
    let kept: Set<ID>
  }

  /// Returns the complaints about an input that acts on the first of two elements, and does nothing on the second one.
  private func complaints<ID: Hashable>(about first: ID, _ second: ID, sold: [Bool], kept: Set<ID> = []) -> [String] {
    let items = zip([first, second], sold).map { Item(id: $0, isSold: $1) }
    return complaints([nil, first, first, second, nil].map { Shop(open: $0, items: items, kept: kept) })
  }

  @Test(arguments: [([false, false], Self.dead), ([true, true], Self.dead), ([false, true], [])])
  func `an input may do nothing about an element in another mode, be its id a number or a text`(
    sold: [Bool],
    expected: [String]
  ) {
    #expect(complaints(about: 1, 2, sold: sold) == expected)
    #expect(complaints(about: "a", "b", sold: sold) == expected)
  }

  @Test func `an input may do nothing about an element that is in a set, be its id a number or a text`() {
    #expect(complaints(about: 1, 2, sold: [false, false], kept: [2]) == [])
    #expect(complaints(about: "a", "b", sold: [false, false], kept: ["b"]) == [])
  }

  private struct Page {
    let draft: String
    let saved = "a"
  }

  @Test func `an input that acts where two texts differ may do nothing where they are equal`() {
    #expect(complaints(["a", "b", "b", "a", "b"].map(Page.init)) == [])
  }

  private struct Order {
    struct Line: Identifiable {
      let id = 1
      let quantity: Int
    }

    let lines: [Line]
    let limit = 2
  }

  @Test func `the number of an element is not compared with another number`() {
    let quantities = [[], [1], [1], [2], [1]]
    #expect(complaints(quantities.map { Order(lines: $0.map(Order.Line.init)) }) == Self.dead)
  }

  private struct Failures {
    var hasLoadFailed = false
    var hasSaveFailed = false
  }

  @Test func `an input that tries either of two failures again may do nothing without one`() {
    let failures = [1, 2].map { PromiseFacts.Step(from: 3, to: $0, number: 0, isFailure: true) }
    let parts = [Failures(), Failures(hasLoadFailed: true), Failures(hasSaveFailed: true), Failures(), Failures()]
    #expect(complaints(parts, others: failures) == [])
  }

  @Test func `a retry is dead wherever a failure is shown, though it only acts online`() {
    struct Load {
      let hasFailed: Bool
      let isOnline: Bool
    }
    let loads = [(false, false), (true, true), (true, true), (true, false), (true, false), (false, true)]
    let failures = [3, 4].map { PromiseFacts.Step(from: 0, to: $0, number: 0, isFailure: true) }
    let online = [(3, 1), (4, 2)].map { PromiseFacts.Step(from: $0, to: $1, number: 0) }
    let retries = (1...5).map {
      PromiseFacts.Step(from: $0, to: $0 < 3 ? 0 : $0, number: 0, input: "retry", isEffective: $0 < 3)
    }
    let facts = PromiseFacts(of: loads.map { Load(hasFailed: $0, isOnline: $1) }, failures + online + retries)
    #expect(
      DeadInputs().candidates(in: facts).map(\.complaint) == ["retry does nothing, though hasFailed, and nothing runs"]
    )
  }
}
