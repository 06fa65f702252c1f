import StoreTesting

/// Finds failures of calls that are shown beside what the calls were for, as something else has brought it meanwhile: an order counts as
/// failed that a server has confirmed.
struct DeniedResults: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let result: Int
    let mark: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let marks = facts.atoms.indices.filter { facts.isFailureMark($0) && facts.atoms[$0].element == nil }
    var found: [Key: [Candidate.Exception]] = [:]
    for effect in Set(facts.steps.compactMap(\.command)) where !marks.isEmpty {
      let successes = facts.steps.filter { $0.command == effect && !$0.isFailure }
      let results = facts.results(of: effect, by: successes).filter { facts.atoms[$0].element == nil }
      for (position, step) in facts.steps.enumerated() where step.command == effect && step.isFailure {
        let there = results.filter { facts.holds[$0][step.from] && facts.holds[$0][step.to] }
        let shown = there.isEmpty ? [] : marks.filter { facts.isSet($0, by: step) }
        let pairs = there.lazy.flatMap { result in shown.map { (result, mark: $0) } }
        // What a message says is not also the result.
        guard let (result, mark) = pairs.first(where: { !isPart($1, of: $0, facts) && !isPart($0, of: $1, facts) })
        else {
          continue
        }
        found[Key(effect: effect, result: result, mark: mark), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position]))
      }
    }
    return found.map { key, exceptions in
      let (result, mark) = (facts.atoms[key.result].text, facts.atoms[key.mark].text)
      return Candidate(
        text: "no failed \(key.effect) sets \(mark) beside \(result)",
        complaint: "\(key.effect) fails, and \(mark), though \(result), which it is for",
        support: facts.support(of: key.effect, without: exceptions, where: \.isFailure),
        exceptions: exceptions,
        weight: 0.8
      )
    }
  }

  /// Whether a condition is about a value, or about what is in it.
  private func isPart(_ atom: Int, of other: Int, _ facts: PromiseFacts) -> Bool {
    facts.atoms[atom].subject.hasPrefix(facts.atoms[other].subject)
  }
}
