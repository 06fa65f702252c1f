/// The steps to situations, and the lengths of the shortest paths.
struct ShortestPaths {
  /// The steps to each situation, by their positions.
  private var stepsTo: [[Int]]

  /// The length of the shortest path to each situation.
  private var depths: [Int]

  init(of facts: PromiseFacts) {
    stepsTo = Array(repeating: [], count: facts.situationCount)
    for (position, step) in facts.steps.enumerated() { stepsTo[step.to].append(position) }
    depths = Array(repeating: .max, count: facts.situationCount)
    var rest = [0]
    depths[0] = 0
    var next = 0
    while next < rest.count {
      let node = rest[next]
      for position in facts.stepsFrom[node] where depths[facts.steps[position].to] == .max {
        depths[facts.steps[position].to] = depths[node] + 1
        rest.append(facts.steps[position].to)
      }
      next += 1
    }
  }

  /// Returns the first to be reached of the steps that lead to the same situation as another, by the same cause, and beside
  /// the same effect.
  func nearest(to position: Int, keeping effect: Int, _ facts: PromiseFacts) -> Int {
    let step = facts.steps[position]
    return stepsTo[step.to].filter { other in
      facts.steps[other].cause == step.cause && facts.steps[other].survivors.contains(effect)
    }
    .min { depths[facts.steps[$0].from] < depths[facts.steps[$1].from] } ?? position
  }
}
