import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// What is read from states, and compared by promises.
@Suite struct FactsTests {
  struct Row: Sendable { let (rank, name): (Int, String) }

  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let elements: [any Sendable]
    let orders: [String: ListOrder]

    static let all = [
      Order(testDescription: "rising", elements: [1, 2, 3], orders: ["": ListOrder(ascends: true, descends: false)]),
      Order(testDescription: "falling", elements: [3, 2, 1], orders: ["": ListOrder(ascends: false, descends: true)]),
      Order(testDescription: "equal", elements: [2, 2], orders: ["": ListOrder(ascends: true, descends: true)]),
      Order(testDescription: "mixed", elements: [1, 3, 2], orders: ["": ListOrder(ascends: false, descends: false)]),
      Order(
        testDescription: "mixed at the 20th element",
        elements: Array(1...19) + [0],
        orders: ["": ListOrder(ascends: false, descends: false)]
      ),
      Order(
        testDescription: "mixed after the 20th element",
        elements: Array(1...20) + [0],
        orders: ["": ListOrder(ascends: true, descends: false)]
      ),
      Order(
        testDescription: "two fields",
        elements: [Row(rank: 1, name: "b"), Row(rank: 2, name: "a")],
        orders: ["rank": ListOrder(ascends: true, descends: false), "name": ListOrder(ascends: false, descends: true)]
      ),
      Order(testDescription: "different types", elements: [1, "a"], orders: [:]),
      Order(testDescription: "one element", elements: [1], orders: [:]),
    ]
  }

  @Test(arguments: Order.all) func `a list is ordered by each value of its elements`(_ order: Order) {
    #expect(ListOrder.orders(of: order.elements) == order.orders)
  }

  struct Title: Identifiable, Sendable { let id: Int }

  /// More elements than those whose fields count.
  struct Shelf: Sendable {
    var titles = (1...5).map(Title.init)
    var tags: Set<String> = ["a", "b", "c", "d", "e"]
    var note = "n"
    var count = 1
    var open: String? = "A"
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout Shelf) -> Void

    static let all = [
      Change(testDescription: "titles") { $0.titles[4] = Title(id: 6) },
      Change(testDescription: "tags") { $0.tags = ["a", "b", "c", "d", "f"] },
      Change(testDescription: "note") { $0.note = "m" }, Change(testDescription: "count") { $0.count = 2 },
      Change(testDescription: "open") { $0.open = "B" },
    ]
  }

  @Test(arguments: Change.all) func `a field differs by its value`(_ change: Change) {
    var shelf = Shelf()
    change.change(&shelf)
    let fields = FieldTable([StateFacts(of: Shelf()), StateFacts(of: shelf), StateFacts(of: Shelf())])
    let changed = Set(fields.changes(from: 0, to: 1).map { SpaceAtom.field(of: fields.paths[$0]) })
    #expect(changed == [change.testDescription[...]])
    #expect(fields.changes(from: 0, to: 2) == [])
  }

  struct Slot { let note: String? }

  @Test func `a field is there with any value, and one within an optional only beside a value`() {
    let fields = FieldTable([Slot(note: "A"), Slot(note: nil)].map { StateFacts(of: $0) })
    let there = [0, 1].map { node in fields.paths.indices.filter { fields.has($0, at: node) } }
    #expect(there.map { $0.map { fields.paths[$0] } } == [["note", "note?"], ["note"]])
  }

  struct Basket: Sendable { let (items, badge): ([String], Int) }

  @Test(arguments: [[".added", ".cleared"], [".cleared", ".added"]])
  func `a number is to count a list if two messages change both, and one does not`(_ causes: [String]) {
    let baskets = [(0, 0), (1, 1), (2, 2), (1, 1), (1, 2)].map {
      Basket(items: Array(repeating: "i", count: $0), badge: $1)
    }
    let steps = [
      (0, 1, causes[0]), (1, 2, causes[0]), (1, 0, causes[1]), (2, 0, causes[1]), (2, 3, causes[1]), (2, 4, ".removed"),
    ]
    .map { PromiseFacts.Step(from: $0, to: $1, number: 0, input: $2) }
    let facts = PromiseFacts(of: baskets, steps)
    let candidates = CountedElements().candidates(in: facts)
    #expect(candidates.map(\.complaint) == ["after .removed, badge isn't items.count"])
    #expect(candidates.flatMap(\.exceptions) == [Candidate.Exception(node: 2, steps: [5])])
  }

  @Test(arguments: [(2, false), (3, true)]) func `a number that has at least three values can count a list`(
    values: Int,
    counts: Bool
  ) {
    let baskets = (0..<12).map {
      Basket(items: Array(repeating: "i", count: $0 % values), badge: $0 % values)
    }
    let facts = PromiseFacts(of: baskets)
    #expect(AmountRelations().candidates(in: facts).map(\.text).contains("badge == items.count") == counts)
  }

  struct Pick: Sendable { let (ids, picked): ([Int], [Int]) }

  @Test(arguments: [(4, 1, true), (3, 1, false), (3, 0, true), (2, 0, false)])
  func `lists are related if three situations, and four fifths of them, say so`(
    right: Int,
    wrong: Int,
    isRelated: Bool
  ) {
    let picks = Array(repeating: Pick(ids: [1, 2], picked: [1]), count: right)
    let facts = PromiseFacts(of: picks + Array(repeating: Pick(ids: [2], picked: [1]), count: wrong))
    #expect(ListRelations().candidates(in: facts).map(\.text).contains("picked is a part of ids") == isRelated)
  }

  @Test func `work belongs to a condition under which it mostly runs`() {
    let running = [["card"], ["card"], ["card"], []]
    let facts = PromiseFacts(by: running.map { .init(of: Basket(items: [], badge: 0), running: $0) })
    #expect(facts.isOwned("card", among: running, by: [true, true, false, false]))
    #expect(!facts.isOwned("card", among: running, by: [true, false, false, true]))
    #expect(!facts.isOwned("an output", among: running, by: [true, true, true, true]))
  }

  struct Stock: Sendable { let (counts, tags): ([String: Int], Set<String>) }

  @Test(arguments: [true, false], ["counts", "tags"]) func `a dictionary, or a set, is filled or empty`(
    isFilled: Bool,
    subject: String
  ) {
    let facts = StateFacts(of: Stock(counts: isFilled ? ["a": 1] : [:], tags: isFilled ? ["a"] : []))
    let conditions = [true, false].filter { facts.atoms.contains(SpaceAtom(subject: subject, kind: .content($0))) }
    #expect(conditions == [isFilled])
  }

  @Test(arguments: [(0, false), (1, true), (-1, true)]) func `a number is zero, or it isn't`(
    number: Int,
    isSet: Bool
  ) {
    let facts = StateFacts(of: Basket(items: [], badge: number))
    let conditions = [true, false].filter { facts.atoms.contains(SpaceAtom(subject: "badge", kind: .amount($0))) }
    #expect(conditions == [isSet])
  }

  struct Desk: Sendable {
    struct Line: Identifiable, Sendable {
      let id = 1
      var text = "A"
    }

    struct Chapter: Identifiable, Sendable { let id: String }

    var document = "A"
    var lines = [Line()]
    var open: String?
    var chapters: [Chapter] = []
    var pages: [String: Int] = [:]
  }

  struct Replacement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var before = Desk()
    let after: Desk
    let isOne: Bool

    static let all = [
      Replacement(testDescription: "another document", after: Desk(document: "B"), isOne: true),
      Replacement(testDescription: "no document", after: Desk(document: ""), isOne: false),
      Replacement(testDescription: "a first document", before: Desk(document: ""), after: Desk(), isOne: false),
      Replacement(
        testDescription: "a document without the work",
        before: Desk(document: "C"),
        after: Desk(document: "B"),
        isOne: false
      ),
      Replacement(
        testDescription: "another text of an element",
        after: Desk(lines: [Desk.Line(text: "B")]),
        isOne: false
      ),
      Replacement(
        testDescription: "a document with the name of the work",
        before: Desk(document: "load"),
        after: Desk(document: "B"),
        isOne: false
      ),
      Replacement(
        testDescription: "a closed chapter",
        before: Desk(document: "C", open: "A"),
        after: Desk(document: "C"),
        isOne: false
      ),
      Replacement(
        testDescription: "another chapter",
        before: Desk(document: "C", open: "A", chapters: [Desk.Chapter(id: "A")]),
        after: Desk(document: "C", open: "B", chapters: [Desk.Chapter(id: "A")]),
        isOne: true
      ),
      Replacement(
        testDescription: "another chapter instead of one that goes",
        before: Desk(document: "C", open: "A", chapters: [Desk.Chapter(id: "A")]),
        after: Desk(document: "C", open: "B"),
        isOne: false
      ),
      Replacement(
        testDescription: "another chapter, while a third one goes",
        before: Desk(document: "C", open: "A", chapters: [Desk.Chapter(id: "B")]),
        after: Desk(document: "C", open: "B"),
        isOne: true
      ),
      Replacement(
        testDescription: "another page instead of one that goes",
        before: Desk(document: "C", open: "A", pages: ["A": 1]),
        after: Desk(document: "C", open: "B"),
        isOne: false
      ),
    ]
  }

  @Test(arguments: Replacement.all) func `work is for a document that another one replaces`(
    _ replacement: Replacement
  ) {
    let situations = [replacement.before, replacement.after].map {
      PromiseFacts.Situation(of: $0, running: ["load"], labels: [#"load("A")"#])
    }
    let step = PromiseFacts.Step(from: 0, to: 1, number: 0, input: ".opened")
    let facts = PromiseFacts(by: situations, [step])
    #expect(facts.isReplaced(by: step, whatIsOf: "load") == replacement.isOne)
  }

  struct Part: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let add: @Sendable (inout PromiseFacts.Step) -> Void

    static let all = [
      Part(testDescription: "a start of an effect") { $0.addStart(of: effect) },
      Part(testDescription: "a cancellation of an effect") { $0.addCancellation(of: effect) },
      Part(testDescription: "an output") { $0.addOutput() },
      Part(testDescription: "a feedback") { $0.add(Message<Int, Int>.feedback(1), from: "load", isChange: false) },
      Part(testDescription: "a change") { $0.add(Message<Int, Int>.input(1), from: nil, isChange: true) },
    ]

    private static let effect = EffectDescription(kind: .run, name: "load", payload: nil, site: CallSite())
  }

  @Test(arguments: Part.all) func `an input does something by each of its parts`(_ part: Part) {
    var step = PromiseFacts.Step(from: 0, to: 0, number: 0, input: ".tapped")
    step.add(Message<Int, Int>.input(1), from: nil, isChange: false)
    #expect(!step.isEffective)
    part.add(&step)
    #expect(step.isEffective)
  }

  struct Page: Sendable {
    enum Phase { case empty, shown, other }

    let phase: Phase
  }

  struct Late: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isFailure = false
    var isElement = false
    let undoes: Bool

    static let all = [
      Late(testDescription: "an older answer", undoes: true),
      Late(testDescription: "a failure", isFailure: true, undoes: false),
      Late(testDescription: "a new element of a stream", isElement: true, undoes: false),
    ]
  }

  @Test(arguments: Late.all) func `only an older answer undoes the result of another one`(_ late: Late) throws {
    let result = PromiseFacts.Step(from: 0, to: 1, number: 0, input: nil)
    var next = PromiseFacts.Step(from: 1, to: 2, number: 0, input: nil)
    (next.isFailure, next.isElement) = (late.isFailure, late.isElement)
    let facts = PromiseFacts(of: [Page.Phase.empty, .shown, .other].map(Page.init), [result, next])
    let shown = try #require(facts.atoms.indices.first { facts.isSet($0, by: result) })
    let setting = Setting(
      atom: shown,
      step: result,
      effect: "refresh",
      isOlder: true,
      roles: ConditionRoles(of: facts)
    )
    #expect(setting.isUndone(by: next, among: [1], in: facts) == late.undoes)
  }
}
