import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Cycles in which a promise stays unfulfilled, and the paths to them.
@Suite struct SpaceCycleTests {
  private func space(_ edges: [Int: [Int]], _ bounds: SpaceBounds = SpaceBounds()) -> StateSpace<Graph> {
    StateSpace(initialState: -1, inputs: [], bounds: bounds) {
      Graph(start: -1)
    } responses: { effect in
      let point = effect.payload as? Int ?? 0
      return edges[point].map { $0.map { .sends($0) } } ?? [.ends]
    }
  }

  /// Returns the report on the promise that an odd number comes.
  private func report(
    _ space: StateSpace<Graph>,
    _ fairness: SpaceProperty<Graph>.Fairness = .responses
  ) async -> SpaceReport? {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = space.check(
        .eventually("odd", fairness: fairness) { $0.state > 0 && $0.state % 2 == 1 },
        suspects: false
      )
    }
    return report
  }

  @Test func `a cycle through the start breaks a promise`() async {
    #expect(await report(space([-1: [0], 0: [-1]]))?.verdicts.map(\.verdict) == [.broken])
  }

  @Test(arguments: [SpaceProperty<Graph>.Fairness.responses, .responsesOnceInputsEnd])
  func `answers that repeat for ever break a promise, with or without inputs`(
    fairness: SpaceProperty<Graph>.Fairness
  ) async {
    #expect(await report(space([-1: [0], 0: [2], 2: [0]]), fairness)?.verdicts.map(\.verdict) == [.broken])
  }

  @Test func `the first of two equally long paths leads to the cycle`() async {
    let report = await report(space([-1: [0, 2], 0: [4], 2: [4], 4: [4]]))
    #expect(
      report?.trace.filter { $0.contains(" sends ") } == [
        "  1. walk(-1) sends 0", "  2. walk(0) sends 4", "  3. walk(4) sends 4",
      ]
    )
  }

  @Test func `the path from the situation that asks for a promise may lead through the start`() async {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = space([-1: [5, 2], 5: [3], 3: [-1], 2: [2]]).check(
        .leadsTo("three leads to five", from: { $0.state == 3 }, to: { $0.state == 5 })
      )
    }
    #expect(
      report?.trace.filter { $0.contains(" sends ") } == [
        "  1. walk(-1) sends 5", "  2. walk(5) sends 3", "  3. walk(3) sends -1", "  4. walk(-1) sends 2",
        "  5. walk(2) sends 2",
      ]
    )
  }

  @Test func `a cycle behind the greatest depth decides nothing`() async {
    let report = await report(space([-1: [0], 0: [0]], SpaceBounds(depth: 1)))
    #expect(report?.verdicts.map(\.verdict) == [.unknown])
    #expect(report?.cut == "at a depth of 1")
  }

  @Test func `a promise holds where the last situation at the greatest depth has no step`() async {
    var report: SpaceReport?
    let failures = await recordingFailures {
      report = space([-1: [0]], SpaceBounds(depth: 2)).check(
        .leadsTo("two leads to odd", from: { $0.state == 2 }, to: { $0.state == 1 }),
        suspects: false
      )
    }
    #expect(report?.description == "3 states, 2 edges, depth 2, 1 dead end, complete")
    #expect(failures.map(\.headline) == [])
  }

  @Test func `the situation at which a search stops is not explored`() throws {
    let explored = try space([-1: [0], 0: [2]], SpaceBounds(depth: 1)).content.explored(at: CallSite())
    #expect(explored.situationCount == 2)
    #expect((0..<2).map { explored.isExplored(at: $0) } == [true, false])
  }

  /// Two situations with one effect. It proceeds in the second only, by the second step there, back to the first.
  private var twoSteps: RecordedSpace<Graph> {
    RecordedSpace(
      nodes: [
        .init(
          situation: Situation(state: 0, running: []),
          forced: [0],
          depth: 0,
          parent: nil,
          steps: [SpaceStep(cause: SpaceCause(), events: [], target: 1, survivors: [0])]
        ),
        .init(
          situation: Situation(state: 2, running: []),
          forced: [0],
          depth: 1,
          parent: (node: 0, step: 0),
          steps: [
            SpaceStep(cause: SpaceCause(), events: [], target: nil, survivors: [0]),
            SpaceStep(cause: SpaceCause(), events: [], target: 0, survivors: [nil]),
          ]
        ),
      ],
      expanded: 2,
      report: SpaceReport(),
      beginning: []
    )
  }

  @Test func `a cycle takes each step to the one by which its effect proceeds`() {
    let violation = SpaceLiveness(space: twoSteps, first: nil, second: { $0.state == 1 }, fairness: .responses)
      .violation()
    #expect(violation?.node == 0)
    #expect(violation?.lasso.prefix == [])
    #expect(violation?.lasso.cycle.map(\.number) == [0, 1])
  }
}
