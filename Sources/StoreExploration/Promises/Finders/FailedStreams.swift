import StoreTesting

/// Finds results of a stream that its failure takes back, though its end leaves them: a delivered parcel counts as failed once the
/// connection is lost.
///
/// Elsewhere, the end does what the failure does, so that it is no end that a feature forgets.
struct FailedStreams: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let result: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let ends = facts.steps.indices.filter { facts.steps[$0].endsStream }
    let isFailure = Dictionary(grouping: ends) { facts.steps[$0].isFailure }
    let normal = Dictionary(grouping: (isFailure[false] ?? []).map { facts.steps[$0] }, by: facts.senders(in:))
    var found: [Key: [Candidate.Exception]] = [:]
    for position in isFailure[true] ?? [] {
      let step = facts.steps[position]
      guard let effect = facts.senders(in: step).first, let others = normal[[effect]] else { continue }
      for result in facts.atoms.indices where facts.atoms[result].isCase && facts.isEnded(result, by: step) {
        guard facts.isReached(result), let failure = facts.value(insteadOf: result, at: step.to),
          others.contains(where: { facts.isSet(failure, by: $0) }),
          others.contains(where: { facts.holds[result][$0.from] && facts.holds[result][$0.to] }),
          !others.contains(where: { facts.isEnded(result, by: $0) }),
          facts.steps.contains(where: { $0.isElement && facts.speaks(effect, in: $0) && facts.isSet(result, by: $0) })
        else { continue }
        found[Key(effect: effect, result: result), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position]))
      }
    }
    return found.map { key, exceptions in
      let result = facts.atoms[key.result]
      return Candidate(
        text: "a failed \(key.effect) doesn't end \(result.text)",
        complaint: "a failed \(key.effect) ends \(result.text), which its end leaves",
        support: normal[[key.effect]]?.count { facts.holds[key.result][$0.from] } ?? 0,
        exceptions: exceptions,
        weight: 0.85
      )
    }
  }
}
