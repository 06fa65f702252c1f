import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// The verdicts on properties, and their texts.
@Suite struct SpaceVerdictTests {
  private func jugs(_ bounds: SpaceBounds = SpaceBounds()) -> StateSpace<Jugs> {
    StateSpace(initialState: Jugs.State(), inputs: Jugs.Input.allCases, bounds: bounds) { Jugs() }
  }

  @Test func `the first of two properties with equally short failures is shown`() async {
    let failures = await recordingFailures {
      jugs().check(.always("not three") { $0.three != 3 }, .always("not five") { $0.five != 5 })
    }
    #expect(failures.map(\.headline) == [#"Jugs violates "not three": it fails after 1 step."#])
    #expect(failures[0].details.contains("Also broken:\n\n    • not five\n\n"))
  }

  @Test func `a property that does not hold at the beginning has no path`() async {
    let failures = await recordingFailures {
      jugs().check(.always("not empty") { $0.three + $0.five > 0 }, suspects: false)
    }
    #expect(
      failures.map(\.text) == [
        """
        Jugs violates "not empty": it does not hold at the beginning.

        Explored: 1 state, 0 edges, depth 0, 0 dead ends, incomplete.
        """
      ]
    )
  }

  @Test func `a failure of an incomplete space lists the undecided properties only`() async {
    let failures = await recordingFailures {
      jugs(SpaceBounds(states: 5)).check(
        .sometimes("both are empty") { $0.three + $0.five == 0 },
        .always("never negative") { $0.three >= 0 && $0.five >= 0 },
        suspects: false
      )
    }
    #expect(failures.kinds == [.undecidedProperty])
    #expect(failures.map(\.details).joined().hasPrefix("Undecided:\n\n    • never negative\n\n"))
  }

  /// Wakes at the start.
  private struct Woken: Reducer {
    func start(from state: Int) -> Effect<Int, Never> { .feedback(1) }

    func reduce(message: Message<Bool, Int>, into state: inout Int) -> Effect<Int, Never> {
      if case .feedback(let value) = message { state = value }
      return .none
    }
  }

  private let woken = StateSpace(initialState: 0, inputs: [true]) { Woken() }

  @Test func `a step of the start can break a property`() async {
    var report: SpaceReport?
    let failures = await recordingFailures {
      report = woken.check(.always("it never wakes") { old, _, new in old == new }, suspects: false)
    }
    #expect(failures.map(\.headline) == [#"Woken violates "it never wakes": it does not hold at the beginning."#])
    #expect(report?.trace == [])
  }

  @Test func `the events of the start belong to a space`() throws {
    let beginning = try woken.content.explored(at: CallSite()).beginning
    #expect(beginning.count == 1)
    guard case .reduced(let reduction)? = beginning.first else {
      Issue.record("The start has no message.")
      return
    }
    #expect([reduction.before, reduction.after] == [0, 1])
  }

  @Test func `a situation at the greatest depth counts as a dead end`() {
    let report = StateSpace(
      initialState: Increments.State(workers: [.init(), .init()]),
      inputs: \.inputs,
      bounds: SpaceBounds(depth: 4)
    ) {
      Increments()
    }
    .check(suspects: false)
    #expect(report.description == "13 states, 14 edges, depth 4, 3 dead ends, complete")
  }

  @Test(arguments: [
    (SpaceBounds(states: 1, depth: 0, runningEffects: 0), SpaceBounds(states: 1, depth: 0, runningEffects: 0), ""),
    (
      SpaceBounds(states: 0, depth: 2, runningEffects: 3), SpaceBounds(states: 1, depth: 2, runningEffects: 3),
      "The bounds allow no state: 0 states, depth 2, 3 running effects."
    ),
    (
      SpaceBounds(states: 2, depth: -1, runningEffects: 3), SpaceBounds(states: 2, depth: 0, runningEffects: 3),
      "The bounds allow no state: 2 states, depth -1, 3 running effects."
    ),
    (
      SpaceBounds(states: 2, depth: 1, runningEffects: -1), SpaceBounds(states: 2, depth: 1, runningEffects: 0),
      "The bounds allow no state: 2 states, depth 1, -1 running effects."
    ),
  ])
  func `bounds that allow nothing are reported, and the smallest ones are not`(
    bounds: SpaceBounds,
    checked: SpaceBounds,
    headline: String
  ) async {
    var result: SpaceBounds?
    let failures = await recordingFailures { result = bounds.checked(at: CallSite()) }
    #expect(result == checked)
    #expect(failures.map(\.headline) == (headline.isEmpty ? [] : [headline]))
  }

  @Test(arguments: [(9, ["  9. first", "more"]), (10, [" 10. first", "more"])])
  func `the numbers of steps are aligned`(number: Int, lines: [String]) {
    #expect(PathText.numbered(["first", "more"], number) == lines)
  }
}
