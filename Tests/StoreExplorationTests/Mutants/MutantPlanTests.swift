import StoreCore
import StoreTesting
import Testing

@testable import StoreExploration

/// The mutants of the steps of a test, and what they change.
@Suite struct MutantPlanTests {
  /// Returns the baseline of a test that sends 1, 2, and so on.
  ///
  /// - Parameters:
  ///   - effects: The effects that follow.
  ///   - ids: The ids of the effects that run before each.
  private func baseline(_ effects: Effect<Int, Int>..., running ids: [String] = []) -> FeatureBaseline<Figures> {
    let baseline = FeatureBaseline<Figures>()
    for (index, effect) in effects.enumerated() { baseline.record(.input(index + 1), effect, running: ids) }
    return baseline
  }

  /// The place of the work at a path in the effect of the first message.
  private func key(_ path: EffectPath) -> SleepKey {
    SleepKey(name: TransitionName(mode: StateDiagram.onlyMode, message: ".input(1)"), path: path)
  }

  /// An effect, with the changes of its parts.
  enum Example: CaseIterable {
    case feedback, output, outputs, equalOutputs, outputAndWork, cancellations, cancellationAndOutput, chain, work
    case throttle

    fileprivate var effect: Effect<Int, Int> {
      switch self {
      case .feedback: .feedback(3)
      case .output: .output(3)
      case .outputs: .merge(.output(1), .output(2))
      case .equalOutputs: .merge(.output(1), .output(1))
      case .outputAndWork: .merge(.output(1), .run("load") { _ in })
      case .cancellations: .merge(.cancel(id: "a"), .cancel(id: "b"))
      case .cancellationAndOutput: .merge(.cancel(id: "a"), .output(1))
      case .chain: .concatenate(.run("load") { _ in }, .run("save") { _ in })
      case .work: .run("load", of: 1, operation: { _ in }, catch: { _, _ in })
      case .throttle: .run("save") { _ in }.throttle(id: "save", for: .seconds(1), latest: true)
      }
    }

    fileprivate var changes: [String] {
      switch self {
      case .feedback:
        [
          "the feedback 3 that the feature sends itself was left out",
          "the feedback 3 that the feature sends itself was sent twice",
        ]
      case .output: ["the output 3 was left out", "the output 3 was emitted twice"]
      case .outputs:
        [
          "the output 2 came before the output 1", "the output 1 was left out", "the output 1 was emitted twice",
          "the output 1 had another value", "the output 2 was left out", "the output 2 was emitted twice",
          "the output 2 had another value",
        ]
      case .equalOutputs: ["the output 1 was left out", "the output 1 was emitted twice"]
      case .outputAndWork:
        [
          "the output 1 was left out", "the output 1 was emitted twice", #"the effect "load" was left out"#,
          #"the effect "load" ran twice"#,
        ]
      case .cancellations: []
      case .cancellationAndOutput:
        [
          "the output 1 came before the cancellation of a", "the output 1 was left out",
          "the output 1 was emitted twice",
        ]
      case .chain:
        [
          #"the effect "save" came before the effect "load""#, #"the effect "load" was left out"#,
          #"the effect "load" ran twice"#, #"the effect "save" was left out"#, #"the effect "save" ran twice"#,
        ]
      case .work:
        [
          #"the effect "load" was left out"#, #"the effect "load" ran twice"#, #"the effect "load" threw an error"#,
          #"an error of the effect "load" was not handled"#,
        ]
      case .throttle:
        [
          "the throttle lasted half as long", "the throttle lasted twice as long", "the throttle was left out",
          "the throttle let another effect of its interval through", #"the effect "save" was left out"#,
          #"the effect "save" ran twice"#,
        ]
      }
    }
  }

  @Test(arguments: Example.allCases) func `each part of an effect has its changes, once`(example: Example) {
    #expect(baseline(example.effect).changes(on: 1) == example.changes)
  }

  @Test(arguments: [nil, .zero, .seconds(1)] as [Duration?])
  func `the wait of a debounce is changed if it has ended and takes time`(duration: Duration?) {
    let baseline = baseline(.run("search") { _ in }.debounce(id: "search", for: duration ?? .seconds(1)))
    if let duration { baseline.sleeps.note(duration, of: key([0, 0])) }
    var expected = [
      "the effect with the id search could not be cancelled", #"the effect "search" was left out"#,
      #"the effect "search" ran twice"#,
    ]
    if duration == .seconds(1) {
      expected.insert(
        contentsOf: [
          "the debounce lasted half as long", "the debounce lasted twice as long", "the debounce was left out",
        ],
        at: 1
      )
    }
    #expect(baseline.changes(on: 1) == expected)
  }

  @Test(arguments: [.zero, .seconds(1)] as [Duration])
  func `the sleep of work is changed if it takes time`(duration: Duration) {
    let baseline = baseline(.run("load") { _ in })
    baseline.sleeps.note(duration, of: key([]))
    var expected = [#"the effect "load" was left out"#, #"the effect "load" ran twice"#]
    if duration > .zero {
      expected += [
        #"the effect "load" slept half as long"#, #"the effect "load" slept twice as long"#,
        #"the effect "load" did not sleep"#,
      ]
    }
    #expect(baseline.changes(on: 1) == expected)
  }

  @Test func `work gets the payload that another message gives to work of the same name`() throws {
    let other = Effect<Int, Int>.run("load", of: 2) { _ in }
    let baseline = baseline(.run("load", of: 1) { _ in }, .run("save", of: 3) { _ in }, other)
    let change = #"the effect "load" had the payload that another message gives it"#
    #expect(
      baseline.changes(on: 1) == [#"the effect "load" was left out"#, #"the effect "load" ran twice"#, change]
    )
    #expect(baseline.changes(on: 2) == [#"the effect "save" was left out"#, #"the effect "save" ran twice"#])
    let changed = try baseline.effect(with: change)
    #expect(EffectOutline([changed]) == EffectOutline([other.node]))
  }

  @Test(arguments: [[], ["a"], ["b"], ["a", "b"]] as [[String]])
  func `a cancellation is changed if it finds effects, or spares some`(running: [String]) {
    let baseline = baseline(.cancel(id: "a"), .run("load") { _ in }.cancellable(id: "b"), running: running)
    var expected: [String] = []
    if running.contains("a") { expected.append("the cancellation of a was left out") }
    if running.contains("b") { expected.append("the cancellation of a cancelled everything") }
    #expect(baseline.changes(on: 1) == expected)
  }

  @Test func `a cancellation of everything cancels each id of the test`() throws {
    let load = Effect<Int, Int>.run("load") { _ in }
    let baseline = baseline(
      .cancel(id: "a"),
      .merge(load.cancellable(id: "b"), load.throttle(id: "c", for: .seconds(1), latest: true)),
      .cancel(id: "b"),
      running: ["b"]
    )
    let changed = try baseline.effect(with: "the cancellation of a cancelled everything")
    let expected = Effect<Int, Int>.merge(.cancel(id: "a"), .cancel(id: "b"), .cancel(id: "c"))
    #expect(EffectOutline([changed]) == EffectOutline([expected.node]))
  }

  @Test func `two parts of an effect change places, and parts that an effect lacks do not`() throws {
    let outputs = baseline(.merge(.output(1), .output(2), .output(3)))
    let change = "the output 2 came before the output 1"
    let swapped = Effect<Int, Int>.merge(.output(2), .output(1), .output(3))
    let changed = try outputs.effect(with: change)
    #expect(EffectOutline([changed]) == EffectOutline([swapped.node]))
    let shorter = Effect<Int, Int>.merge(.output(1))
    let kept = try outputs.effect(with: change, returning: shorter)
    #expect(EffectOutline([kept]) == EffectOutline([shorter.node]))

    let (load, save) = (Effect<Int, Int>.run("load") { _ in }, Effect<Int, Int>.run("save") { _ in })
    let chain = baseline(.concatenate(load, save))
    let changedChain = try chain.effect(with: #"the effect "save" came before the effect "load""#)
    let swappedChain = Effect<Int, Int>.concatenate(save, load)
    #expect(EffectOutline([changedChain]) == EffectOutline([swappedChain.node]))
  }

  @Test func `an output gets the value of another one of the test`() throws {
    let baseline = baseline(.output(1), .output(1), .output(2))
    let changed = try baseline.effect(with: "the output 1 had another value")
    #expect(EffectOutline([changed]) == EffectOutline([Effect<Int, Int>.output(2).node]))
  }

  @Test func `a throttle gets another interval, ends another way, or is left out`() throws {
    let baseline = baseline(Example.throttle.effect)
    func throttle(_ change: String) throws -> (interval: Duration, latest: Bool)? {
      guard case .throttle(_, _, let interval, let latest, _) = try baseline.effect(with: change) else { return nil }
      return (interval, latest)
    }
    let half = try throttle("the throttle lasted half as long")
    #expect(half?.interval == .milliseconds(500))
    #expect(half?.latest == true)
    let twice = try throttle("the throttle lasted twice as long")
    #expect(twice?.interval == .seconds(2))
    #expect(twice?.latest == true)
    let other = try throttle("the throttle let another effect of its interval through")
    #expect(other?.interval == .seconds(1))
    #expect(other?.latest == false)
    guard case .run(let work) = try baseline.effect(with: "the throttle was left out") else {
      Issue.record("Only the throttled work is left.")
      return
    }
    #expect(work.description.name == "save")
  }

  @Test func `a state space sees a throttle that is missing or another one, but not how long it lasts`() {
    let throttle = baseline(Example.throttle.effect).plan.filter { $0.mutant.kind == .time }
    #expect(throttle.map(\.isVisibleToSpace) == [false, false, true, true])
  }

  @Test func `a state gets the first value of the test that it has in no step of the message`() {
    let baseline = FeatureBaseline<Figures>()
    baseline.record(.input(1), from: 0, to: 1)
    baseline.record(.input(2), from: 1, to: 2)
    baseline.record(.input(3), from: 2, to: 3)
    baseline.record(.input(4), from: 0, to: 0)
    let kept = "the state kept its old value"
    #expect(baseline.changes(on: 1) == [kept, "the state got another value: 2"])
    #expect(baseline.changes(on: 2) == [kept, "the state got another value: 0"])
    #expect(baseline.changes(on: 3) == [kept, "the state got another value: 0"])
    #expect(baseline.changes(on: 4) == ["the state became 1"])
  }
}
