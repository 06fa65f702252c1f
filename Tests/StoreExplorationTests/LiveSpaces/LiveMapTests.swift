import Testing

@testable import StoreExploration

/// The map of an exploration, by which a run finds its way to what is unknown.
@Suite struct LiveMapTests {
  /// Makes a map of situations 0, 1, 2 ..., each with the targets of its steps, found one after the other.
  ///
  /// - Parameters:
  ///   - targets: The targets of the known steps of each situation; nil for a step that leads nowhere.
  ///   - unknown: The number of further steps of each situation.
  ///   - limit: The depth at which no situation is explored.
  private func map(_ targets: [[Int?]], unknown: [Int], limit: Int = 100) -> LiveMap {
    var map = LiveMap(depthLimit: limit)
    map.add(stepCount: targets[0].count + unknown[0], from: nil)
    var known = 1
    for (node, steps) in targets.enumerated() {
      for (step, target) in steps.enumerated() {
        map.take(step, of: node)
        guard let target else { continue }
        while known <= target {
          map.add(stepCount: targets[known].count + unknown[known], from: (node, step))
          known += 1
        }
        map.connect((node, step), to: target)
      }
    }
    return map
  }

  @Test func `the path to a situation is the shortest that is known, also to those behind it`() {
    // 0 -> 1 -> 2 -> 3 -> 4, and later 1 -> 3.
    var map = map([[1], [2], [3], [4], []], unknown: [0, 1, 0, 0, 1])
    #expect(map.path(to: 4) == [0, 0, 0, 0])
    map.take(1, of: 1)
    map.connect((1, 1), to: 3)
    #expect(map.path(to: 4) == [0, 1, 0])
    #expect([3, 4].map(map.depth(of:)) == [2, 3])
  }

  @Test func `a longer path changes nothing`() {
    let map = map([[1, 2], [], [1]], unknown: [0, 0, 0])
    #expect(map.path(to: 1) == [0])
    #expect(map.depth(of: 1) == 1)
  }

  @Test func `of two paths of the same length, the one that was found first stays`() {
    let map = map([[1, 2], [3], [3], []], unknown: [0, 0, 0, 0])
    #expect(map.path(to: 3) == [0, 0])
    #expect(map.depth(of: 3) == 2)
  }

  @Test func `the nearest situation with an unknown step is next, until that is taken`() {
    var map = map([[1], [2], []], unknown: [0, 1, 1])
    #expect(map.nearestOpen() == 1)
    map.take(0, of: 1)
    #expect(map.nearestOpen() == 1, "the step was known")
    map.take(1, of: 1)
    #expect(map.nearestOpen() == 2)
    map.leaveOut(2)
    #expect(map.nearestOpen() == nil)
    #expect(!map.hasUnknownSteps)
  }

  @Test func `a situation that has become nearer is explored sooner`() {
    var map = map([[1], [2], [3], []], unknown: [1, 0, 1, 1])
    map.take(1, of: 0)
    #expect(map.nearestOpen() == 2)
    map.connect((0, 1), to: 3)
    #expect(map.nearestOpen() == 3)
  }

  @Test func `no situation at the limit is explored, though its steps stay unknown`() {
    var map = map([[1], [2], []], unknown: [0, 0, 1], limit: 2)
    #expect(map.nearestOpen() == nil)
    #expect(map.hasUnknownSteps)
    #expect(map.way(from: 0) == nil)
  }

  @Test func `a run explores no situation at the limit, though others are left`() {
    var map = map([[1], [2], []], unknown: [1, 0, 1], limit: 2)
    #expect(map.way(from: 2) == nil)
    #expect(map.way(from: 0) == [1])
  }

  @Test func `a run goes on where it is, and else on the shortest way`() {
    var map = map([[1, 2], [3], [4], [5], [5], []], unknown: [0, 0, 1, 0, 0, 1])
    #expect(map.way(from: 5) == [0])
    #expect(map.way(from: 4) == [0, 0])
    #expect(map.way(from: 0) == [1, 1])
    map.take(1, of: 2)
    #expect(map.way(from: 0) == [0, 0, 0, 0])
  }

  @Test func `a run doesn't go farther than a new store would`() {
    // From 3, the way to the unknown step of 1 takes more steps than from the start.
    var map = map([[1, 2], [], [3], [4], [5], [0]], unknown: [0, 1, 0, 0, 0, 0])
    #expect(map.way(from: 3) == nil)
    #expect(map.way(from: 0) == [0, 0])
    #expect(map.way(from: 1) == [0])
  }

  @Test func `a run ends where the way of a new store is one step shorter`() {
    var map = map([[1, 2], [], [0]], unknown: [0, 1, 0])
    #expect(map.way(from: 2) == nil)
    #expect(map.way(from: 0) == [0, 0])
  }

  @Test(arguments: [(799, [798, 0]), (800, nil)])
  func `a run looks for an unknown step among 800 situations`(neighbours: Int, way: [Int]?) {
    var targets: [[Int?]] = Array(repeating: [], count: neighbours + 1)
    targets[0] = (1...neighbours).map { Optional($0) }
    var unknown = Array(repeating: 0, count: neighbours + 1)
    unknown[neighbours] = 1
    var map = map(targets, unknown: unknown)
    #expect(map.way(from: 0) == way)
  }

  @Test func `a situation that many steps lead to counts once in the search of a run`() {
    // The 30 neighbours of the start lead to the same 30 others, of which the last leads to the unknown step.
    var targets: [[Int?]] = Array(repeating: [], count: 62)
    targets[0] = (1...30).map { Optional($0) }
    for neighbour in 1...30 { targets[neighbour] = (31...60).map { Optional($0) } }
    targets[60] = [61]
    var unknown = Array(repeating: 0, count: 62)
    unknown[61] = 1
    var map = map(targets, unknown: unknown)
    #expect(map.way(from: 0) == [0, 29, 0, 0])
  }

  @Test func `a run leaves deep situations for later`() {
    // A chain of 20 behind 2, whose end has an unknown step, as has 1, which can't be reached from there.
    let chain = (2..<22).map { [$0 + 1] as [Int?] } + [[]]
    var map = map([[1, 2], []] + chain, unknown: [0, 1] + Array(repeating: 0, count: 20) + [1])
    #expect(map.way(from: 22) == nil)
    map.take(0, of: 1)
    #expect(map.way(from: 22) == [0])
    #expect(map.way(from: 20) == [0, 0, 0])
  }
}
