import StoreCore
import StoreTesting

extension LiveExploration {
  /// Returns the steps of a store for those of a recorded path.
  func liveSteps(_ path: [RecordedMove]) -> [LiveStep] {
    var node = 0
    return path.map { move in
      defer { node = nodes[node].steps[move.number]?.target ?? node }
      return nodes[node].possible[move.number]
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
      for (number, step) in nodes[order[next]].steps.enumerated() {
        guard let target = step?.target, positions[target] == nil else { continue }
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
        steps: node.steps.prefix { $0 != nil }.compactMap(\.self).map { step in
          SpaceStep(
            cause: step.cause,
            events: step.events,
            target: step.target.flatMap { positions[$0] },
            survivors: step.survivors
          )
        },
        isExplored: node.steps.allSatisfy { $0?.target != nil },
        inputCount: node.possible.count(where: \.isInput)
      )
    }
    report.states = nodes.count
    report.edges = recorded.reduce(0) { $0 + $1.steps.count }
    report.depth = depths.max() ?? 0
    report.deadEnds = recorded.count(where: \.steps.isEmpty)
    report.cut = ambiguity.map { "where situations that look alike went on differently: \($0)" } ?? cut
    let space = RecordedSpace(nodes: recorded, expanded: recorded.count, report: report, beginning: beginning)
    return (
      space,
      problems.map { problem in
        let place = problem.place.flatMap { place in positions[place.node].map { (node: $0, step: place.step) } }
        return Problem(failure: problem.failure, place: place)
      }
    )
  }
}
