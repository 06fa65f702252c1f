import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@Suite("State spaces")
struct StateSpaceTests {
  @Test(arguments: [(3, 288, 1_145, 10), (5, 8_832, 58_145, 16)].prefix(scaled(1)))
  func `a space has the known number of states and edges`(managers: Int, states: Int, edges: Int, depth: Int) {
    let report = StateSpace(initialState: TwoPhaseCommit.State(managers), inputs: \.inputs) { TwoPhaseCommit() }.check(
      .always("none commits while another aborts") {
        !($0.managers.contains(.committed) && $0.managers.contains(.aborted))
      },
      .sometimes("all commit") { $0.managers.allSatisfy { $0 == .committed } }
    )
    #expect([report.states, report.edges, report.depth] == [states, edges, depth])
    #expect(report.isComplete)
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
    #expect(report.bytesPerState > 0)
  }

  @Test func `a space with a symmetry is smaller`() async {
    var reports: [SpaceReport] = []
    _ = await recordingFailures {
      for canonical in [
        nil, { (state: inout Increments.State) in state.workers.sort { ($0.place, $0.value) < ($1.place, $1.value) } },
      ] {
        reports.append(
          StateSpace(
            initialState: Increments.State(workers: [.init(), .init()]),
            inputs: \.inputs,
            canonical: canonical
          ) {
            Increments()
          }
          .check(.sometimes("never true") { _ in false })
        )
      }
    }
    #expect(reports.map(\.states) == [13, 8])
    #expect(reports.map(\.edges).first == 14)
  }

  @Test(arguments: [
    (2, "13 states, 14 edges, depth 4, 3 dead ends"), (3, "84 states, 111 edges, depth 6, 16 dead ends"),
  ])
  func `a report counts the situations in which nothing can happen`(workers: Int, figures: String) {
    let report = StateSpace(
      initialState: Increments.State(workers: Array(repeating: .init(), count: workers)),
      inputs: \.inputs
    ) {
      Increments()
    }
    .check()
    #expect(report.description == "\(figures), complete")
  }

  @Test func `a failure shows the shortest path to a broken property`() async {
    let failures = await recordingFailures {
      let report = StateSpace(initialState: Jugs.State(), inputs: Jugs.Input.allCases) { Jugs() }
        .check(.always("there are never four litres") { $0.five != 4 })  // Fails: brokenProperty
      #expect(report.trace.count { $0.contains(". send") } == 6)
    }
    #expect(failures.locations == markedFailures())
    #expect(failures[0].text.hasPrefix(#"Jugs violates "there are never four litres": it fails after 6 steps."#))
  }

  @Test func `a report counts all states of a passing space`() {
    let report = StateSpace(initialState: Jugs.State(), inputs: Jugs.Input.allCases) { Jugs() }.check()
    #expect(report.description == "16 states, 96 edges, depth 7, 0 dead ends, complete")
  }

  @Test func `a property checks steps by the message between two states`() async {
    let failures = await recordingFailures {
      StateSpace(initialState: Jugs.State(), inputs: [Jugs.Input.fill3, .empty3]) { Jugs() }.check(
        .always("nothing is poured away") { old, message, new in
          message != .input(.empty3) || old.three == new.three
        }
      )
    }
    #expect(
      failures.map(\.text) == [
        """
        Jugs violates "nothing is poured away": it fails after 2 steps.

              1. send .fill3
                   three: 0 -> 3
              2. send .empty3
                   three: 3 -> 0

        As steps of a test:

            await store.send(.fill3) { $0.three = 3 }
            await store.send(.empty3) { $0.three = 0 }

        Explored: 2 states, 4 edges, depth 1, 0 dead ends, complete.
        """
      ]
    )
  }

  @Test func `a missing witness is a failure`() async {
    let failures = await recordingFailures {
      StateSpace(initialState: Jugs.State(), inputs: [Jugs.Input.fill3]) { Jugs() }
        .check(.sometimes("five litres") { $0.five == 5 })  // Fails: brokenProperty
    }
    #expect(failures.locations == markedFailures())
    #expect(failures[0].headline == #"Jugs violates "five litres": no state fulfils it."#)
  }

  @Test func `a check reports the failure with the shortest path, and names the others`() async {
    let failures = await recordingFailures {
      let report = StateSpace(initialState: Jugs.State(), inputs: Jugs.Input.allCases) { Jugs() }
        .check(
          .always("not four") { $0.five != 4 },
          .always("not full") { $0.five != 5 },
          .always("fine") { _ in true }
        )
      #expect(report.verdicts.map(\.verdict) == [.broken, .broken, .holds])
    }
    #expect(failures.count == 1)
    #expect(failures[0].headline == #"Jugs violates "not full": it fails after 1 step."#)
    #expect(failures[0].details.contains("Also broken:\n\n    • not four"))
  }

  @Test func `a property asks which value an effect is about`() {
    let space = StateSpace(initialState: 0, inputs: []) {
      Graph(start: 0)
    } responses: { effect in
      effect.payload as? Int == 0 ? [.sends(1)] : [.never]
    }
    let report = space.check(
      .always("the effect is about the state") { $0.isRunning("walk", of: $0.state) },
      .always("the effect is about no other number") { !$0.isRunning("walk", of: $0.state + 1) },
      .always("no other effect is about the state") { !$0.isRunning("run", of: $0.state) },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds, .holds])
    #expect(report.states == 2)
  }

  @Test func `a space runs chained effects one after another, and no cancelled ones`() {
    let space = StateSpace(initialState: Spinner.State(), inputs: [.chain, .cancel]) {
      Spinner()
    } responses: { _ in
      [.sends(false)]
    }
    let report = space.check(
      .always("one thing runs at a time") { $0.running.count <= 1 },
      .sometimes("the second") { $0.isRunning("more") },
      .always("the second spins") { $0.isSpinning || !$0.isRunning("more") }
    )
    // Nothing; the first, before its answer and behind it; the second.
    #expect(report.description == "4 states, 11 edges, depth 3, 0 dead ends, complete")
  }

  /// Two pieces of work in a row, of which an id holds both or the first alone.
  private struct Row: Reducer {
    /// The phase.
    enum State: Hashable { case idle, begun, cancelled }

    enum Input: Hashable { case holdBoth, holdFirst, cancel }

    func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
      let (first, second) = (Effect<Never, Never>.run("first") { _ in }, Effect<Never, Never>.run("second") { _ in })
      guard case .input(let input) = message else { return .none }
      state = input == .cancel ? .cancelled : .begun
      switch input {
      case .holdBoth: return .concatenate(first, second).cancellable(id: "id")
      case .holdFirst: return .concatenate(first.cancellable(id: "id"), second)
      case .cancel: return .cancel(id: "id")
      }
    }
  }

  /// Two pieces of work, and more behind both of them or behind each.
  private struct Chains: Reducer {
    enum Input: Hashable { case together, apart }

    func reduce(message: Message<Input, Never>, into hasBegun: inout Bool) -> Effect<Never, Never> {
      let (work, more) = (Effect<Never, Never>.run("work") { _ in }, Effect<Never, Never>.run("more") { _ in })
      hasBegun = true
      return message == .input(.together)
        ? .concatenate(.merge(work, work), more) : .merge(.concatenate(work, more), .concatenate(work, more))
    }
  }

  @Test func `situations differ by the effects that one chain waits for`() {
    let space = StateSpace(initialState: false) { hasBegun in
      hasBegun ? [] : [.together, .apart]
    } reducer: {
      Chains()
    } responses: { _ in
      [.ends]
    }
    let report = space.check(
      .sometimes("more runs twice") { $0.running.count { $0.name == "more" } == 2 },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds])
  }

  @Test func `situations differ by the ids that cancel effects still to start`() {
    let space = StateSpace(initialState: Row.State.idle) { state in
      state == .idle ? [.holdBoth, .holdFirst] : [.cancel]
    } reducer: {
      Row()
    } responses: { _ in
      [.ends]
    }
    let report = space.check(
      .sometimes("the second runs, as only the first was held") { $0.state == .cancelled && $0.isRunning("second") }
    )
    #expect(report.verdicts.map(\.verdict) == [.holds])
  }
}
