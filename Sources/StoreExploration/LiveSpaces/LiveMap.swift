/// The known steps between the situations of an exploration, by their numbers, and the situations with unknown steps.
///
/// Performance: it knows nothing of the feature. In another module's generic code, the search for a way would take most of
/// an exploration's time.
struct LiveMap {
  /// A step to another situation.
  private struct Way {
    let step: Int
    let target: Int
  }

  /// A situation that a search has reached.
  private struct Reached {
    let node: Int
    let step: Int

    /// The position of the one before it.
    let before: Int
    let distance: Int
  }

  private struct Node {
    let stepCount: Int

    /// The number of steps on the shortest known path from the start.
    var depth: Int

    /// The situation and the step before it on that path; nil for the start.
    var parent: (node: Int, step: Int)?

    /// The first step that was not taken.
    var nextStep = 0

    var hasUnknownSteps: Bool { nextStep < stepCount }
  }

  /// The number of known situations among which a run looks for an unknown step.
  private static let reach = 800

  /// The least number of steps by which a run may go beyond the nearest situation that is not explored.
  private static let slack = 12

  /// The depth at which no situation is explored.
  let depthLimit: Int

  private var nodes: [Node] = []

  /// The known steps of each situation to others.
  private var ways: [[Way]] = []

  /// The number of the last search that has reached each situation.
  private var searches: [Int] = []

  /// The situations with unknown steps, by depth. Some may be known in the meantime.
  private var open: [[Int]] = []

  /// The least depth that may have such a situation.
  private var leastOpenDepth = 0

  private var searchCount = 0

  init(depthLimit: Int) {
    self.depthLimit = depthLimit
  }

  /// Whether any situation has unknown steps, at any depth.
  var hasUnknownSteps: Bool { nodes.contains { $0.hasUnknownSteps } }

  func depth(of node: Int) -> Int { nodes[node].depth }

  /// The first step of a situation that was not taken.
  func nextStep(of node: Int) -> Int { nodes[node].nextStep }

  /// Returns the steps on the shortest known path to a situation.
  func path(to node: Int) -> [Int] {
    var steps: [Int] = []
    var node = node
    while let parent = nodes[node].parent {
      steps.append(parent.step)
      node = parent.node
    }
    return steps.reversed()
  }
}

extension LiveMap {
  /// Adds a situation with a number of steps.
  mutating func add(stepCount: Int, from place: (node: Int, step: Int)?) {
    nodes.append(Node(stepCount: stepCount, depth: place.map { nodes[$0.node].depth + 1 } ?? 0, parent: place))
    ways.append([])
    searches.append(0)
    markOpen(nodes.count - 1)
  }

  /// Adds that a step leads to a situation.
  mutating func connect(_ place: (node: Int, step: Int), to target: Int) {
    guard target != place.node else { return }
    ways[place.node].append(Way(step: place.step, target: target))
    relax(target, from: place)
  }

  /// Marks a step of a situation as taken.
  mutating func take(_ step: Int, of node: Int) {
    if step == nodes[node].nextStep { nodes[node].nextStep += 1 }
  }

  /// Gives up a situation that no run reaches any more.
  mutating func leaveOut(_ node: Int) {
    nodes[node].nextStep = nodes[node].stepCount
  }

  private mutating func markOpen(_ node: Int) {
    let depth = nodes[node].depth
    guard depth < depthLimit else { return }
    while open.count <= depth { open.append([]) }
    open[depth].append(node)
    leastOpenDepth = min(leastOpenDepth, depth)
  }

  /// Shortens the path to a situation, and to those behind it.
  private mutating func relax(_ node: Int, from place: (node: Int, step: Int)) {
    var rest = [(node, place)]
    while let (node, place) = rest.popLast() {
      guard nodes[node].depth > nodes[place.node].depth + 1 else { continue }
      nodes[node].depth = nodes[place.node].depth + 1
      nodes[node].parent = place
      if nodes[node].hasUnknownSteps { markOpen(node) }
      for way in ways[node] { rest.append((way.target, (node, way.step))) }
    }
  }

  // MARK: - The way on

  /// Returns the nearest situation to the start with an unknown step; nil without one.
  mutating func nearestOpen() -> Int? {
    while leastOpenDepth < open.count {
      while let node = open[leastOpenDepth].last {
        if nodes[node].hasUnknownSteps { return node }
        open[leastOpenDepth].removeLast()
      }
      leastOpenDepth += 1
    }
    return nil
  }

  /// Returns the steps to the nearest unknown step, with that one; nil if a new store is quicker.
  mutating func way(from start: Int) -> [Int]? {
    guard let layer = nearestOpen().map({ nodes[$0].depth }) else { return nil }
    searchCount += 1
    let farthest = min(layer + max(Self.slack, layer / 2), depthLimit - 1)
    var reached = [Reached(node: start, step: 0, before: 0, distance: 0)]
    searches[start] = searchCount
    var next = 0
    while next < reached.count, next < Self.reach {
      let here = reached[next]
      if nodes[here.node].hasUnknownSteps, nodes[here.node].depth <= farthest {
        var path = [nodes[here.node].nextStep]
        while next > 0 {
          path.append(reached[next].step)
          next = reached[next].before
        }
        return path.reversed()
      }
      if here.distance < max(1, layer) {
        for way in ways[here.node] where searches[way.target] != searchCount {
          searches[way.target] = searchCount
          reached.append(Reached(node: way.target, step: way.step, before: next, distance: here.distance + 1))
        }
      }
      next += 1
    }
    return nil
  }
}
