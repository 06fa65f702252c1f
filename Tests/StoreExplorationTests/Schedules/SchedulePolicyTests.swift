import Testing

@testable import StoreExploration

@Suite struct SchedulePolicyTests {
  /// The callers that a policy prefers at its first choices.
  private func leaders(seed: UInt64, depth: Int) -> [Int] {
    var policy = PriorityPolicy(seed: seed, depth: depth, length: 4)
    return (0..<4).map { policy.choose(from: ["ask#1", "save#1"], at: $0) }
  }

  @Test func `the caller with the highest priority stays first until a change of priorities`() {
    for seed: UInt64 in 1...20 {
      #expect(Set(leaders(seed: seed, depth: 1)).count == 1)
    }
    let changes = (1...20).map { (seed: UInt64) in
      let leaders = leaders(seed: seed, depth: 2)
      return zip(leaders, leaders.dropFirst()).count { $0 != $1 }
    }
    // A change at the first choice can't be seen.
    #expect(Set(changes) == [0, 1])
  }
}
