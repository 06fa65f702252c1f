import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@Suite("Liveness in state spaces")
struct SpaceLivenessTests {
  private func space(_ edges: [Int: [Int]]) -> StateSpace<Graph> {
    StateSpace(initialState: -1, inputs: []) {
      Graph(start: -1)
    } responses: { effect in
      let point = effect.payload as? Int ?? 0
      return edges[point].map { $0.map { .sends($0) } } ?? [.ends]
    }
  }

  @Test(arguments: [
    ([-1: [0], 0: [2], 2: [4], 4: [2]], false),
    ([-1: [0], 0: [2], 2: [4], 4: [6], 6: [2]], false),
    ([-1: [0, 1], 0: [2], 1: [4], 2: [4], 4: [6]], false),
    ([-1: [0], 0: [2], 2: [4, 3], 4: [2]], false),
    // From 2 and 4, an edge leads to a part that the search has left.
    ([-1: [0, 2], 0: [1], 2: [4, 0], 4: [2]], false),
    ([-1: [0, 1], 0: [3]], true),
    ([-1: [0], 0: [2, 4], 2: [5], 4: [5]], true),
  ])
  func `'eventually' checks cycles and joining paths`(edges: [Int: [Int]], holds: Bool) async {
    let failures = await recordingFailures {
      space(edges).check(.eventually("odd") { $0.state > 0 && $0.state % 2 == 1 })
    }
    #expect(failures.kinds == (holds ? [] : [.brokenProperty]))
  }

  @Test(arguments: [
    // From 2: a cycle; a path that a path which keeps the promise joins; a dead end.
    ([-1: [0], 0: [2], 2: [4], 4: [2]], false),
    ([-1: [0, 3], 0: [2], 2: [4], 3: [4], 4: [6], 6: [6]], false),
    ([-1: [0], 0: [2], 2: [4]], false),
    // An odd state before 2 does not count.
    ([-1: [0], 0: [3], 3: [2], 2: [4]], false),
    // Each path from 2 leads to an odd state, or 2 is never reached.
    ([-1: [0], 0: [2], 2: [4, 3], 4: [5]], true),
    ([-1: [0], 0: [4], 4: [0]], true),
  ])
  func `'leadsTo' checks cycles, joining paths and dead ends`(edges: [Int: [Int]], holds: Bool) async {
    let failures = await recordingFailures {
      space(edges).check(.leadsTo("2 leads to odd", from: { $0.state == 2 }, to: { $0.state % 2 == 1 }))
    }
    #expect(failures.kinds == (holds ? [] : [.brokenProperty]))
  }

  @Test func `an effect that may never answer finishes an answer that it has begun`() async {
    let failures = await recordingFailures {
      StateSpace(initialState: -1, inputs: []) {
        Graph(start: -1)
      } responses: { effect in
        effect.payload as? Int == -1 ? [.never, .sends(0, 1)] : [.ends]
      }
      .check(.leadsTo("0 leads to 1", from: { $0.state == 0 }, to: { $0.state == 1 }))
    }
    #expect(failures.kinds == [])
  }

  @Test func `cancelled work ends even while inputs go on for ever`() {
    let report = StateSpace(initialState: Farewell.State(), inputs: [Farewell.Input.toggle]) {
      Farewell()
    } responses: { _ in
      [.ends]
    }
    .check(.eventually("what follows the work") { $0.isOver })
    #expect(report.verdicts.map(\.verdict) == [.holds])
  }

  @Test func `a failure shows each step of a longer cycle once`() async {
    let failures = await recordingFailures {
      space([-1: [0], 0: [2], 2: [4], 4: [6], 6: [2]]).check(.eventually("odd") { $0.state == 1 })
    }
    let steps = failures.first?.details.split(separator: "\n").filter {
      $0.contains(" sends ") || $0.contains("repeat")
    }
    #expect(
      steps?.prefix(6).map { $0.trimmingPrefix { $0 == " " } } == [
        "1. walk(-1) sends 0", "2. walk(0) sends 2", "From here, these steps repeat for ever:",
        "3. walk(2) sends 4", "4. walk(4) sends 6", "5. walk(6) sends 2",
      ]
    )
  }

  @Test func `the path of a failure leads through the situation that asks for the promise`() async {
    let failures = await recordingFailures {
      space([-1: [0, 3], 0: [2], 3: [2], 2: [4], 4: [2]]).check(
        .leadsTo("three leads to five", from: { $0.state == 3 }, to: { $0.state == 5 })
      )
    }
    let details = failures.map(\.details).joined()
    #expect(details.contains("1. walk(-1) sends 3\n"), "\(details)")
    #expect(details.contains("2. walk(3) sends 2\n"), "\(details)")
  }

  @Test func `a failure shows the cycle`() async {
    let failures = await recordingFailures {
      space([-1: [0], 0: [2], 2: [4], 4: [2]]).check(.eventually("odd") { $0.state == 1 })
    }
    #expect(
      failures.map(\.details).first?.hasPrefix(
        """
              1. walk(-1) sends 0
                   -1 -> 0
                   starts walk(0)
              2. walk(0) sends 2
                   0 -> 2
                   starts walk(2)
            From here, these steps repeat for ever:
              3. walk(2) sends 4
                   2 -> 4
                   starts walk(4)
              4. walk(4) sends 2
                   4 -> 2
                   starts walk(2)
        """
      ) == true
    )
  }

  /// Returns the verdict about a spinner that must stop.
  private func verdict(
    _ inputs: [Spinner.Input],
    _ responses: [Response<Bool>] = [.sends(false)],
    _ fairness: SpaceProperty<Spinner>.Fairness = .responses
  ) async -> SpaceReport.Verdict? {
    var verdict: SpaceReport.Verdict?
    _ = await recordingFailures {
      verdict =
        StateSpace(initialState: Spinner.State(), inputs: inputs) {
          Spinner()
        } responses: { _ in
          responses
        }
        .check(.leadsTo("the spinner stops", fairness: fairness, from: { $0.isSpinning }, to: { !$0.isSpinning }))
        .verdicts[0].verdict
    }
    return verdict
  }

  @Test func `a fair response arrives unless inputs delay it endlessly`() async {
    #expect(await verdict([.load]) == .broken)
    #expect(await verdict([.load], fairness: .responsesOnceInputsEnd) == .holds)
    #expect(await verdict([.load, .cancel], fairness: .responsesOnceInputsEnd) == .holds)
    #expect(await verdict([.debounce], fairness: .responsesOnceInputsEnd) == .holds)
    // Effects that start at intervals, and are never cancelled, accumulate.
    #expect(await verdict([.throttle], fairness: .responsesOnceInputsEnd) == .unknown)
  }

  @Test func `an effect that may send nothing, or another answer, keeps no promise`() async {
    #expect(await verdict([.load], [.ends], .responsesOnceInputsEnd) == .broken)
    #expect(await verdict([.load], [.never, .sends(false)], .responsesOnceInputsEnd) == .broken)
    #expect(await verdict([.load], [.sends(true, then: .repeats)], .responsesOnceInputsEnd) == .broken)
    #expect(await verdict([.load], [.sends(true, then: .neverCompletes)], .responsesOnceInputsEnd) == .broken)
    #expect(await verdict([.load], [.sends(true, false)], .responsesOnceInputsEnd) == .holds)
  }

  /// Work, and a clock that ticks next to it or instead of it.
  private struct Beside: Reducer {
    struct State: Hashable {
      /// Whether the work is done, and whether the clock is all that runs.
      var isDone = false, isIdle = false
    }

    /// Which of them run at first.
    let ticks: Bool

    func start(from state: State) -> Effect<Bool, Never> { ticks ? .merge(work, tick) : work }

    func reduce(message: Message<Bool, Bool>, into state: inout State) -> Effect<Bool, Never> {
      switch message {
      case .input(let isIdle):
        state.isIdle = isIdle
        return .merge(.cancel(id: "work"), .cancel(id: "tick"), isIdle ? tick : work)
      case .feedback(let isDone):
        state.isDone = state.isDone || isDone
        return .none
      }
    }

    private var work: Effect<Bool, Never> { .run("work") { _ in }.cancellable(id: "work") }

    private var tick: Effect<Bool, Never> { .run("tick") { _ in }.cancellable(id: "tick") }
  }

  /// Returns the verdict about work that must be done.
  private func verdict(ticks: Bool, inputs: [Bool], mayBeSilent: Bool = false) async -> SpaceReport.Verdict? {
    var verdict: SpaceReport.Verdict?
    let space = StateSpace(initialState: Beside.State(), inputs: inputs) {
      Beside(ticks: ticks)
    } responses: { effect in
      effect.name == "tick" ? [.sends(false, then: .repeats)] : [.sends(true)] + (mayBeSilent ? [.never] : [])
    }
    _ = await recordingFailures {
      verdict =
        space.check(.eventually("it is done", fairness: .responsesOnceInputsEnd) { $0.isDone }).verdicts[0].verdict
    }
    return verdict
  }

  @Test func `an effect continues next to an endless effect, unless it may send nothing`() async {
    #expect(await verdict(ticks: true, inputs: []) == .holds)
    #expect(await verdict(ticks: true, inputs: [], mayBeSilent: true) == .broken)
  }

  /// Work in a chain, beside other work that each input begins anew.
  private struct Poked: Reducer {
    func start(from isDone: Bool) -> Effect<Bool, Never> {
      .concatenate(.run("work") { _ in }, .run("more") { _ in })
    }

    func reduce(message: Message<Bool, Bool>, into isDone: inout Bool) -> Effect<Bool, Never> {
      switch message {
      case .input: return .run("other") { _ in }.cancellable(id: "other", cancelInFlight: true)
      case .feedback(let value):
        isDone = value
        return .none
      }
    }
  }

  @Test func `an effect in a chain does not proceed because another effect is cancelled`() async {
    let failures = await recordingFailures {
      StateSpace(initialState: false, inputs: [true]) {
        Poked()
      } responses: { effect in
        effect.name == "work" ? [.sends(true)] : [.ends]
      }
      .check(.eventually("it is done") { $0.state }, suspects: false)
    }
    #expect(failures.map(\.headline) == [])
  }

  @Test func `the search finds cycles in each part that remains when inputs have ended`() async {
    // Work and clock alternate while inputs arrive. After that only the clock continues.
    #expect(await verdict(ticks: false, inputs: [true, false]) == .broken)
    #expect(await verdict(ticks: false, inputs: [false]) == .holds)
  }
}

extension SpaceLivenessTests {
  /// Returns the verdict about a spinner that must stop, with another fairness.
  private func verdict(
    _ inputs: [Spinner.Input],
    fairness: SpaceProperty<Spinner>.Fairness
  ) async -> SpaceReport.Verdict? {
    await verdict(inputs, [.sends(false)], fairness)
  }
}

/// Work that is cancelled as it starts, with something that follows its end.
private struct Farewell: Reducer {
  struct State: Hashable {
    var isOver = false
    var isOn = false
  }

  enum Input: Equatable { case toggle }

  func start(from state: State) -> Effect<Bool, Never> {
    .merge(.concatenate(.run("work") { _ in }.cancellable(id: "work"), .feedback(true)), .cancel(id: "work"))
  }

  func reduce(message: Message<Input, Bool>, into state: inout State) -> Effect<Bool, Never> {
    switch message {
    case .input(.toggle): state.isOn.toggle()
    case .feedback(let isOver): state.isOver = isOver
    }
    return .none
  }
}
