import Testing

@testable import StoreExploration

/// What names an element of a list that is gone, in the facts of a shop that are made by hand.
@Suite struct ReferencesTests {
  struct Item: Identifiable { let id: Int }

  struct Shop {
    let items: [Item]
    let selected: Int?
  }

  /// Work for the element that is removed.
  enum Work: CaseIterable { case none, endsTheSelection, goesOn }

  /// A user or time selects an element, and each of both is removed by an input or an answer.
  private func facts(_ work: Work) -> PromiseFacts {
    func shop(_ items: [Int], _ selected: Int?, running: [String] = []) -> PromiseFacts.Situation {
      .init(
        of: Shop(items: items.map(Item.init), selected: selected),
        running: running,
        labels: running.map { "\($0)(1)" }
      )
    }
    let end = PromiseFacts.Step(from: 3, to: 5, number: 0, messages: [("closed", "close(1)")], survivors: [nil])
    return PromiseFacts(
      by: [
        shop([1, 2], nil), shop([1, 2], 1), shop([1, 2], 2), shop([2], 1, running: work == .none ? [] : ["close"]),
        shop([1], 2), shop([2], nil),
      ],
      [
        PromiseFacts.Step(from: 0, to: 1, number: 0, input: "select(1)"), PromiseFacts.Step(from: 0, to: 1, number: 1),
        PromiseFacts.Step(from: 0, to: 2, number: 2, input: "select(2)"),
        PromiseFacts.Step(from: 1, to: 3, number: 0, input: "remove(1)"),
        PromiseFacts.Step(from: 2, to: 4, number: 0, call: "sync()"),
      ] + (work == .endsTheSelection ? [end] : [])
    )
  }

  @Test(arguments: Work.allCases) func `an element that is gone is named only until its work ends`(_ work: Work) {
    let removed = Candidate.Exception(node: 1, steps: [3])
    let candidates = References().candidates(in: facts(work))
    #expect(candidates.map(\.complaint) == ["selected names an element that items no longer has"])
    #expect(candidates.map(\.support) == [2])
    #expect(
      candidates.flatMap(\.exceptions) == (work == .endsTheSelection ? [] : [removed])
        + [Candidate.Exception(node: 2, steps: [4])]
    )
  }
}
