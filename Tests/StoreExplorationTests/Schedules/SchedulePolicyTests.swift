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

  @Test(arguments: [UInt64](1...20)) func `the last caller whose priority changes comes last`(seed: UInt64) {
    // So many changes in two choices are one at each.
    var policy = PriorityPolicy(seed: seed, depth: 100, length: 2)
    let first = policy.choose(from: ["ask#1", "save#1"], at: 0)
    #expect(policy.choose(from: ["ask#1", "save#1"], at: 1) == 1 - first)
  }

  @Test func `each answer to the call with the highest priority can be chosen`() {
    let answers = (1...50).map { (seed: UInt64) in
      var policy = PriorityPolicy(seed: seed, depth: 1, length: 1)
      return policy.choose(from: ["ask/1", "ask/1.2", "ask/1.3"], at: 0)
    }
    #expect(Set(answers) == [0, 1, 2])
  }
}
