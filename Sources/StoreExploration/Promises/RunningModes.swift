import StoreTesting

/// Finds which effects run in which modes: "while `isLoading`, load runs", and the reverse.
struct RunningModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let effects = facts.atoms.indices.filter { !facts.atoms[$0].isOfState }
    let conditions = facts.atoms.indices.filter { facts.atoms[$0].isOfState }
    return effects.flatMap { effect in
      conditions.flatMap { condition in
        [candidate(if: effect, then: condition, facts), candidate(if: condition, then: effect, facts)]
          .compactMap(\.self)
      }
    }
  }

  private func candidate(if first: Int, then second: Int, _ facts: PromiseFacts) -> Candidate? {
    let (one, other) = (facts.atoms[first], facts.atoms[second])
    // Only a mode promises that work is going on.
    guard !one.isOfState || one.isMode, !other.isOfState || other.isMode || other.kind == .presence(true) else {
      return nil
    }
    let nodes = facts.holds[first].indices.filter { facts.holds[first][$0] }
    let wrong = nodes.filter { !facts.holds[second][$0] }
    // What always holds isn't about the effect.
    guard facts.holds[second].contains(false), wrong.first != 0, nodes.count >= 2, wrong.count * 5 <= nodes.count else {
      return nil
    }
    return Candidate(
      text: "\(other.text) whenever \(one.text)",
      code: one.isCode && other.isCode
        ? ".always(\"\(other.text) whenever \(one.text)\") { !(\(one.code)) || \(other.code) }" : nil,
      complaint: "\(one.text), though not \(other.text)",
      support: nodes.count - wrong.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: 0.5
    )
  }
}
