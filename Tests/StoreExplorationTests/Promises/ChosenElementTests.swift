import Testing

@testable import StoreExploration

/// What is about an element that is chosen, in facts that are made by hand.
@Suite struct ChosenElementTests {
  struct Account {
    let channels: [String]
    var hasFailed = false
  }

  @Test(
    arguments: [(false, ["load, which started for another channels, fails, and hasFailed"]), (true, [])]
      as [(Bool, [String])]
  )
  func `a failure is about a list that is chosen, and not about one that an answer changes`(
    isTold: Bool,
    complaints: [String]
  ) {
    func choice(_ from: Int, _ to: Int) -> PromiseFacts.Step {
      .byInput("choose", from, to, starting: ["load"], labels: ["load(\(to))"], isChange: false, isEffective: false)
    }
    let failure = PromiseFacts.Step
      .byEffect("load(1)", 2, 3, saying: "failed", isFailure: true, isChange: false, isEffective: false)
    let answer = PromiseFacts.Step.byEffect("load(2)", 2, 4, number: 1, saying: "loaded", isEffective: false)
    let facts = PromiseFacts(
      by: [
        .init(of: Account(channels: [])), .init(of: Account(channels: ["a"]), running: ["load"], labels: ["load(1)"]),
        .init(of: Account(channels: ["b"]), running: ["load", "load"], labels: ["load(1)", "load(2)"]),
        .init(of: Account(channels: ["b"], hasFailed: true), running: ["load"], labels: ["load(2)"]),
        .init(of: Account(channels: ["b", "c"]), running: ["load"], labels: ["load(1)"]),
      ],
      [choice(0, 1), choice(1, 2), failure, choice(3, 1)] + (isTold ? [answer] : [])
    )
    #expect(UnaskedAnswers().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Shop {
    struct Item: Identifiable { let id: Int }

    let items: [Item]
    let favourites: Set<Int>

    init(_ items: [Int], favourites: Set<Int>) {
      (self.items, self.favourites) = (items.map(Item.init), favourites)
    }
  }

  struct Loss: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let step: PromiseFacts.Step
    let isSuspect: Bool

    static let all = [
      Loss(
        testDescription: "by an input",
        step: PromiseFacts.Step(from: 2, to: 3, number: 0, input: "remove"),
        isSuspect: true
      ),
      Loss(
        testDescription: "by a search",
        step: PromiseFacts.Step(from: 2, to: 3, number: 0, call: "search()"),
        isSuspect: false
      ),
      Loss(
        testDescription: "by a command",
        step: PromiseFacts.Step(from: 2, to: 3, number: 0, call: "remove()", command: "remove"),
        isSuspect: true
      ),
    ]
  }

  @Test(arguments: Loss.all) func `favourites outlast their elements only in a search`(_ loss: Loss) {
    let facts = PromiseFacts(
      of: [
        Shop([1, 2], favourites: []), Shop([1, 2], favourites: [1]), Shop([1, 2], favourites: [1, 2]),
        Shop([1], favourites: [1, 2]),
      ],
      [
        PromiseFacts.Step(from: 0, to: 1, number: 0, input: "like 1"),
        PromiseFacts.Step(from: 1, to: 2, number: 0, input: "like 2"), loss.step,
      ]
    )
    let complaints = References().candidates(in: facts).map(\.complaint)
    #expect(complaints == (loss.isSuspect ? ["favourites names an element that items no longer has"] : []))
  }

  struct Market {
    let rented: Set<Int>
    let open: Int?
  }

  @Test(
    arguments: [(1, []), (3, ["rent does nothing, though open != nil, and nothing runs"])] as [(Int, [String])]
  )
  func `an input may do nothing where the open element is in a set`(rented: Int, complaints: [String]) {
    let facts = PromiseFacts(
      of: [
        Market(rented: [], open: nil), Market(rented: [2], open: 1), Market(rented: [], open: 1),
        Market(rented: [rented], open: 1), Market(rented: [1], open: nil),
      ],
      [(0, false), (1, true), (2, true), (3, false)].map { from, acts in
        PromiseFacts.Step(from: from, to: acts ? 4 : from, number: 0, input: "rent", isEffective: acts)
      }
    )
    #expect(DeadInputs().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Stall {
    struct Item: Identifiable { let (id, isSold): (Int, Bool) }

    enum Hour { case morning, noon, evening }

    let items: [Item]
    var open: Int?
    var hour = Hour.morning

    init(isSold: Bool = false, open: Int? = nil, hour: Hour = .morning) {
      (items, self.open, self.hour) = ([Item(id: 0, isSold: false), Item(id: 1, isSold: isSold)], open, hour)
    }
  }

  @Test(
    arguments: [(true, []), (false, ["buy does nothing, though open != nil, and nothing runs"])]
      as [(Bool, [String])]
  )
  func `an input may do nothing where the open element is in another mode`(isSold: Bool, complaints: [String]) {
    let facts = PromiseFacts(
      of: [Stall(), Stall(open: 0), Stall(open: 1), Stall(isSold: isSold, open: 1), Stall()],
      [.byInput("buy", 1, 0), .byInput("buy", 2, 0), .byInput("buy", 3, 3), .byInput("buy", 4, 4)]
    )
    #expect(DeadInputs().candidates(in: facts).map(\.complaint) == complaints)
  }

  @Test func `an input must do something for the open element in whichever mode the rest is`() {
    let facts = PromiseFacts(
      of: [Stall(), Stall(open: 0), Stall(open: 1, hour: .noon), Stall(open: 1, hour: .evening), Stall()],
      [.byInput("buy", 1, 0), .byInput("buy", 2, 0), .byInput("buy", 3, 3), .byInput("buy", 4, 4)]
    )
    let complaints = DeadInputs().candidates(in: facts).map(\.complaint)
    #expect(complaints == ["buy does nothing, though open != nil, and nothing runs"])
  }
}
