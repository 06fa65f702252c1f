import Testing

@testable import StoreExploration

/// What speaks for a text that an older answer sets back, in the facts of an editor that are made by hand.
@Suite struct LostInputsTests {
  struct Document: Identifiable { let id: Int }

  struct Editor {
    let text: String
    var open = 1
    var documents = [Document(id: 1), Document(id: 2)]
  }

  /// What is otherwise than where a refresh sets typed text back.
  enum Difference: CaseIterable {
    case nothing, itFails, noCallIsAnswered, anElementSetsItBack, itOpensAnotherDocument, itOpensAnUnknownDocument
  }

  private func facts(_ difference: Difference) -> PromiseFacts {
    var late = PromiseFacts.Step.byEffect("refresh", 1, 2, survivors: [nil])
    (late.isFailure, late.isElement) = (difference == .itFails, difference == .anElementSetsItBack)
    if difference == .noCallIsAnswered { late.call = nil }
    let open = difference == .itOpensAnotherDocument ? 2 : difference == .itOpensAnUnknownDocument ? 3 : 1
    let typed = [0, 3].map { PromiseFacts.Step(from: $0, to: 1, number: 0, input: "type", survivors: [0]) }
    return PromiseFacts(
      by: [
        .init(of: Editor(text: "a"), running: ["refresh"]), .init(of: Editor(text: "b"), running: ["refresh"]),
        .init(of: Editor(text: "a", open: open)), .init(of: Editor(text: "c"), running: ["refresh"]),
      ],
      typed + [late]
    )
  }

  @Test(arguments: Difference.allCases) func `an older answer sets a text back that an input has replaced`(
    _ difference: Difference
  ) {
    let candidates = LostInputs().candidates(in: facts(difference))
    let isLost = [.nothing, .itOpensAnUnknownDocument].contains(difference)
    #expect(candidates.map(\.complaint) == (isLost ? ["refresh, which started before type, sets text back"] : []))
    // The text that is typed over another one stays.
    #expect(candidates.allSatisfy { $0.support == 1 })
  }
}
