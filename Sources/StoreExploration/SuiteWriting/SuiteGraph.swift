/// The steps that lead from one state of a feature to another.
struct SuiteGraph {
  private struct Edge {
    let step: SuiteStep

    /// The key of the state after the step.
    let next: String

    /// The transitions and ends of effects in the step.
    let items: Set<String>
  }

  private var edges: [String: [Edge]] = [:]

  /// The key of the first state.
  private var start = ""

  /// Adds the last step of a way.
  mutating func add(_ run: SuiteRun, from key: String?) {
    guard let key, let step = run.steps.last else { return start = run.key }
    edges[key, default: []].append(Edge(step: step, next: run.key, items: run.lastItems))
  }

  /// Returns the steps of a tour: it goes on to the nearest step that shows something missing, until that is too far.
  ///
  /// - Parameters:
  ///   - missing: The transitions and ends of effects that no other tour shows.
  ///   - limit: The greatest number of steps.
  func tour(showing missing: Set<String>, upTo limit: Int) -> [SuiteStep] {
    var missing = missing
    var steps: [SuiteStep] = []
    var key = start
    while let path = path(from: key, showing: missing, upTo: limit - steps.count) {
      for edge in path { missing.subtract(edge.items) }
      steps += path.map(\.step)
      key = path.last?.next ?? key
    }
    return steps
  }

  /// Returns the shortest path whose last step shows something missing; nil if there is none.
  private func path(from start: String, showing missing: Set<String>, upTo limit: Int) -> [Edge]? {
    var paths: [(key: String, path: [Edge])] = [(start, [])]
    var known: Set<String> = [start]
    while !paths.isEmpty, paths[0].path.count < limit {
      let (key, path) = paths.removeFirst()
      for edge in edges[key] ?? [] {
        guard edge.items.isDisjoint(with: missing) else { return path + [edge] }
        if known.insert(edge.next).inserted { paths.append((edge.next, path + [edge])) }
      }
    }
    return nil
  }
}
