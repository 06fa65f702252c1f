import StoreCore
import StoreTesting

/// A judge that distinguishes mutants from their feature by a state space, exploring both side by side.
struct SpaceJudge<Feature: Reducer>: MutantJudge where Feature.State: Hashable {
  let space: StateSpace<Feature>

  let reader: TransitionReader

  /// A situation of the feature, with the corresponding situation of the mutant.
  private struct Pair: Hashable {
    /// The number of the feature's situation.
    let original: Int

    /// The number of the mutant's situation.
    let mutant: Int
  }

  func gap() -> SpaceGap? { space.gap() }

  func isEquivalent(_ baseline: any Baseline, _ index: Int) -> Bool {
    // What a real store did says nothing of a mutant.
    guard let description = space.content as? SpaceDescription<Feature>,
      let baseline = baseline as? FeatureBaseline<Feature>, baseline.plan[index].isVisibleToSpace
    else { return false }
    return (try? isIndistinguishable(baseline.plan[index], in: description)) ?? false
  }

  /// Whether the space exercises the change of a mutant, and shows no difference.
  private func isIndistinguishable(
    _ mutant: PlannedMutant<Feature>,
    in description: SpaceDescription<Feature>
  ) throws -> Bool {
    // Whether each difference of the current step can be seen, given the ids under which effects run.
    var differences: [(Set<EffectIdentifier>) -> Bool] = []
    let change = MutantChange(mutant, reader) { ignored in
      differences.append { ids in mutant.isActive(ids) && ignored?.isActive(running: ids) ?? true }
    }
    var isExercised = false
    let isEqual = try walk(description, change.change) { node in
      if differences.contains(where: { $0(node.identifiers) }) { isExercised = true }
      differences = []
    }
    return isEqual && isExercised
  }

  /// Explores the spaces of the feature and of a mutant in parallel.
  ///
  /// - Parameters:
  ///   - description: The space.
  ///   - change: The change of the mutant.
  ///   - didStep: Receives the situation before each step of the mutant, after the step.
  /// - Returns: Whether all observable events are equal, to the end of the space.
  private func walk(
    _ description: SpaceDescription<Feature>,
    _ change: ReducerChange<Feature>,
    _ didStep: (SpaceNode<Feature>) -> Void
  ) throws -> Bool {
    let bounds = description.bounds
    let mutantRules = description.rules()
    mutantRules.change = change
    let original = SpaceSearch(description.rules(), within: bounds)
    let mutant = SpaceSearch(mutantRules, within: bounds)
    var (originals, mutants) = (SpaceTable<Feature>(), SpaceTable<Feature>())
    var known: Set<Pair> = []
    var rest: [Pair] = []
    /// Adds a pair of transitions; false if their events differ.
    func take(_ first: SpaceTransition<Feature>, _ second: SpaceTransition<Feature>) -> Bool {
      guard sight(of: first.events) == sight(of: second.events) else { return false }
      guard let one = originals.find(first.node, limit: bounds.states),
        let other = mutants.find(second.node, limit: bounds.states)
      else { return false }
      let pair = Pair(original: one.index, mutant: other.index)
      if known.insert(pair).inserted { rest.append(pair) }
      return true
    }
    guard take(try beginning(original), try beginning(mutant)) else { return false }
    didStep(SpaceNode(state: space.initialState))
    while let pair = rest.popLast() {
      let (first, second) = (originals.nodes[pair.original], mutants.nodes[pair.mutant])
      let moves = original.moves(from: first)
      guard moves == mutant.moves(from: second) else { return false }
      for move in moves {
        guard take(try original.step(move, from: first), try mutant.step(move, from: second)) else { return false }
        didStep(second)
      }
    }
    return true
  }

  /// Returns the start of a space.
  private func beginning(_ search: SpaceSearch<Feature>) throws -> SpaceTransition<Feature> {
    var step = SpaceTransition(
      search.rules,
      from: SpaceNode(state: search.rules.canonicalState(for: space.initialState))
    )
    try step.begin()
    return step
  }

  /// Returns the observable part of events.
  private func sight(of events: [SpaceEvent<Feature>]) -> [String] {
    events.map { event in
      switch event {
      case .reduced(let step): "\(describe(step.message)) \(identifyingText(of: step.after))"
      case .output(let output): "output \(identifyingText(of: output))"
      case .started(let description): "start \(description.label)"
      case .cancelled(let description): "cancel \(description.label)"
      case .ended(let description): "end \(description.label)"
      }
    }
  }
}
