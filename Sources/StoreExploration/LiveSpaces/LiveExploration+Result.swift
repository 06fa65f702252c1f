import StoreCore
import StoreTesting

extension LiveExploration {
  /// Returns the steps on the shortest known path to a situation.
  func liveSteps(to node: Int) -> [DrivenStep] {
    var here: Int? = 0
    return map.path(to: node).compactMap { step in
      guard let node = here else { return nil }
      here = nodes[node].steps[step]?.target
      return nodes[node].possible[step]
    }
  }

  /// Returns the steps of a store for those of a recorded path.
  func liveSteps(_ path: [RecordedMove]) -> [DrivenStep] { places(on: path).map { nodes[$0.node].possible[$0.step] } }

  /// Returns the situation to which a recorded path leads; nil if it lies beyond the limits.
  func end(of path: [RecordedMove]) -> Int? {
    places(on: path).last.map { nodes[$0.node].steps[$0.step]?.target } ?? 0
  }

  /// Returns the situations on a recorded path, with the steps that follow.
  private func places(on path: [RecordedMove]) -> [(node: Int, step: Int)] {
    var node = 0
    return path.map { move in
      let place = (node: node, step: nodes[node].taken[move.number])
      node = nodes[node].steps[place.step]?.target ?? node
      return place
    }
  }

  /// The explored space, nearest situations first, and the failures in it.
  var result: (space: RecordedSpace<Feature>, problems: [Problem]) {
    var order: [Int] = [0]
    var positions: [Int: Int] = [0: 0]
    var parents: [(node: Int, step: Int)?] = [nil]
    var depths = [0]
    var next = 0
    while next < order.count {
      let node = nodes[order[next]]
      for (number, step) in node.taken.enumerated() {
        guard let target = node.steps[step]?.target, positions[target] == nil else { continue }
        positions[target] = order.count
        order.append(target)
        parents.append((next, number))
        depths.append(depths[next] + 1)
      }
      next += 1
    }
    var report = SpaceReport()
    let recorded = order.enumerated().map { position, number in
      let node = nodes[number]
      return RecordedSpace<Feature>.Node(
        situation: node.situation,
        forced: node.effects.indices.filter { node.effects[$0].wait.isForced },
        depth: depths[position],
        parent: parents[position],
        steps: node.steps.compactMap(\.self).map { step in
          SpaceStep(
            cause: step.cause,
            events: step.events,
            target: step.target.flatMap { positions[$0] },
            survivors: step.survivors
          )
        },
        isExplored: node.steps.allSatisfy { $0?.target != nil },
        inputCount: node.taken.count { !node.possible[$0].isOfEffects }
      )
    }
    report.states = nodes.count
    report.edges = recorded.reduce(0) { $0 + $1.steps.count }
    report.depth = depths.max() ?? 0
    report.deadEnds = recorded.count { $0.isExplored && $0.steps.isEmpty }
    report.cut = deviation ?? cut
    let space = RecordedSpace(nodes: recorded, expanded: recorded.count, report: report, beginning: beginning)
    return (
      space,
      problems.map { problem in
        let place = problem.place.flatMap { place in
          positions[place.node].map { (node: $0, step: nodes[place.node].taken.firstIndex(of: place.step) ?? 0) }
        }
        return Problem(failure: problem.failure, place: place)
      }
    )
  }
}
