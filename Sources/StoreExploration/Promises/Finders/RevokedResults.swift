import StoreTesting

/// Finds failures of other work that count as those of work that has succeeded: an accepted answer is shown as not sent once a connection
/// is lost.
struct RevokedResults: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let other: String
    let mark: Int
  }

  private struct Revoked {
    let result: Int
    let exception: Candidate.Exception
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let failing = facts.steps.indices.filter { facts.steps[$0].isFailure }
    let marks = facts.atoms.indices.filter(facts.isFailureMark)
    var found: [Key: [Revoked]] = [:]
    for effect in marks.isEmpty ? [] : facts.senders(in: failing.map { facts.steps[$0] }).sorted() {
      let own = marks.filter { mark in
        failing.contains {
          facts.isSet(mark, by: facts.steps[$0]) && facts.senders(in: facts.steps[$0]).contains(effect)
        }
      }
      let results = own.isEmpty ? [] : results(of: effect, facts)
      for number in failing where !results.isEmpty {
        let step = facts.steps[number]
        guard let other = facts.senders(in: step).min(), other != effect, !facts.running[step.from].contains(effect)
        else { continue }
        for mark in own where facts.isSet(mark, by: step) {
          guard
            let result = results.first(where: {
              facts.isEnded($0, by: step) && facts.atoms[$0].element == facts.atoms[mark].element
            })
          else { continue }
          let exception = Candidate.Exception(node: step.from, steps: [number])
          found[Key(effect: effect, other: other, mark: mark), default: []]
            .append(Revoked(result: result, exception: exception))
        }
      }
    }
    return found.compactMap { key, revoked in candidate(key, revoked, failing, facts) }
  }

  private func candidate(_ key: Key, _ revoked: [Revoked], _ failing: [Int], _ facts: PromiseFacts) -> Candidate? {
    // Where there is nothing to revoke, the failure is only that of the other work.
    let others = failing.map { facts.steps[$0] }.filter { step in
      facts.senders(in: step).contains(key.other) && !facts.running[step.from].contains(key.effect)
        && !revoked.contains { facts.holds[$0.result][step.from] }
    }
    guard !others.isEmpty, !others.contains(where: { facts.isSet(key.mark, by: $0) }) else { return nil }
    let (mark, result) = (facts.atoms[key.mark].text, facts.atoms[revoked[0].result].text)
    return Candidate(
      text: "\(key.other) doesn't set \(mark) once \(key.effect) has brought \(result)",
      complaint: "\(key.other) fails, and \(mark), though \(key.effect) has brought \(result)",
      support: others.count,
      exceptions: revoked.map(\.exception),
      weight: 0.85
    )
  }

  /// Returns the conditions that only an effect brings, and no input.
  private func results(of effect: String, _ facts: PromiseFacts) -> [Int] {
    let answers = facts.steps.filter { $0.isAnswer && !$0.isFailure && facts.senders(in: $0).contains(effect) }
    return facts.results(of: effect, by: answers).filter { atom in
      !facts.isOfFailures[atom] && facts.steps.allSatisfy { $0.input == nil || !facts.isSet(atom, by: $0) }
    }
  }
}
