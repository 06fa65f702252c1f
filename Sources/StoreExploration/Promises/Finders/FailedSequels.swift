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
    let lasting = results(in: facts)
    var support: [Key: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.isSuccess {
      for speaker in facts.speakers(in: step) {
        let effect = facts.running[step.to][speaker]
        let next = facts.nextSteps(of: speaker, at: step.to)
        for result in lasting[effect] ?? [] where facts.isSet(result, by: step) {
          for number in next {
            let late = facts.steps[number]
            // A stream may tell that a result has ended.
            guard !late.isElement, let sequel = late.call.map(endpoint), sequel != step.call.map(endpoint) else {
              continue
            }
            let key = Key(effect: effect, result: result, sequel: sequel)
            if facts.holds[result][late.to] {
              support[key, default: 0] += 1
            } else if late.isFailure, fails(result, in: late, facts) {
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

  /// Returns the cases of enums that are there in some situation while an effect doesn't run, by the name of the effect. Those of failures,
  /// and of the start, are no results.
  private func results(in facts: PromiseFacts) -> [String: [Int]] {
    let cases = facts.atoms.indices.filter {
      facts.atoms[$0].isCase && facts.isReached($0) && !facts.isOfFailures[$0]
    }
    let effects = Set(facts.running.joined())
    return effects.reduce(into: [:]) { results, effect in
      results[effect] = cases.filter { result in
        facts.running.indices.contains { facts.holds[result][$0] && !facts.running[$0].contains(effect) }
      }
    }
  }

  /// Whether a step sets a field to a case that only failures bring.
  private func fails(_ result: Int, in step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.sameSubject[result].contains { facts.isFailureMark($0) && facts.isSet($0, by: step) }
  }

  private func endpoint(_ call: String) -> Substring { call.prefix { $0 != "(" } }
}
