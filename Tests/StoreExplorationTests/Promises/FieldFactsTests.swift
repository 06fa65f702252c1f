import Testing

@testable import StoreExploration

/// What is known about the fields of a state, in facts that are made by hand.
@Suite struct FieldFactsTests {
  struct Desk {
    struct Page {
      let id = 1
      let title = "A"
    }

    let page: Page? = Page()
  }

  @Test func `a child is known by its id, and not by its other fields`() {
    #expect(PromiseFacts(of: [Desk()]).idPaths == ["page?.id"])
  }

  @Test(
    arguments: [
      ("items[id: 1].isDone", "items[].isDone"), ("rows[0].items[1].isDone", "rows[0].items[].isDone"),
      ("isDone", "isDone"),
    ]
  )
  func `a condition is the same of any element of one list`(subject: String, text: String) {
    #expect(SpaceAtom(subject: subject, kind: .flag(true)).textOfAnyElement == text)
  }

  struct Shelf: Sendable {
    struct Item: Identifiable, Sendable { let id: Int }
    struct Line: Sendable { let text: String }

    var numbers: Set<Int> = [1, 2]
    var titles = ["a", "b"]
    var count = 2
    var items = [Item(id: 1)]
    var lines = [Line(text: "a")]
    var stock = ["a": 1]
  }

  @Test(
    arguments: [
      ("numbers", Shelf(numbers: [1]), true), ("numbers", Shelf(numbers: [1, 2, 3]), false),
      ("titles", Shelf(titles: ["b"]), true), ("titles", Shelf(titles: ["a", "c"]), false),
      ("count", Shelf(count: 1), false),
    ]
  )
  func `only a step after which a collection has some of its elements, and no others, removes from it`(
    path: String,
    shelf: Shelf,
    isRemoval: Bool
  ) throws {
    let step = PromiseFacts.Step(from: 0, to: 1, number: 0)
    let facts = PromiseFacts(of: [Shelf(), shelf], [step])
    let field = try #require(facts.fields.paths.firstIndex(of: path))
    #expect(facts.removes(from: field, in: step) == isRemoval)
  }

  @Test(
    arguments: [
      (Shelf(items: []), true), (Shelf(stock: [:]), true), (Shelf(lines: []), false), (Shelf(), false),
      (Shelf(items: [Shelf.Item(id: 1), .init(id: 2)]), false),
    ]
  )
  func `work may be for an element with an id, or an entry of a dictionary`(shelf: Shelf, isRemoved: Bool) {
    let step = PromiseFacts.Step(from: 0, to: 1, number: 0)
    let facts = PromiseFacts(of: [Shelf(), shelf], [step])
    #expect(facts.removesIdentifiedElement(step) == isRemoved)
  }

  struct Banner { let isShown: Bool }

  @Test(arguments: [(false, 0), (true, 2)]) func `a step has a nearer one with the same effect, if that sets it too`(
    isShownFirst: Bool,
    nearest: Int
  ) throws {
    func show(_ from: Int) -> PromiseFacts.Step {
      PromiseFacts.Step(from: from, to: 2, number: 0, input: "show", survivors: [0])
    }
    let facts = PromiseFacts(
      of: [isShownFirst, false, true].map(Banner.init),
      [show(0), PromiseFacts.Step(from: 0, to: 1, number: 1, input: "go"), show(1)]
    )
    let shown = try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: "isShown", kind: .flag(true))))
    #expect(ShortestPaths(of: facts).nearest(to: 2, keeping: 0, setting: shown, facts) == nearest)
  }
}
