import StoreTesting

/// Finds results that a later failure of the same effect takes back: a letter that has arrived counts as failed, as its copy has not.
///
/// The result lasts: elsewhere it is there without the effect, so it is no step on the way to another one.
struct FailedSequels: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let result: Int

    /// The name of the call that fails.
    let sequel: Substring
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var support: [Key: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.isSuccess {
      for speaker in facts.speakers(in: step) {
        let effect = facts.running[step.to][speaker]
        let next = facts.nextSteps(of: speaker, at: step.to)
        for result in results(of: effect, in: step, facts) {
          for number in next where facts.steps[number].call.map(endpoint) != step.call.map(endpoint) {
            let late = facts.steps[number]
            let key = Key(effect: effect, result: result, sequel: late.call.map(endpoint) ?? "")
            if facts.holds[result][late.to] {
              support[key, default: 0] += 1
            } else if late.isFailure, fails(facts.atoms[result], in: late, facts) {
              found[key, default: []].append(
                Candidate.Exception(node: step.from, steps: [position, number])
              )
            }
          }
        }
      }
    }
    return found.compactMap { key, exceptions in
      let result = facts.atoms[key.result].text
      guard let support = support[key] else { return nil }
      return Candidate(
        text: "a failed \(key.sequel) doesn't end \(result)",
        complaint: "a failed \(key.sequel) ends \(result), which \(key.effect) has brought",
        support: support,
        exceptions: exceptions,
        weight: 0.85
      )
    }
  }

  /// Returns the cases of enums that an answer brings, and that are there elsewhere while the effect doesn't run.
  private func results(of effect: String, in step: PromiseFacts.Step, _ facts: PromiseFacts) -> [Int] {
    facts.atoms.indices.filter { atom in
      facts.atoms[atom].isCase && facts.isReached(atom) && !facts.isOfFailures[atom] && facts.isSet(atom, by: step)
        && facts.running.indices.contains { facts.holds[atom][$0] && !facts.running[$0].contains(effect) }
    }
  }

  /// Whether a step sets a field to a case that only failures bring.
  private func fails(_ result: SpaceAtom, in step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.atoms.indices.contains {
      facts.atoms[$0].subject == result.subject && facts.isFailureMark($0) && facts.isSet($0, by: step)
    }
  }

  private func endpoint(_ call: String) -> Substring { call.prefix { $0 != "(" } }
}
