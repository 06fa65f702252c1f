import StoreCore
import StoreTesting

extension SpaceSearch: ExploredSpace {
  var situationCount: Int { table.nodes.count }

  func isExplored(at index: Int) -> Bool { index < expanded }

  func situation(at index: Int) -> Situation<Feature> { table.nodes[index].situation }

  func depth(at index: Int) -> Int { Int(depths[index]) }

  func forcedEffects(at index: Int) -> [Int] {
    let effects = table.nodes[index].effects
    return effects.indices.filter { effects[$0].isForced }
  }

  func edges(from index: Int) -> ArraySlice<SpaceEdge> { edges[firstEdges[index]..<firstEdges[index + 1]] }

  func moves(from index: Int) -> [SpaceMove] { moves(from: table.nodes[index]) }

  func isInput(_ move: SpaceMove) -> Bool { if case .input = move { true } else { false } }

  func shownEffects(at index: Int) -> [Int] {
    table.nodes[index].effects.indices.filter { table.nodes[index].effects[$0].isShown }
  }

  func step(_ move: SpaceMove, from index: Int) -> SpaceStep<Feature> {
    let before = table.nodes[index]
    let step: SpaceTransition<Feature> = assumingTaken { () throws(SpaceError) in try self.step(move, from: before) }
    // Equal situations may number chains and effects differently, so a path continues from the stored one.
    let known = table.known(step.node)
    var survivors = [Int?](repeating: nil, count: before.effects.count)
    for (number, effect) in step.node.effects.enumerated() {
      if let known, let origin = effect.origin { survivors[origin] = known.pairs[number] }
    }
    return SpaceStep(
      cause: cause(of: move, in: before),
      events: step.events,
      target: known?.index,
      survivors: survivors
    )
  }

  /// Takes a step again, which can't fail, as it didn't before.
  private func assumingTaken<Result>(_ take: () throws(SpaceError) -> Result) -> Result {
    do { return try take() } catch { preconditionFailure("A step failed that had been taken: \(error)") }
  }

  private func cause(of move: SpaceMove, in node: SpaceNode<Feature>) -> SpaceCause {
    guard case .progress(let index, _) = move else { return SpaceCause() }
    let effect = node.effects[index]
    guard let wait = effect.waitToEnd else { return SpaceCause(effect: effect.description.label) }
    // A wait or an interval that ends only takes time.
    return SpaceCause(
      effect: effect.description.label,
      isWait: true,
      makeCode: { "await store.clock.advance(by: \(describe(wait)))" }
    )
  }

  /// Returns the moves to a situation, on the shortest path.
  func path(to node: Int) -> [SpaceMove] {
    var moves: [SpaceMove] = []
    var index = node
    while parents[index].node >= 0 {
      moves.append(parents[index].move)
      index = Int(parents[index].node)
    }
    return moves.reversed()
  }
}

extension PendingEffect {
  /// The duration of a wait or an interval.
  fileprivate var waitToEnd: Duration? {
    switch kind {
    case .wait, .interval: description.delay
    case .work, .ending: nil
    }
  }
}
