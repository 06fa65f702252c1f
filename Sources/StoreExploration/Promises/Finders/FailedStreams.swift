import StoreTesting

/// Finds results of a stream that its failure takes back, though its end leaves them: a delivered parcel counts as failed once the
/// connection is lost.
///
/// The stream's normal end sets the same failure in other situations, so that the feature handles that end.
struct FailedStreams: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let result: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var ends: [String: [PromiseFacts.Step]] = [:]
    for step in facts.steps where step.endsStream && !step.isFailure {
      for effect in facts.senders(in: step) { ends[effect, default: []].append(step) }
    }
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.endsStream && step.isFailure {
      for result in facts.atoms.indices where facts.atoms[result].isCase && facts.isEnded(result, by: step) {
        guard facts.isReached(result), let failure = facts.value(insteadOf: result, at: step.to) else { continue }
        for effect in facts.senders(in: step) {
          let others = ends[effect] ?? []
          guard others.contains(where: { facts.isSet(failure, by: $0) }),
            others.contains(where: { facts.holds[result][$0.from] && facts.holds[result][$0.to] }),
            !others.contains(where: { facts.isEnded(result, by: $0) }), brings(result, by: effect, facts)
          else { continue }
          found[Key(effect: effect, result: result), default: []]
            .append(Candidate.Exception(node: step.from, steps: [position]))
        }
      }
    }
    return found.map { key, exceptions in
      let result = facts.atoms[key.result]
      return Candidate(
        text: "a failed \(key.effect) doesn't end \(result.text)",
        complaint: "a failed \(key.effect) ends \(result.text), which its end leaves",
        support: ends[key.effect]?.count { facts.holds[key.result][$0.from] } ?? 0,
        exceptions: exceptions,
        weight: 0.85
      )
    }
  }

  /// Whether an element of a stream brings a result, after which it goes on.
  private func brings(_ result: Int, by stream: String, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { $0.isElement && facts.isSet(result, by: $0) && facts.speaks(stream, in: $0) }
  }
}
