import Testing

@testable import StoreExploration

/// Which failures take back what another input has changed, in the facts of ticks that are made by hand.
@Suite struct TakenBackNeighboursTests {
  struct Ticks { let ticked: Set<Int> }

  /// Two ticks are saved. One failure of the first save takes back both, another one only its own.
  private func facts(input: String?) -> PromiseFacts {
    func ticks(_ ticked: Set<Int>, saving saves: [Int]) -> PromiseFacts.Situation {
      .init(of: Ticks(ticked: ticked), running: saves.map { _ in "save" }, labels: saves.map { "save(\($0))" })
    }
    func failure(to node: Int, of save: Int, survivors: [Int?]) -> PromiseFacts.Step {
      .init(
        from: 1,
        to: node,
        number: node,
        isFailure: true,
        call: "save()",
        messages: [("failed", "save(\(save))")],
        survivors: survivors
      )
    }
    return PromiseFacts(
      by: [
        ticks([1], saving: [1]), ticks([1, 2], saving: [1, 2]), ticks([1], saving: [1]), ticks([], saving: [2]),
        ticks([2], saving: [2]),
      ],
      [
        .init(
          from: 0,
          to: 1,
          number: 0,
          input: input,
          started: ["save"],
          startedLabels: ["save(2)"],
          survivors: [0]
        ), failure(to: 2, of: 2, survivors: [0, nil]), failure(to: 3, of: 1, survivors: [nil, 0]),
        failure(to: 4, of: 1, survivors: [nil, 0]),
      ]
    )
  }

  @Test func `an older save that fails takes back only its own change`() {
    let candidates = TakenBackNeighbours().candidates(in: facts(input: "tick(2)"))
    #expect(candidates.map(\.complaint) == ["an older save that fails takes back what tick has changed in ticked"])
    #expect(candidates.map(\.support) == [1])
    #expect(candidates.flatMap(\.exceptions) == [Candidate.Exception(node: 0, steps: [0, 2])])
  }

  @Test func `a change without an input is no neighbour`() {
    #expect(TakenBackNeighbours().candidates(in: facts(input: nil)).isEmpty)
  }
}
