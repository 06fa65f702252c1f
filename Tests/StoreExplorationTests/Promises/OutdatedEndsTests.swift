import Testing

@testable import StoreExploration

/// What speaks for the end of a list that is left from the one before, in the facts of a search that are made by hand.
@Suite struct OutdatedEndsTests {
  struct Search {
    let query: Int
    var isAtEnd = false
    var end = 0
    var items = 0
  }

  /// What is otherwise than where the next search leaves the mark that nothing follows.
  enum Difference: CaseIterable {
    case nothing, aNumberIsLeft, itBeginsAtTheEnd, anotherInputOfItsNameIsIdle, anotherEffectAnswersToo
  }

  private func facts(_ difference: Difference) -> PromiseFacts {
    func search(_ query: Int, isAtEnd: Bool, items: Int) -> Search {
      difference == .aNumberIsLeft
        ? Search(query: query, end: isAtEnd ? 1 : 0, items: items)
        : Search(query: query, isAtEnd: isAtEnd, items: items)
    }
    let works = difference == .anotherEffectAnswersToo ? ["load", "count"] : ["load"]
    // The first answer sets the mark, and the others leave it as it is.
    var steps = [(1, 2), (3, 4), (5, 6)].map { from, to in
      var answer = PromiseFacts.Step.byEffect("load", from, to, survivors: [nil])
      if works.count > 1 { answer.messages.append((name: "counted", sender: "count")) }
      return answer
    }
    steps += [
      PromiseFacts.Step(from: 4, to: 4, number: 0, input: "scroll"),
      PromiseFacts.Step(from: 6, to: 5, number: 0, input: "scroll", started: works, isEffective: true),
    ]
    if difference == .anotherInputOfItsNameIsIdle {
      steps.append(PromiseFacts.Step(from: 6, to: 6, number: 1, input: "scroll"))
    }
    return PromiseFacts(
      by: [
        .init(of: search(0, isAtEnd: difference == .itBeginsAtTheEnd, items: 0)),
        .init(of: search(0, isAtEnd: false, items: 0), running: ["load"]),
        .init(of: search(0, isAtEnd: true, items: 1)),
        .init(of: search(1, isAtEnd: true, items: 0), running: ["load"]),
        .init(of: search(1, isAtEnd: true, items: 1)),
        .init(of: search(1, isAtEnd: false, items: 0), running: ["load"]),
        .init(of: search(1, isAtEnd: false, items: 1)),
      ],
      steps
    )
  }

  @Test(arguments: Difference.allCases) func `an end is outdated if an input does nothing only because of it`(
    _ difference: Difference
  ) {
    let candidates = OutdatedEnds().candidates(in: facts(difference))
    let isOutdated = ![.aNumberIsLeft, .itBeginsAtTheEnd].contains(difference)
    #expect(
      candidates.map(\.complaint)
        == (isOutdated ? ["scroll does nothing, as isAtEnd is left from an older load"] : [])
    )
  }
}
