/// The shortest paths to the situations that are known.
struct ShortestPaths {
  /// The steps to each situation, by their positions.
  private var stepsTo: [[Int]]

  /// The last step of the shortest path to each situation; nil for the start.
  private var lastSteps: [Int?]

  /// The length of the shortest path to each situation.
  private(set) var depths: [Int]

  init(of facts: PromiseFacts) {
    stepsTo = Array(repeating: [], count: facts.situationCount)
    for (position, step) in facts.steps.enumerated() { stepsTo[step.to].append(position) }
    lastSteps = Array(repeating: nil, count: facts.situationCount)
    depths = Array(repeating: 0, count: facts.situationCount)
    var isReached = Array(repeating: false, count: facts.situationCount)
    var order = facts.situationCount == 0 ? [] : [0]
    if !order.isEmpty { isReached[0] = true }
    var next = 0
    while next < order.count {
      defer { next += 1 }
      for position in facts.stepsFrom[order[next]] where !isReached[facts.steps[position].to] {
        let to = facts.steps[position].to
        isReached[to] = true
        lastSteps[to] = position
        depths[to] = depths[order[next]] + 1
        order.append(to)
      }
    }
  }

  /// Returns the positions of the steps on the shortest path to a situation.
  func steps(to node: Int, _ facts: PromiseFacts) -> [Int] {
    var steps: [Int] = []
    var node = node
    while let step = lastSteps[node] {
      steps.append(step)
      node = facts.steps[step].from
    }
    return steps.reversed()
  }

  /// Returns the first to be reached of the steps that lead to the same situation as another, by the same cause, beside
  /// the same effect. What a user sees chosen is set by it, too.
  func nearest(to position: Int, keeping effect: Int, setting atom: Int, _ facts: PromiseFacts) -> Int {
    let step = facts.steps[position]
    let isChoice = facts.atoms[atom].isChoice
    return stepsTo[step.to].filter { number in
      let other = facts.steps[number]
      return other.cause == step.cause && other.survivors.contains(effect)
        && (isChoice ? facts.value(insteadOf: atom, at: other.from) != nil : other.isChange)
    }
    .min { depths[facts.steps[$0].from] < depths[facts.steps[$1].from] } ?? position
  }
}
