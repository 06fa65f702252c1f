/// The steps that lead from one state of a feature to another.
struct SuiteGraph {
  private struct Edge {
    let step: DrivenStep

    /// The number of the state after the step.
    let next: Int

    /// What the step shows and no test does.
    var goals: [Int]
  }

  /// A way from the current state, with what it is worth.
  private struct Path {
    let state: Int
    var edges: [Edge] = []
    var worth = 0

    /// How much each step is worth on average.
    var density: Double { edges.isEmpty ? 0 : Double(worth) / Double(edges.count) }
  }

  private var numbers: [String: Int] = [:]

  /// The steps from each state.
  private var edges: [[Edge]] = []

  /// The number of the first state.
  private var start = 0

  /// Adds the last step of a way.
  mutating func add(_ run: SuiteRun, from key: String?) {
    let next = number(of: run.key)
    guard let key, let step = run.steps.last else { return start = next }
    edges[number(of: key)].append(Edge(step: step, next: next, goals: run.lastGoals.sorted()))
  }

  /// Adds the decisions that steps show.
  mutating func add(_ decisions: [Int: Set<Int>]) {
    for state in edges.indices {
      for index in edges[state].indices {
        let found = edges[state][index].goals.reduce(into: Set<Int>()) { $0.formUnion(decisions[$1] ?? []) }
        edges[state][index].goals += found.sorted()
      }
    }
  }

  /// Forgets goals that tests show.
  mutating func remove(_ shown: Set<Int>) {
    for state in edges.indices {
      for index in edges[state].indices { edges[state][index].goals.removeAll { shown.contains($0) } }
    }
  }

  /// Returns the steps of a test that goes on, again and again, to where each further step shows most.
  ///
  /// - Parameters:
  ///   - weights: What each goal is worth.
  ///   - limit: The greatest number of steps.
  /// - Returns: The steps, and what they are worth.
  func tour(worth weights: [Int], upTo limit: Int) -> (steps: [DrivenStep], worth: Int) {
    var weights = weights
    var tour = Path(state: start)
    while let path = bestPath(from: tour.state, weights, upTo: limit - tour.edges.count) {
      for goal in path.edges.flatMap(\.goals) {
        tour.worth += weights[goal]
        weights[goal] = 0
      }
      tour = Path(state: path.state, edges: tour.edges + path.edges, worth: tour.worth)
    }
    return (tour.edges.map(\.step), tour.worth)
  }

  /// Returns the path whose steps show most on average; nil if none shows anything.
  private func bestPath(from start: Int, _ weights: [Int], upTo limit: Int) -> Path? {
    var best = Path(state: start)
    var paths = [best]
    var known: Set<Int> = [start]
    var next = 0
    while next < paths.count, paths[next].edges.count < limit {
      let path = paths[next]
      next += 1
      for edge in edges[path.state] {
        let worth = edge.goals.reduce(0) { $0 + weights[$1] }
        let longer = Path(state: edge.next, edges: path.edges + [edge], worth: path.worth + worth)
        if longer.density > best.density { best = longer }
        if known.insert(edge.next).inserted { paths.append(longer) }
      }
    }
    return best.edges.isEmpty ? nil : best
  }

  private mutating func number(of key: String) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = edges.count
    edges.append([])
    return edges.count - 1
  }
}
