import StoreTesting

/// Finds failures that can't be tried again, as others can, and in which all that is left is to start anew.
///
/// `DeadInputs` explains a dead retry by a condition that it needs, such as a note of the failed step. Here the missing note is the bug.
struct DeadRetries: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    Set(facts.steps.compactMap(\.input)).sorted().compactMap { candidate(for: $0, facts) }
  }

  private func candidate(for input: String, _ facts: PromiseFacts) -> Candidate? {
    let steps = facts.steps.indices.filter { facts.steps[$0].input == input }
    let live = steps.filter { facts.steps[$0].isEffective }
    guard !live.isEmpty, live.allSatisfy({ !facts.steps[$0].started.isEmpty }) else { return nil }
    // What only acts where a failure is shown, be it of one element or of another, tries again.
    let alike = Dictionary(grouping: facts.atoms.indices.filter(facts.isFailureMark)) { atom in
      facts.atoms[atom].textOfAnyElement
    }
    let marks = alike.values.filter { marks in live.allSatisfy { isMarked(facts.steps[$0].from, by: marks, facts) } }
      .joined().sorted()
    let dead = steps.filter { !facts.steps[$0].isEffective && isEnd(facts.steps[$0].from, facts) }
    let mark = marks.first { mark in dead.contains { facts.holds[mark][facts.steps[$0].from] } }
    guard let mark else { return nil }
    let exceptions = dead.filter { facts.holds[mark][facts.steps[$0].from] }
    guard exceptions.count <= live.count else { return nil }
    return Candidate(input, under: facts.atoms[mark], support: live.count, dead: exceptions, in: facts)
  }

  private func isMarked(_ node: Int, by marks: [Int], _ facts: PromiseFacts) -> Bool {
    marks.contains { facts.holds[$0][node] }
  }

  /// Whether nothing runs in a situation, and no input does anything but to lead back to the start.
  private func isEnd(_ node: Int, _ facts: PromiseFacts) -> Bool {
    facts.running[node].isEmpty
      && facts.stepsFrom[node].allSatisfy { !facts.steps[$0].isEffective || facts.likeStart[facts.steps[$0].to] }
  }
}
