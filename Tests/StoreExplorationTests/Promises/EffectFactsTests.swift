import Testing

@testable import StoreExploration

/// What effects have to do with each other, and with the state, in facts that are made by hand.
@Suite struct EffectFactsTests {
  struct Card { var isShown = false }

  private func answer(of effect: String, _ from: Int, _ to: Int, isFailure: Bool = false) -> PromiseFacts.Step {
    var step = PromiseFacts.Step.byEffect(effect, from, to, saying: "answer of \(effect)", isFailure: isFailure)
    (step.isChange, step.isEffective) = (false, false)
    return step
  }

  @Test func `an effect leads to all that follow on it in a chain`() {
    let effects = (0..<12).map { "effect \($0)" }
    let steps = zip(effects, effects.dropFirst()).map { effect, next in
      var step = answer(of: effect, 0, 0)
      step.started = [next]
      return step
    }
    let facts = PromiseFacts(of: [Card()], steps)
    for (position, effect) in effects.enumerated() {
      #expect(facts.successors[effect, default: []] == Set(effects.dropFirst(position + 1)))
    }
  }

  @Test(arguments: [(1, 2), (4, 0)]) func `an effect is supported by its own steps that count, without exceptions`(
    exceptions: Int,
    support: Int
  ) {
    let failures = ["load", "load", "load", "save"].map { answer(of: $0, 0, 0, isFailure: true) }
    let facts = PromiseFacts(of: [Card()], failures + [answer(of: "load", 0, 0)])
    let found = (0..<exceptions).map { Candidate.Exception(node: 0, steps: [$0]) }
    #expect(facts.support(of: "load", without: found, where: \.isFailure) == support)
  }

  @Test(arguments: [("load", true), ("save", false)]) func `an effect brings a condition by a message of its own`(
    effect: String,
    isBrought: Bool
  ) throws {
    let facts = PromiseFacts(
      of: [Card(), Card(isShown: true)],
      [answer(of: effect, 0, 1), answer(of: "load", 1, 1)]
    )
    let shown = try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: "isShown", kind: .flag(true))))
    #expect(facts.isBrought(shown, by: ["load"]) == isBrought)
  }
}
