import StoreTesting

extension LiveExploration {
  /// The greatest number of steps of a random walk.
  private static var walkLength: Int { 60 }

  /// Takes random walks from the start of an exploration that has met a limit. They go farther.
  ///
  /// - Parameters:
  ///   - deadline: The time at which they end.
  ///   - seed: The seed of random choices.
  ///   - isolation: The actor of the test.
  func wander(until deadline: ContinuousClock.Instant, seed: UInt64, isolation: isolated (any Actor)?) async throws {
    try await wander(200, until: deadline, seed: seed, isolation: isolation)
  }

  /// The greatest number of steps of such a walk, in which a loop of a few tries ends.
  private static var mergeSteps: Int { 8 }

  /// The number of walks behind steps after which an effect may be another one than it looks.
  private static var mergeWalks: Int { 24 }

  /// Takes random walks through a space in which each step is known. A walk that goes on differently where situations look
  /// alike shows that something else determines the future, such as a dependency with a memory.
  ///
  /// An exploration takes many steps once only, and hardly any of them after the same steps as another time.
  func doubt(isolation: isolated (any Actor)?) async throws {
    let walks = 2 + nodes.reduce(0) { $0 + $1.possible.count } / 300
    try await wander(walks, until: deadline, seed: 0, isolation: isolation)
    let merges = merges
    for number in 0..<(merges.isEmpty ? 0 : Self.mergeWalks) where ambiguity == nil && !Task.isCancelled {
      if isOver { return }
      let merge = merges[number * merges.count / Self.mergeWalks]
      try await letEffectsGoOn(after: merge, seed: UInt64(number), isolation: isolation)
    }
  }

  /// Takes a step, and lets the effects that then run go on.
  private func letEffectsGoOn(
    after merge: (node: Int, step: Int),
    seed: UInt64,
    isolation: isolated (any Actor)?
  ) async throws {
    var random = ExplorationRandom(seed: seed)
    try await walk(isolation: isolation) { take, start in
      var here: Int? = start
      for step in self.map.path(to: merge.node) + [merge.step] {
        guard let node = here else { return }
        here = try await take(step, node)
      }
      for _ in 0..<Self.mergeSteps {
        guard let node = here, !self.isOver else { return }
        let possible = self.nodes[node].possible
        let steps = possible.indices.filter { possible[$0].isOfEffects }
        guard let step = steps.randomElement(using: &random) else { return }
        here = try await take(step, node)
      }
    }
  }

  private func wander(
    _ count: Int,
    until deadline: ContinuousClock.Instant?,
    seed: UInt64,
    isolation: isolated (any Actor)?
  ) async throws {
    for number in 0..<count where !Task.isCancelled {
      if isOver(at: deadline) { return }
      var random = ExplorationRandom(seed: ExplorationRandom.mix(seed, UInt64(number)))
      try await walk(isolation: isolation) { take, start in
        var node = start
        for _ in 0..<Self.walkLength {
          let choices = self.nodes[node].possible.indices
          guard !self.isOver(at: deadline), let step = choices.randomElement(using: &random),
            let next = try await take(step, node)
          else { return }
          node = next
        }
      }
    }
  }
}
