import StoreTesting

extension LiveExploration {
  func markOpen(_ node: Int) {
    let depth = nodes[node].depth
    guard depth < bounds.depth else {
      if !nodes[node].possible.isEmpty { cut = cut ?? "at a depth of \(bounds.depth)" }
      return
    }
    while open.count <= depth { open.append([]) }
    open[depth].append(node)
  }

  func isOpen(_ node: Int) -> Bool {
    nodes[node].nextStep < nodes[node].possible.count && nodes[node].depth < bounds.depth
  }

  /// Returns the nearest situation with an unknown step; nil without one.
  func nearestOpen() -> Int? {
    for depth in open.indices {
      while let node = open[depth].last {
        if isOpen(node), nodes[node].depth == depth { return node }
        open[depth].removeLast()
      }
    }
    return nil
  }

  /// Gives up a situation that no run reaches any more.
  func leaveOut(_ node: Int) {
    nodes[node].nextStep = nodes[node].possible.count
    cut = cut ?? "at a situation that was not reached a second time"
  }

  /// Shortens the path to a situation, and to those behind it.
  func relax(_ node: Int, from place: (node: Int, step: Int)) {
    var rest = [(node, place)]
    while let (node, place) = rest.popLast() {
      guard nodes[node].depth > nodes[place.node].depth + 1 else { continue }
      nodes[node].depth = nodes[place.node].depth + 1
      nodes[node].parent = place
      if nodes[node].nextStep < nodes[node].possible.count { markOpen(node) }
      for (number, next) in targets[node] { rest.append((next, (node, number))) }
    }
  }

  func path(to node: Int) -> [Int] {
    var steps: [Int] = []
    var node = node
    while let parent = nodes[node].parent {
      steps.append(parent.step)
      node = parent.node
    }
    return steps.reversed()
  }

  /// Returns the steps to the nearest unknown step, with that one; nil if a new store is quicker.
  func nearest(from start: Int) -> [Int]? {
    guard let layer = nearestOpen().map({ nodes[$0].depth }) else { return nil }
    let farthest = layer + max(Self.slack, layer / 2)
    var reached: [(node: Int, step: Int, before: Int, distance: Int)] = [(start, 0, 0, 0)]
    var seen: Set<Int> = [start]
    var next = 0
    while next < reached.count, next < Self.reach {
      let (node, _, _, distance) = reached[next]
      if isOpen(node), nodes[node].depth <= farthest {
        var path = [nodes[node].nextStep]
        while next > 0 {
          path.append(reached[next].step)
          next = reached[next].before
        }
        return path.reversed()
      }
      if distance < max(1, layer) {
        for (step, target) in targets[node] where seen.insert(target).inserted {
          reached.append((target, step, next, distance + 1))
        }
      }
      next += 1
    }
    return nil
  }
}
