import StoreCore
import Testing

@testable import StoreExploration

/// Verdicts on a record of situations and steps.
@Suite struct RecordedSpaceTests {
  private func step(_ events: [SpaceEvent<Graph>], to target: Int) -> SpaceStep<Graph> {
    SpaceStep(cause: SpaceCause(effect: "walk"), events: events, target: target, survivors: [nil])
  }

  private func walk(from before: Int, to after: Int) -> SpaceEvent<Graph> {
    .reduced(SpaceReduction(before: before, message: .feedback(after), after: after, sender: nil))
  }

  /// A space whose situations have the numbers of their positions as states.
  ///
  /// - Parameters:
  ///   - steps: The steps from each situation. An effect takes all of them.
  ///   - forced: The effects that must proceed in each situation.
  private func space(_ steps: [[SpaceStep<Graph>]], forced: [Int] = []) -> RecordedSpace<Graph> {
    let nodes = steps.enumerated().map { number, steps in
      RecordedSpace<Graph>.Node(
        situation: Situation(state: number, running: []),
        forced: forced,
        depth: number,
        parent: number == 0 ? nil : (node: number - 1, step: 0),
        steps: steps
      )
    }
    return RecordedSpace(nodes: nodes, expanded: nodes.count, report: SpaceReport(), beginning: [])
  }

  @Test func `a property of steps is judged by the first reduction that decides it`() {
    let space = space([
      [step([.output(1), walk(from: 0, to: 1)], to: 1)],
      [step([walk(from: 1, to: 1)], to: 1), step([.output(2), walk(from: 1, to: 2)], to: 2)],
      [step([walk(from: 2, to: 3)], to: 2)],
    ])
    let findings = space.findings(on: [
      .always("it stays below two") { _, _, after in after < 2 },
      .sometimes("it leads to two") { _, _, after in after == 2 },
      .sometimes("it leads to five") { _, _, after in after == 5 },
    ])
    let verdicts: [SpaceReport.Verdict?] = [.broken, .holds, nil]
    #expect(findings.map(\.verdict) == verdicts)
    #expect(findings.map(\.node) == [1, 1, nil])
    #expect(findings.map { $0.move?.number } == [1, 1, nil])
  }

  @Test func `effects that take turns for ever keep a promise from being kept, though inputs end`() {
    let space = space([[step([walk(from: 0, to: 1)], to: 1)], [step([walk(from: 1, to: 0)], to: 0)]], forced: [0])
    let findings = space.findings(on: [
      .eventually("it leads to five", fairness: .responsesOnceInputsEnd) { $0.state == 5 }
    ])
    #expect(findings.count == 1)
    #expect(findings.first?.verdict == .broken)
    #expect(findings.first?.lasso?.cycle.count == 2)
  }
}
