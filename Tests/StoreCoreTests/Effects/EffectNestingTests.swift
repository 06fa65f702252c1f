import StoreCore
import TestSupport
import Testing

/// Effects that a loop nests deeper than the stack allows are built, described, run, cancelled and released.
@Suite(.timeLimit(.minutes(5))) struct EffectNestingTests {
  /// The depth of the nested effects: some twice as deep as a recursion could go on the stack of a task.
  private static let depth = scaled(4_000)

  /// A way to put an effect within another.
  enum Wrapper: CaseIterable {
    /// The earlier effects first, in a list of two.
    case merge

    /// The earlier effects first, in a chain of two.
    case concatenate

    /// An id around the earlier effects.
    case cancellable

    /// All of it by turns.
    case mixed

    /// Puts an effect within another.
    func wrap(_ effect: Step, _ number: Int) -> Step {
      switch self {
      case .merge: .merge(effect, .output("o"))
      case .concatenate: .concatenate(effect, .output("o"))
      case .cancellable: effect.cancellable(id: number)
      case .mixed: Self.allCases[number % 3].wrap(effect, number)
      }
    }

    /// An effect around which others are put.
    func nest(_ effect: Step, depth: Int = EffectNestingTests.depth) -> Step {
      var effect = effect
      for number in 0..<depth { effect = wrap(effect, number) }
      return effect
    }
  }

  @Test("nested effects are built and released", arguments: sample(Wrapper.allCases, every: 2, from: 1))
  func release(wrapper: Wrapper) {
    _ = wrapper.nest(.live("a"))
    // One of two owners ends first.
    let effect = wrapper.nest(.live("a"))
    var other: Step? = .merge(effect, effect)
    other = nil
    _ = other
  }

  @Test("nested effects start, and end", arguments: sample(Wrapper.allCases, every: 2))
  func run(wrapper: Wrapper) throws {
    let bench = Bench()
    let group = bench.send(wrapper.nest(.live("a"), depth: Self.depth))
    #expect(bench.running == ["a"])
    try bench.finish("a")
    #expect(bench.running.isEmpty)
    #expect(group.isFinished)
    let identifiers = wrapper == .cancellable ? Self.depth : wrapper == .mixed ? Self.depth / 3 : 0
    #expect(bench.events.count { $0 == "output o" } == Self.depth - identifiers)
  }

  @Test(
    "nested effects are cancelled by the outermost id, and by the innermost",
    arguments: sample(Wrapper.allCases, every: 2)
  )
  func cancel(wrapper: Wrapper) throws {
    let bench = Bench()
    bench.send(wrapper.nest(.live("a").cancellable(id: "inner")).cancellable(id: "outer"))
    bench.send(wrapper.nest(.live("b").cancellable(id: "inner")).cancellable(id: "outer"))
    bench.send(.cancel(id: "outer"))
    #expect(bench.events.suffix(2) == ["cancelled a", "cancelled b"])
    bench.send(.cancel(id: "inner"))
    #expect(bench.events.suffix(2) == ["cancelled b", "input"])
  }

  @Test(
    "nested effects that have not ended are released with their engine",
    arguments: sample(Wrapper.allCases, every: 2, from: 1)
  )
  func abandon(wrapper: Wrapper) {
    var bench: Bench? = Bench()
    let group = bench?.send(wrapper.nest(.live("a")))
    weak let runner = bench?.runner
    bench = nil
    #expect(runner == nil)
    #expect(group?.isCancelled == true)
  }

  @Test(
    "nested effects are put into the words of another feature",
    arguments: sample(Wrapper.allCases, every: 2, from: 1)
  )
  func map(wrapper: Wrapper) throws {
    let effect: Step = wrapper.nest(.say("a")).map(feedback: { "\($0)!" }, output: { .output("\($0)!") })
    let bench = Bench()
    bench.send(effect)
    #expect(bench.running == ["a"])
    #expect(bench.events.allSatisfy { $0 == "input" || $0 == "started a" || $0 == "output o!" })
    try bench.finish("a")
    #expect(bench.running.isEmpty)
  }

  @Test("work that is mapped again and again sends, fails and is released")
  func mapAgain() async {
    /// An error of the test.
    struct Failure: Error {}
    let probe = Probe()
    var effect = Effect<Int, Never>.run { send in
      await send(1)
      throw Failure()
    } catch: { _, send in
      await send(2)
    }
    for _ in 0..<Self.depth { effect = effect.map { $0 + 10 } }
    guard case .run(let work) = effect.node else {
      Issue.record("The effect is no work.")
      return
    }
    let send = Send<Int> { probe.note("\($0)") }
    #expect(await work.run({ Send<any Sendable>(of: nil) { await send($0 as? Int ?? 0) } }) == nil)
    #expect(probe.notes == ["\(1 + 10 * Self.depth)", "\(2 + 10 * Self.depth)"])
  }

  @Test("links that pass at once end the chains around them, however many there are")
  func chainsAround() {
    let bench = Bench()
    let group = bench.send(Wrapper.concatenate.nest(.none, depth: Self.depth))
    #expect(group.isFinished)
    #expect(bench.events.count { $0 == "output o" } == Self.depth)
  }

  @Test("each of two thousand ids is cancelled in one message")
  func manyIdentifiers() {
    let bench = Bench()
    bench.send(.merge((0..<2_000).map { .live("\($0)").cancellable(id: $0) }))
    bench.send(.merge((0..<2_000).reversed().map { .cancel(id: $0) }))
    #expect(bench.events.count { $0.hasPrefix("cancelled") } == 2_000)
    #expect(bench.events.last == "cancelled 0")
  }

  @Test("an id cancels its own effect among many, and an id around all of them the others")
  func oneIdentifier() {
    let bench = Bench()
    bench.send(.merge((0..<1000).map { .live("\($0)").cancellable(id: $0).cancellable(id: "all") }))
    bench.send(.cancel(id: 500))
    #expect(bench.events.last == "cancelled 500")
    bench.send(.cancel(id: "all"))
    #expect(bench.events.suffix(3) == ["cancelled 997", "cancelled 998", "cancelled 999"])
    #expect(bench.events.count { $0.hasPrefix("cancelled") } == 1000)
  }
}
