import Testing

@testable import StoreCore

/// Tables of events, with the actions that the engine returns for each.
@Suite struct EffectEngineTests {
  /// Returns a run of a feature that follows one plan for each input.
  private func run(_ plans: EffectPlan...) -> EngineRun<PlannedFeature> {
    var feature = PlannedFeature()
    for (number, plan) in plans.enumerated() { feature.plans[number] = plan }
    var run = EngineRun(feature, state: PlannedFeature.State())
    run.clear()
    return run
  }

  /// An event, and the lines of its actions.
  typealias Row = (event: EngineRun<PlannedFeature>.Event, actions: [String])

  /// Performs events in order, and compares the lines of their actions.
  private func expect(
    _ run: EngineRun<PlannedFeature>,
    _ rows: Row...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var run = run
    for (number, row) in rows.enumerated() {
      run.clear()
      run.take(row.event)
      #expect(run.lines == row.actions, "row \(number)", sourceLocation: sourceLocation)
    }
    #expect(run.mistakes == [], sourceLocation: sourceLocation)
  }

  @Test func `an effect starts, sends, ends, and finishes with its feedback's effects`() {
    expect(
      run(.merge([.output(1), .run(7), .output(2)])),
      (.input(0), ["reduce input(0)", "output 1", "start w(7)", "output 2"]),
      (.feedback(0, from: 1), ["reduce feedback(0)"]),
      (.end(1), ["end w(7)", "finish"]),
      (.end(1), [])
    )
  }

  @Test func `an immediate feedback is reduced when all of its message has started`() {
    expect(
      run(.merge([.feedback(0), .run(7)])),
      (.input(0), ["reduce input(0)", "start w(7)", "reduce feedback(0)"])
    )
  }

  @Test func `a chain continues when all work of its last effect has ended`() {
    expect(
      run(.chain([.merge([.run(1), .run(2)]), .output(3), .run(4)])),
      (.input(0), ["reduce input(0)", "start w(1)", "start w(2)"]),
      (.end(2), ["end w(2)"]),
      (.end(1), ["end w(1)", "output 3", "start w(4)"]),
      (.end(3), ["end w(4)", "finish"])
    )
  }

  @Test func `a cancelled effect sends no feedback, and a chain around it continues when it has ended`() {
    expect(
      run(.chain([.cancellable(.run(1), 0, inFlight: false), .run(2)]), .cancel(0)),
      (.input(0), ["reduce input(0)", "start w(1)"]),
      (.input(1), ["reduce input(1)", "cancel w(1)", "finish"]),
      (.feedback(0, from: 1), ["drop feedback(0)"]),
      (.end(1), ["end w(1)", "start w(2)"]),
      (.end(2), ["end w(2)", "finish"])
    )
  }

  @Test func `an effect that cancels others under its own id continues`() {
    expect(
      run(.cancellable(.run(1), 0, inFlight: true)),
      (.input(0), ["reduce input(0)", "start w(1)"]),
      (.input(0), ["reduce input(0)", "cancel w(1)", "start w(1)"]),
      (.end(1), ["end w(1)", "finish"]),
      (.end(2), ["end w(1)", "finish"])
    )
  }

  @Test func `an effect after a cancellation of its own id does not start`() {
    expect(
      run(.cancellable(.merge([.output(1), .cancel(0), .run(1), .output(2), .feedback(0)]), 0, inFlight: false)),
      (.input(0), ["reduce input(0)", "output 1", "finish"])
    )
  }

  @Test func `a debounced effect waits until a newer one replaces it`() {
    expect(
      run(.debounce(.run(1), 0)),
      (.input(0), ["reduce input(0)", "start debounce"]),
      (.input(0), ["reduce input(0)", "cancel debounce", "start debounce"]),
      (.end(1), ["end debounce", "finish"]),
      (.end(2), ["end debounce", "start w(1)"])
    )
  }

  @Test func `a restarted interval is not ended by the timer of the one before`() {
    expect(
      run(.throttle(.output(1), 0, latest: true, isInstant: false)),
      (.input(0), ["reduce input(0)", "open 1.0 seconds", "output 1", "finish"]),
      (.input(0), ["reduce input(0)", "start throttle"]),
      (.end(1), ["end throttle", "open 1.0 seconds", "output 1", "finish"]),
      (.intervalEnd(1), []),
      (.input(0), ["reduce input(0)", "start throttle"])
    )
  }

  @Test(arguments: [true, false])
  func `a throttled effect starts at once, and again at the end of its interval`(latest: Bool) {
    let late = latest ? ["start throttle"] : ["finish"]
    expect(
      run(.throttle(.output(1), 0, latest: latest, isInstant: false)),
      (.input(0), ["reduce input(0)", "open 1.0 seconds", "output 1", "finish"]),
      (.input(0), ["reduce input(0)"] + late),
      (.intervalEnd(1), []),
      (
        .input(0),
        ["reduce input(0)"] + (latest ? ["cancel throttle"] : []) + ["open 1.0 seconds", "output 1", "finish"]
      )
    )
  }

  @Test func `effects of a removed child are cancelled before the effects of the removing message start`() {
    var feature = PlannedFeature()
    feature.plans[0] = .child(0, .merge([.run(1), .child(0, .run(2))]))
    feature.plans[1] = .merge([.run(3), .child(0, .merge([.run(4), .outsideChild(.output(5))]))])
    feature.changes[1] = .kid0
    expect(
      EngineRun(feature, state: PlannedFeature.State()),
      (.input(0), ["reduce input(0)", "start w(1)", "start w(2)"]),
      (.input(1), ["reduce input(1)", "cancel w(1)", "cancel w(2)", "start w(3)", "output 5"]),
      (.end(1), ["end w(1)"]),
      (.end(2), ["end w(2)", "finish"])
    )
  }

  @Test func `an absent child starts nothing, although its parent does`() {
    expect(
      run(.child(0, .merge([.run(1), .child(1, .run(2))]))),
      (.input(0), ["reduce input(0)", "start w(1)"])
    )
  }

  @Test func `an interval of a grandchild is removed with the child`() {
    var feature = PlannedFeature()
    feature.plans[0] = .child(0, .child(0, .throttle(.run(1), 0, latest: false, isInstant: false)))
    feature.changes[1] = .kid0
    var run = EngineRun(feature, state: PlannedFeature.State())
    for input in [0, 0, 1, 1, 0] { run.take(.input(input)) }
    #expect(run.lines.count { $0 == "start w(1)" } == 2)
  }

  @Test func `an idle child is removed with its interval, so that a new child starts at once`() {
    var feature = PlannedFeature()
    feature.plans[0] = .child(0, .throttle(.run(1), 0, latest: false, isInstant: false))
    feature.changes[1] = .kid0
    expect(
      EngineRun(feature, state: PlannedFeature.State()),
      (.input(0), ["reduce input(0)", "open 1.0 seconds", "start w(1)"]),
      (.end(1), ["end w(1)", "finish"]),
      (.input(1), ["reduce input(1)", "finish"]),
      (.input(1), ["reduce input(1)", "finish"]),
      (.input(0), ["reduce input(0)", "open 1.0 seconds", "start w(1)"])
    )
  }

  @Test func `a chain of a child continues after an effect of its parent`() {
    expect(
      run(.child(0, .chain([.outsideChild(.run(1)), .run(2)]))),
      (.input(0), ["reduce input(0)", "start w(1)"]),
      (.end(1), ["end w(1)", "start w(2)"]),
      (.end(2), ["end w(2)", "finish"])
    )
  }

  @Test func `a removed child emits no output that waits for an effect in a merge`() {
    var feature = PlannedFeature()
    let merge = EffectPlan.merge([.run(1), .outsideChild(.output(2))])
    feature.plans[0] = .child(0, .chain([merge, .outsideChild(.output(3))]))
    feature.changes[0] = .kid0
    expect(EngineRun(feature, state: PlannedFeature.State()), (.input(0), ["reduce input(0)", "output 2", "finish"]))
  }

  @Test func `a cancelled group starts nothing more, and finishes when its effects have ended`() {
    expect(
      run(.chain([.run(1), .run(2)]), .chain([.run(3), .run(4)])),
      (.input(0), ["reduce input(0)", "start w(1)"]),
      (.input(1), ["reduce input(1)", "start w(3)"]),
      (.cancel(group: 1), ["cancel w(1)"]),
      (.end(1), ["end w(1)", "finish"]),
      (.cancelAll, ["cancel w(3)"]),
      (.end(2), ["end w(3)", "finish"])
    )
  }

  @Test func `a feature that sends itself feedback endlessly is stopped, and reported once`() {
    /// A feature that sends itself two feedbacks for each message.
    struct EndlessSelfSender: Reducer {
      func reduce(message: Message<Int, Int>, into state: inout Int) -> Effect<Int, Never> {
        state += 1
        return .merge(.feedback(1), .feedback(2))
      }
    }
    var run = EngineRun(EndlessSelfSender(), state: 0)
    run.engine = EffectEngine(messageLimit: 100)
    run.take(.input(0))
    #expect(run.state == 101)
    #expect(run.lines.count { $0.hasPrefix("break") } == 1)
    #expect(run.lines.last == "finish")
  }

  @Test func `a feature can send itself any number of messages if it becomes idle in between`() {
    /// A feature that sends itself feedback until its state is a multiple of 100.
    struct LimitedSelfSender: Reducer {
      func reduce(message: Message<Int, Int>, into state: inout Int) -> Effect<Int, Never> {
        state += 1
        return state.isMultiple(of: 100) ? .none : .feedback(1)
      }
    }
    var run = EngineRun(LimitedSelfSender(), state: 0)
    run.engine = EffectEngine(messageLimit: 100)
    for _ in 0..<2 { run.take(.input(0)) }
    #expect(run.state == 200)
    #expect(run.lines.allSatisfy { !$0.hasPrefix("break") })
  }
}

/// Messages that wait in the engine while another event comes first.
@Suite struct WaitingMessageTests {
  /// Returns an engine with the effect 1 under the id 0, and with a waiting feedback of that effect.
  private func machine() -> EffectEngine {
    var machine = EffectEngine()
    machine.follow(EffectPlan.cancellable(.run(1), 0, inFlight: false).node(), in: 1, from: EffectOrigin(nil), state: 0)
    _ = lines(&machine)
    machine.send(EffectMessage(.feedback(0), from: .effect(1, nil), group: 1))
    return machine
  }

  /// Returns the actions of an engine, one word each.
  private func lines(_ machine: inout EffectEngine) -> [String] {
    var lines: [String] = []
    while let action = machine.next({ $0.count }) {
      switch action {
      case .reduce: lines.append("reduce")
      case .drop: lines.append("drop")
      case .start: lines.append("start")
      case .cancel: lines.append("cancel")
      case .end: lines.append("end")
      case .finish: lines.append("finish")
      default: lines.append("other")
      }
    }
    return lines
  }

  @Test func `feedback that an effect sent before its end is reduced, and then the effect is released`() {
    var machine = machine()
    machine.end(1)
    machine.cancel(EffectIdentifier(0), because: EffectOrigin(nil))
    #expect(lines(&machine) == ["end", "reduce", "finish"])
    #expect(machine.effects.isEmpty)
  }

  @Test func `feedback that an effect sent before its cancellation is dropped, even after its end`() {
    var machine = machine()
    machine.cancel(EffectIdentifier(0), because: EffectOrigin(nil))
    machine.end(1)
    #expect(lines(&machine) == ["cancel", "end", "drop", "finish"])
    #expect(machine.effects.isEmpty)
  }

  @Test(arguments: [true, false])
  func `feedback of an ended effect is dropped when its group is cancelled`(isAll: Bool) {
    var machine = machine()
    machine.end(1)
    if isAll { machine.cancelAll() } else { machine.cancel(group: 1) }
    #expect(lines(&machine) == ["end", "drop", "finish"])
  }

  @Test func `feedback that a feature sent to itself is dropped when its group is cancelled`() {
    var machine = EffectEngine()
    machine.follow(EffectPlan.merge([.feedback(0), .run(1)]).node(), in: 1, from: EffectOrigin(nil), state: 0)
    _ = machine.next { $0.count }
    machine.cancel(group: 1)
    #expect(lines(&machine) == ["cancel", "drop"])
  }

  @Test func `effects that have not started don't start after their group is cancelled`() {
    var machine = EffectEngine()
    machine.follow(EffectPlan.merge([.output(0), .run(1)]).node(), in: 1, from: EffectOrigin(nil), state: 0)
    _ = machine.next { $0.count }
    machine.cancel(group: 1)
    #expect(lines(&machine) == ["finish"])
  }
}
