import StoreTesting

extension LiveExploration {
  /// The greatest number of steps of a random walk.
  private static var walkLength: Int { 60 }

  /// Takes random walks from the start of an exploration that has met a limit. They go farther.
  ///
  /// - Parameters:
  ///   - deadline: The time at which they end.
  ///   - seed: The seed of random choices.
  func wander(until deadline: ContinuousClock.Instant, seed: UInt64) async throws {
    try await wander(200, until: deadline, seed: seed)
  }

  /// Takes random walks through a space in which each step is known. A walk that goes on differently where situations look
  /// alike shows that something else determines the future, such as a dependency with a memory.
  ///
  /// An exploration takes many steps once only, and hardly any of them after the same steps as another time.
  func doubt() async throws {
    try await wander(2 + nodes.reduce(0) { $0 + $1.possible.count } / 300, until: deadline, seed: 0)
  }

  private func wander(_ count: Int, until deadline: ContinuousClock.Instant?, seed: UInt64) async throws {
    for number in 0..<count where !Task.isCancelled {
      if let deadline, ContinuousClock.now >= deadline { return }
      var random = ExplorationRandom(seed: ExplorationRandom.mix(seed, UInt64(number)))
      try await walk { take, start in
        var node = start
        for _ in 0..<Self.walkLength {
          let choices = self.nodes[node].possible.indices
          guard let step = choices.randomElement(using: &random), let next = try await take(step, node) else { return }
          node = next
        }
      }
    }
  }
}
