import TestSupport
import Testing

@testable import StoreCore

/// Laws that hold for all effects, tested on random effects.
@Suite(.timeLimit(.minutes(15))) struct EffectAlgebraTests {
  /// Runs a feature, then cancels everything and ends all effects.
  private func run(_ feature: PlannedFeature, seed: UInt64, steps: Int = 40) -> EngineRun<PlannedFeature> {
    var random = SplitMix64(seed: seed)
    var run = EngineRun(feature, state: PlannedFeature.State())
    for _ in 0..<steps { run.take(run.event(&random)) }
    run.take(.cancelAll)
    while let effect = run.running.keys.min() { run.take(.end(effect)) }
    tally(.features)
    return run
  }

  /// Returns a feature with the plan for its first input, and random plans for the other messages.
  private func feature(_ plan: EffectPlan, seed: UInt64) -> PlannedFeature {
    var feature = PlannedFeature.random(seed)
    feature.plans[0] = plan
    return feature
  }

  private func plans(_ count: Int, seed: UInt64) -> [EffectPlan] {
    var random = SplitMix64(seed: seed ^ 0xA5A5)
    return (0..<count).map { _ in .random(&random, size: 2, feedback: 0) }
  }

  @Test(arguments: seeds(4))
  func `every start has one end, cancelled effects send nothing, and every group finishes once`(seed: UInt64) {
    for variant in 0..<4 as Range<UInt64> {
      let run = run(.random(seed * 10 + variant), seed: seed * 10 + variant)
      #expect(run.mistakes == [])
      #expect(run.running.isEmpty)
      #expect(run.open.isEmpty)
    }
  }

  @Test(arguments: seeds(4))
  func `merging is associative, and the empty effect is neutral`(seed: UInt64) {
    let plans = plans(3, seed: seed)
    let (a, b, c) = (plans[0], plans[1], plans[2])
    let flat = run(feature(.merge([a, b, c]), seed: seed), seed: seed).lines
    for plan in [
      EffectPlan.merge([.merge([a, b]), c]), .merge([a, .merge([b, c])]), .merge([.none, a, b, .none, c]),
      .chain([.merge([a, b, c])]),
    ] {
      #expect(run(feature(plan, seed: seed), seed: seed).lines == flat)
    }
  }

  @Test(arguments: seeds(4))
  func `concatenating is associative, and the empty effect is neutral`(seed: UInt64) {
    let plans = plans(3, seed: seed)
    let (a, b, c) = (plans[0], plans[1], plans[2])
    let flat = run(feature(.chain([a, b, c]), seed: seed), seed: seed).lines
    for plan in [
      EffectPlan.chain([.chain([a, b]), c]), .chain([a, .chain([b, c])]), .chain([.none, a, .none, b, c]),
      .merge([.chain([a, b, c])]),
    ] {
      #expect(run(feature(plan, seed: seed), seed: seed).lines == flat)
    }
  }

  @Test(arguments: seeds(4))
  func `concatenated effects never overlap`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // The work of a link has the link's number, so that overlapping links would show.
    let links = (0..<4).map { link in
      EffectPlan.merge((0..<Int.random(in: 1...3, using: &random)).map { _ in .mapped(.run(link)) })
    }
    var feature = PlannedFeature()
    feature.plans[0] = .chain(links)
    var run = EngineRun(feature, state: PlannedFeature.State())
    run.take(.input(0))
    var count = 0
    while let effect = run.running.keys.sorted().randomElement(using: &random) {
      #expect(Set(run.running.values.map(\.description.label)).count == 1)
      run.take(.end(effect))
      count += 1
    }
    #expect(run.lines.count { $0.hasPrefix("start") } == count)
    #expect(run.lines.last == "finish")
  }

  @Test(arguments: seeds(4))
  func `a repeated id, or an unused id, makes no difference`(seed: UInt64) {
    let plan = plans(1, seed: seed)[0]
    let once = run(feature(.cancellable(plan, 0, inFlight: false), seed: seed), seed: seed).lines
    let twice = run(
      feature(.cancellable(.cancellable(plan, 0, inFlight: false), 0, inFlight: false), seed: seed),
      seed: seed
    ).lines
    #expect(once == twice)
    let other = run(feature(.cancellable(plan, 99, inFlight: true), seed: seed), seed: seed)
    #expect(other.mistakes == [])
  }

  @Test(arguments: seeds(4))
  func `only newer effects run under an id after its cancellation`(seed: UInt64) {
    var feature = feature(.cancellable(plans(1, seed: seed)[0], 7, inFlight: false), seed: seed)
    feature.plans[1] = .cancel(7)
    var random = SplitMix64(seed: seed)
    var run = EngineRun(feature, state: PlannedFeature.State())
    for _ in 0..<30 {
      run.take(run.event(&random))
      run.take(.input(1))
      let alive = run.running.keys.filter { !run.cancelled.contains($0) }
      for effect in alive {
        #expect(!run.engine.identifiers(of: effect).contains(EffectIdentifier(7)))
      }
    }
    #expect(run.mistakes == [])
  }

  @Test(arguments: seeds(4))
  func `a copy of an engine behaves as the engine does, and neither changes the other`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var run = EngineRun(PlannedFeature.random(seed), state: PlannedFeature.State())
    for _ in 0..<15 { run.take(run.event(&random)) }
    run.clear()
    var (first, second) = (run, run)
    var (one, other) = (random, random)
    for _ in 0..<15 { first.take(first.event(&one)) }
    for _ in 0..<15 { second.take(second.event(&other)) }
    #expect(first.lines == second.lines)
    #expect(run.lines == [])
    #expect(run.mistakes + first.mistakes + second.mistakes == [])
  }
}
