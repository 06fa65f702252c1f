import Testing

@testable import StoreExploration

/// How much speaks for a promise, and where it ends, in facts that are made by hand.
@Suite struct PromiseRuleTests {
  private struct Source: PromiseSource {
    let facts = PromiseFacts(of: [])

    func depth(at node: Int) -> Int { 0 }
    func trace(to exception: Candidate.Exception) -> PromiseTrace { PromiseTrace() }
  }

  @Test func `of suspects with one promise and rank, the first complaint is the first one`() {
    let candidates = (0..<6).map { number in
      Candidate(
        text: "nothing goes on",
        complaint: "effect \(number) goes on",
        support: 1,
        exceptions: [Candidate.Exception(node: number)],
        weight: 1,
        cause: "effect \(number)"
      )
    }
    for added in [candidates, candidates.reversed()] {
      let suspects = PromiseSearch(Source(), adding: added, limit: 10).suspects
      #expect(suspects.first?.complaint == "effect 0 goes on")
    }
  }

  @Test(
    arguments: [
      ([], 1, "a is stuck"), (["a ends"], 1, "b is stuck"), (["a is stuck"], 1, "b is stuck"),
      // What is not shown hides nothing.
      ([], 0, "b is stuck"),
    ] as [([String], Double, String)]
  )
  func `a suspect that yields to another is one without it`(exceptions: [String], weight: Double, complaint: String) {
    let candidates = [("a", weight, []), ("b", 1, ["a ends"])].enumerated().map { number, mode in
      Candidate(
        text: "\(mode.0) ends",
        complaint: "\(mode.0) is stuck",
        support: 1,
        exceptions: [Candidate.Exception(node: number)],
        weight: mode.1,
        yielding: Set(mode.2)
      )
    }
    let search = PromiseSearch(Source(), adding: candidates, except: Set(exceptions), limit: 10)
    #expect(search.suspects.map(\.complaint) == [complaint])
  }

  @Test func `a value is not told by one of its own cases`() {
    enum Problem { case common, rare }
    struct State { var problem: Problem? }
    let problems: [Problem?] = Array(repeating: nil, count: 12) + Array(repeating: .common, count: 12) + [.rare]
    let facts = PromiseFacts(of: problems.map(State.init))
    #expect(MatchingFields().candidates(in: facts).map(\.text) == [])
  }

  @Test func `a number that is at most another one may be equal to it`() {
    struct Range { let (low, high): (Int, Int) }
    let facts = PromiseFacts(of: (0...4).map { Range(low: $0, high: $0) } + [Range(low: 4, high: 5)])
    #expect(AmountRelations().candidates(in: facts).map(\.text).contains("low <= high"))
  }

  @Test(
    arguments: [
      ([2, 1, 0, -1], [[0, 1], [1, 2], [2, 3]], true),
      // It is a difference if it falls from two, and no count if it has few values.
      ([2, 1, 0, -1], [[0, 1], [1, 2], [0, 3]], false),
      ([1, 0, -1], [[0, 1], [1, 2]], false),
      // It may also be there for the first time.
      ([2, 1, 0, -1, nil], [[0, 1], [1, 2], [2, 3], [4, 3]], true),
      ([nil, 2, 1, 0, -1], [[0, 1], [1, 2], [2, 3], [3, 4]], true),
      ([0, 1, 2, -1], [[0, 1], [1, 2], [0, 3]], true),
    ] as [([Int?], [[Int]], Bool)]
  )
  func `a number that counts down goes below zero from zero`(values: [Int?], steps: [[Int]], isSuspect: Bool) {
    struct Cart { let quantity: Int? }
    let facts = PromiseFacts(
      of: values.map(Cart.init),
      steps.map { PromiseFacts.Step(from: $0[0], to: $0[1], number: 0) }
    )
    let complaints = AmountRelations().candidates(in: facts).map(\.complaint)
    #expect(complaints.contains("quantity? goes one below zero") == isSuspect)
  }

  /// A page that shows whether it has failed. Four failures follow on the start, and the last situation is without one.
  private static func page(retries: [(from: Int, acts: Bool)], others: [PromiseFacts.Step] = []) -> PromiseFacts {
    struct Page { let hasFailed: Bool }
    let failures = (1...4).map { PromiseFacts.Step(from: 0, to: $0, number: 0, isFailure: true) }
    let steps = retries.map { retry in
      PromiseFacts.Step(from: retry.from, to: 0, number: 0, input: "retry", isEffective: retry.acts)
    }
    return PromiseFacts(of: [false, true, true, true, true, false].map(Page.init), failures + steps + others)
  }

  @Test func `a retry that acts in half of the failures is dead in the others`() {
    let facts = Self.page(retries: [(1, true), (2, true), (3, false), (4, false), (5, false)])
    #expect(
      DeadInputs().candidates(in: facts).map(\.complaint) == ["retry does nothing, though hasFailed, and nothing runs"]
    )
  }

  @Test func `an input is no setter because another one does nothing after it`() {
    let idle = PromiseFacts.Step(from: 0, to: 0, number: 0, input: "close")
    let facts = Self.page(retries: [(1, true), (2, true), (3, false), (5, false)], others: [idle])
    #expect(DeadInputs().candidates(in: facts).map(\.support) == [2])
  }

  @Test func `an input may do nothing where the open element is in another mode`() {
    struct Item: Identifiable { let (id, isSold): (Int, Bool) }
    struct Shop { let (items, open): ([Item], Int?) }
    let states = [(false, nil), (false, 1), (false, 1), (true, 1), (true, nil)] as [(Bool, Int?)]
    let facts = PromiseFacts(
      of: states.map { Shop(items: [Item(id: 1, isSold: $0)], open: $1) },
      [(0, false), (1, true), (2, true), (3, false)].map { from, acts in
        PromiseFacts.Step(from: from, to: acts ? 4 : from, number: 0, input: "buy", isEffective: acts)
      }
    )
    // Nor does it hold then that it always does something.
    #expect(DeadInputs().candidates(in: facts).isEmpty)
  }

  @Test func `a condition that holds wherever an input does nothing explains nothing`() {
    let facts = Self.page(retries: [(1, true), (2, true), (3, false)])
    #expect(DeadInputs().candidates(in: facts).isEmpty)
  }

  @Test(arguments: [(false, []), (true, [[2]])])
  func `a mode is stuck only if a step ends it elsewhere`(ends: Bool, nodes: [[Int]]) {
    struct Page { let agent: Agent }
    enum Agent { case none, asked, found }
    // The situation from which it ends, or nothing is known, is on another way than the one that is explored to its end.
    let steps = [(0, 1), (1, 2), (1, 3), (3, 4)] + (ends ? [(4, 5)] : [])
    let agents: [Agent] = [.none, .asked, .found, .found, .found] + (ends ? [.none] : [])
    let tap = PromiseFacts.Step(from: 2, to: 2, number: 1, input: "tap", isEffective: true)
    let facts = PromiseFacts(
      agents.map { PromiseFacts.Situation(of: Page(agent: $0)) },
      steps: (steps.map { PromiseFacts.Step(from: $0, to: $1, number: 0, isChange: true, isEffective: true) } + [tap])
        .sorted { $0.from < $1.from },
      isExplored: agents.indices.map { $0 != 4 || ends }
    )
    let found = LeavableModes().candidates(in: facts).filter { $0.text == "agent == .found can be left" }
    #expect(found.map { $0.exceptions.map(\.node) } == nodes)
  }
}
