import StoreTesting

extension LiveExploration {
  /// The number of random walks.
  private static var walkCount: Int { 200 }

  /// The greatest number of steps of a random walk.
  private static var walkLength: Int { 60 }

  /// Takes random walks from the start. They go farther than an exploration that has met a limit.
  ///
  /// - Parameters:
  ///   - deadline: The time at which they end.
  ///   - seed: The seed of random choices.
  func wander(until deadline: ContinuousClock.Instant, seed: UInt64) async throws {
    for number in 0..<Self.walkCount where ContinuousClock.now < deadline && !Task.isCancelled {
      var random = ExplorationRandom(seed: ExplorationRandom.mix(seed, UInt64(number)))
      try await walk { explore, here in
        var node = here
        for _ in 0..<Self.walkLength {
          let choices = self.nodes[node].possible.indices
          guard let step = choices.randomElement(using: &random), let next = try await explore(step, node) else {
            return
          }
          node = next
        }
      }
    }
  }
}
