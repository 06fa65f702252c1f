import StoreCore
import TestSupport
import Testing

/// Effects that are nested deeper than the stack allows for a recursion.
@Suite(.timeLimit(.minutes(15))) struct EffectNestingTests {
  /// The depth of the effects. A recursion overflows the stack of a task at about half of it.
  private static let depth = scaled(4_000)

  /// A way to put an effect within another.
  enum Wrapper: CaseIterable {
    case merge
    case concatenate
    case cancellable

    /// The other ways in turn.
    case mixed

    func wrap(_ effect: Step, _ number: Int) -> Step {
      switch self {
      case .merge: .merge(effect, .output("o"))
      case .concatenate: .concatenate(effect, .output("o"))
      case .cancellable: effect.cancellable(id: number)
      case .mixed: Self.allCases[number % 3].wrap(effect, number)
      }
    }

    /// Puts an effect within others, up to a depth.
    func nest(_ effect: Step, depth: Int = EffectNestingTests.depth) -> Step {
      var effect = effect
      for number in 0..<depth { effect = wrap(effect, number) }
      return effect
    }
  }

  @Test(arguments: sample(Wrapper.allCases, every: 2, from: 1))
  func `nested effects are built and released`(wrapper: Wrapper) {
    _ = wrapper.nest(.live("a"))
    // One of two owners is released first.
    let effect = wrapper.nest(.live("a"))
    var other: Step? = .merge(effect, effect)
    other = nil
    _ = other
  }

  // A recursion overflows a stack of eight megabytes at this depth, too.
  private static let greatDepth = 100_000

  @Test(arguments: [Wrapper.merge, .mixed])
  func `effects that are nested a hundred thousand times are released`(wrapper: Wrapper) {
    _ = wrapper.nest(.live("a"), depth: Self.greatDepth)
  }

  @Test func `an effect that is mapped a hundred thousand times is released`() {
    var effect = Effect<Int, Never>.run { send in await send(1) }
    for _ in 0..<Self.greatDepth { effect = effect.map { $0 + 1 } }
  }

  @Test(arguments: sample(Wrapper.allCases, every: 2))
  func `nested effects start, and end`(wrapper: Wrapper) throws {
    let harness = RunnerHarness()
    let group = harness.send(wrapper.nest(.live("a"), depth: Self.depth))
    #expect(harness.running == ["a"])
    try harness.finish("a")
    #expect(harness.running.isEmpty)
    #expect(group.isFinished)
    let identifiers = wrapper == .cancellable ? Self.depth : wrapper == .mixed ? Self.depth / 3 : 0
    #expect(harness.events.count { $0 == "output o" } == Self.depth - identifiers)
  }

  @Test(arguments: sample(Wrapper.allCases, every: 2))
  func `nested effects are cancelled by the outermost id, and by the innermost`(wrapper: Wrapper) throws {
    let harness = RunnerHarness()
    harness.send(wrapper.nest(.live("a").cancellable(id: "inner")).cancellable(id: "outer"))
    harness.send(wrapper.nest(.live("b").cancellable(id: "inner")).cancellable(id: "outer"))
    harness.send(.cancel(id: "outer"))
    #expect(harness.events.suffix(2) == ["cancelled a", "cancelled b"])
    harness.send(.cancel(id: "inner"))
    #expect(harness.events.suffix(2) == ["cancelled b", "input"])
  }

  @Test(arguments: sample(Wrapper.allCases, every: 2, from: 1))
  func `nested effects that have not ended are released with their engine`(wrapper: Wrapper) {
    var harness: RunnerHarness? = RunnerHarness()
    let group = harness?.send(wrapper.nest(.live("a")))
    weak let runner = harness?.runner
    harness = nil
    #expect(runner == nil)
    #expect(group?.isCancelled == true)
  }

  @Test(arguments: sample(Wrapper.allCases, every: 2, from: 1))
  func `nested effects are mapped to another feature`(wrapper: Wrapper) throws {
    let effect: Step = wrapper.nest(.say("a")).map(feedback: { "\($0)!" }, output: { .output("\($0)!") })
    let harness = RunnerHarness()
    harness.send(effect)
    #expect(harness.running == ["a"])
    #expect(harness.events.allSatisfy { $0 == "input" || $0 == "started a" || $0 == "output o!" })
    try harness.finish("a")
    #expect(harness.running.isEmpty)
  }

  @Test func `an effect that is mapped repeatedly sends, fails and is released`() async throws {
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
    try await work.run(for: NotingReceiver(probe))
    #expect(probe.notes == ["\(1 + 10 * Self.depth)", "\(2 + 10 * Self.depth)"])
  }

  @Test func `immediate links end the chains around them at any depth`() {
    let harness = RunnerHarness()
    let group = harness.send(Wrapper.concatenate.nest(.none, depth: Self.depth))
    #expect(group.isFinished)
    #expect(harness.events.count { $0 == "output o" } == Self.depth)
  }

  @Test func `one message cancels each of two thousand ids`() {
    let harness = RunnerHarness()
    harness.send(.merge((0..<2_000).map { .live("\($0)").cancellable(id: $0) }))
    harness.send(.merge((0..<2_000).reversed().map { .cancel(id: $0) }))
    #expect(harness.events.count { $0.hasPrefix("cancelled") } == 2_000)
    #expect(harness.events.last == "cancelled 0")
  }

  @Test func `an inner id cancels its own effect, and an outer id cancels all others`() {
    let harness = RunnerHarness()
    harness.send(.merge((0..<1000).map { .live("\($0)").cancellable(id: $0).cancellable(id: "all") }))
    harness.send(.cancel(id: 500))
    #expect(harness.events.last == "cancelled 500")
    harness.send(.cancel(id: "all"))
    #expect(harness.events.suffix(3) == ["cancelled 997", "cancelled 998", "cancelled 999"])
    #expect(harness.events.count { $0.hasPrefix("cancelled") } == 1000)
  }
}

/// A receiver that notes each feedback.
private final class NotingReceiver: FeedbackReceiver {
  private let probe: Probe

  init(_ probe: Probe) {
    self.probe = probe
  }

  var isCancelled: Bool { false }

  func makeLease() -> SenderLease? { nil }

  func receive(_ feedback: any Sendable) async { probe.note("\(feedback)") }
}
