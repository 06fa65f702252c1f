import StoreCore

/// A path on which a condition never becomes true: a prefix, and a cycle that repeats forever.
struct SpaceLasso<Move> {
  /// The path to the cycle, or to the situation where no step is forced.
  var prefix: [Move]

  /// The steps of the cycle; empty if no step is forced.
  var cycle: [Move]
}

/// A search for behaviours in which a condition never becomes true, although all forced steps happen.
///
/// Such a behaviour ends where no step is forced, or it stays in a strongly connected component of the space. A
/// component counts if each effect running in it can proceed, or be cancelled, without leaving it. It then has a cycle
/// that is fair to all effects. If one effect can't, no cycle of the component is fair, as the effect runs throughout.
struct SpaceLiveness<Space: ExploredSpace> {
  /// A step within a component.
  private struct Step {
    let move: Space.Move
    let target: Int

    /// The corresponding effect after the step for each effect before it; nil if the effect has proceeded or ended.
    let survivors: [Int?]
  }

  /// An effect in a situation.
  private struct Runner: Hashable {
    let node: Int
    let effect: Int
  }

  let space: Space

  /// The condition that triggers the promise; nil for the start.
  let first: SpaceProperty<Space.Feature>.Condition?

  /// The condition that fulfils the promise.
  let second: SpaceProperty<Space.Feature>.Condition

  /// The fairness assumption.
  let fairness: SpaceProperty<Space.Feature>.Fairness

  /// Returns a situation from which the promise stays unfulfilled, with the rest of the behaviour; nil if the promise
  /// always holds.
  func violation() -> (node: Int, lasso: SpaceLasso<Space.Move>)? {
    let count = space.situationCount
    let isOpen = (0..<count).map { !second(space.situation(at: $0)) }
    // Finds the unfulfilled situations reachable from a trigger, nearest first.
    var distances = [Int](repeating: .max, count: count)
    var origins = [Int](repeating: -1, count: count)
    var layers: [[Int]] = []
    for index in 0..<count where isOpen[index] {
      guard first.map({ $0(space.situation(at: index)) }) ?? (index == 0) else { continue }
      let depth = space.depth(at: index)
      while layers.count <= depth { layers.append([]) }
      layers[depth].append(index)
      distances[index] = depth
    }
    let parts = parts(isOpen)
    // Fairness is a property of the whole component, so one check is enough.
    var unfair: Set<Int> = []
    var layer = 0
    while layer < layers.count {
      for index in layers[layer] where distances[index] == layer {
        let part = parts.numbers[index]
        if !unfair.contains(part) || space.forcedEffects(at: index).isEmpty {
          if let cycle = cycle(at: index, parts) { return lasso(to: index, cycle, origins) }
          unfair.insert(part)
        }
        guard index < space.expanded else { continue }
        for edge in space.edges(from: index) {
          let target = Int(edge.target)
          guard isOpen[target], distances[target] > layer + 1 else { continue }
          distances[target] = layer + 1
          origins[target] = index
          if layers.count <= layer + 1 { layers.append([]) }
          layers[layer + 1].append(target)
        }
      }
      layer += 1
    }
    return nil
  }

  /// Returns the path to a situation, with its cycle.
  private func lasso(to index: Int, _ cycle: [Space.Move], _ origins: [Int]) -> (
    node: Int, lasso: SpaceLasso<Space.Move>
  )? {
    var path = [index]
    while let last = path.last, origins[last] >= 0 { path.append(origins[last]) }
    path.reverse()
    let moves = zip(path, path.dropFirst()).compactMap { from, to in
      space.moves(from: from).first { move in space.step(move, from: from).target == to }
    }
    return (path[0], SpaceLasso(prefix: moves, cycle: cycle))
  }

  /// Returns a fair cycle from a situation: empty if no step is forced in it, nil if no cycle is fair.
  private func cycle(at index: Int, _ parts: (numbers: [Int], members: [[Int]])) -> [Space.Move]? {
    let forced = space.forcedEffects(at: index)
    if forced.isEmpty { return [] }
    guard parts.numbers[index] >= 0 else { return nil }
    let members = Set(parts.members[parts.numbers[index]])
    var steps: [Int: [Step]] = [:]
    for member in members where member < space.expanded {
      for move in space.moves(from: member) {
        if fairness == .responsesOnceInputsEnd, space.isInput(move) { continue }
        let step = space.step(move, from: member)
        guard let target = step.target, members.contains(target) else { continue }
        steps[member, default: []].append(Step(move: move, target: target, survivors: step.survivors))
      }
    }
    var waiting = forced
    var here = index
    var cycle: [Step] = []
    while let effect = waiting.first {
      guard let path = path(from: Runner(node: here, effect: effect), steps) else { return nil }
      for step in path {
        waiting = waiting.compactMap { step.survivors[$0] }
        here = step.target
      }
      cycle += path
    }
    guard let back = path(from: here, to: index, steps) else { return nil }
    // A cycle that is fair to the effects at its start is fair to all effects, because it returns to its start.
    return (cycle + back).map(\.move)
  }

  /// Returns the shortest path on which an effect proceeds or ends.
  private func path(from runner: Runner, _ steps: [Int: [Step]]) -> [Step]? {
    var origins: [Runner: (Runner, Step)] = [:]
    var queue = [runner]
    var next = 0
    var seen: Set<Runner> = [runner]
    while next < queue.count {
      let here = queue[next]
      next += 1
      for step in steps[here.node] ?? [] {
        guard let effect = step.survivors[here.effect] else {
          var path = [step]
          var at = here
          while let (origin, step) = origins[at] {
            path.append(step)
            at = origin
          }
          return path.reversed()
        }
        let there = Runner(node: step.target, effect: effect)
        guard seen.insert(there).inserted else { continue }
        origins[there] = (here, step)
        queue.append(there)
      }
    }
    return nil
  }

  private func path(from start: Int, to end: Int, _ steps: [Int: [Step]]) -> [Step]? {
    if start == end { return [] }
    var origins: [Int: (Int, Step)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let here = queue[next]
      next += 1
      for step in steps[here] ?? [] {
        if step.target == end {
          var path = [step]
          var at = here
          while let (origin, step) = origins[at] {
            path.append(step)
            at = origin
          }
          return path.reversed()
        }
        guard step.target != start, origins[step.target] == nil else { continue }
        origins[step.target] = (here, step)
        queue.append(step.target)
      }
    }
    return nil
  }

  /// Returns the strongly connected components of the unfulfilled situations, by Tarjan's algorithm without recursion.
  private func parts(_ isOpen: [Bool]) -> (numbers: [Int], members: [[Int]]) {
    var numbers = [Int](repeating: -1, count: isOpen.count)
    var members: [[Int]] = []
    var order = [Int](repeating: -1, count: isOpen.count)
    var low = order
    var stack: [Int] = []
    var isOnStack = [Bool](repeating: false, count: isOpen.count)
    var clock = 0
    var calls: [(node: Int, edge: Int)] = []
    for root in isOpen.indices where isOpen[root] && order[root] < 0 {
      calls.append((root, 0))
      while let (node, edge) = calls.last {
        if order[node] < 0 {
          (order[node], low[node]) = (clock, clock)
          clock += 1
          stack.append(node)
          isOnStack[node] = true
        }
        let edges = node < space.expanded ? space.edges(from: node) : []
        if edge < edges.count {
          calls[calls.count - 1].edge += 1
          let taken = edges[edges.startIndex + edge]
          let next = Int(taken.target)
          guard isOpen[next], fairness == .responses || !taken.isInput else { continue }
          if order[next] < 0 {
            calls.append((next, 0))
          } else if isOnStack[next] {
            low[node] = min(low[node], order[next])
          }
        } else {
          calls.removeLast()
          if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
          guard low[node] == order[node] else { continue }
          var part: [Int] = []
          while let member = stack.popLast() {
            isOnStack[member] = false
            numbers[member] = members.count
            part.append(member)
            if member == node { break }
          }
          members.append(part)
        }
      }
    }
    return (numbers, members)
  }
}
