import StoreTesting

/// Finds work that inputs nearly always wait for, and that one begins a second time: "a load runs once at a time".
struct DoubledWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let places = Set(facts.places.joined()).sorted()
    return places.compactMap { candidate(for: $0, in: facts) }
  }

  private func candidate(for label: String, in facts: PromiseFacts) -> Candidate? {
    func count(at node: Int) -> Int { facts.places[node].count { $0 == label } }
    var (refused, doubled): ([Int], [Int]) = ([], [])
    var starters: Set<String> = []
    for step in facts.steps where count(at: step.from) == 0 && count(at: step.to) == 1 {
      if let input = step.input { starters.insert(input) }
    }
    for (position, step) in facts.steps.enumerated() where count(at: step.from) == 1 {
      guard let input = step.input else { continue }
      if count(at: step.to) == 2, !isGivenUp(label, at: step.to, in: facts), !isForAnother(step, in: facts) {
        doubled.append(position)
      }
      if !step.isEffective, starters.contains(input) { refused.append(position) }
    }
    // One input may begin it in each situation in which others wait for it.
    guard !doubled.isEmpty, doubled.count <= refused.count else { return nil }
    return Candidate(
      text: "\(label) runs once at a time",
      complaint: "\(label) runs twice at a time, though inputs wait for it elsewhere",
      support: refused.count,
      exceptions: doubled.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.85
    )
  }

  /// Whether a step sets in an element what is set in another one already, for which the first work runs.
  private func isForAnother(_ step: PromiseFacts.Step, in facts: PromiseFacts) -> Bool {
    let fields = facts.fields
    return fields.changes(from: step.from, to: step.to).contains { changed in
      fields.isOfElement(changed) && fields.has(changed, at: step.to)
        && fields.paths.indices.contains { other in
          other != changed && fields.value(other, at: step.from) == fields.value(changed, at: step.to)
            && withoutValues(fields.paths[other]) == withoutValues(fields.paths[changed])
        }
    }
  }

  /// Whether the result of one of several effects changes nothing, so that nothing waits for it.
  private func isGivenUp(_ place: String, at node: Int, in facts: PromiseFacts) -> Bool {
    facts.places[node].indices.contains { effect in
      facts.places[node][effect] == place
        && facts.nextSteps(of: effect, at: node).map { facts.steps[$0] }
          .contains { !$0.isChange && !$0.isFailure && $0.command == nil }
    }
  }
}
