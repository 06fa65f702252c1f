import StoreTesting

/// Finds inputs that let work go on, but discard it, with a text, while it waits to be tried again: a link that waits for a running save,
/// and gives up one that has failed and is tried once more.
struct DiscardedTries: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let effect: String
    let work: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let works = works(in: facts)
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() {
      guard let input = step.input, !step.cancelled.isEmpty, !facts.lostTexts(by: step).isEmpty else { continue }
      for effect in Set(step.cancelled).subtracting(step.started) {
        guard let work = works[effect] else { continue }
        found[Key(input: withoutValues(input), effect: effect, work: work), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position]))
      }
    }
    return found.compactMap { key, exceptions in
      let meanwhile = facts.steps.filter {
        $0.input.map(withoutValues) == key.input && facts.running[$0.from].contains(key.work)
      }
      guard meanwhile.contains(where: \.isEffective),
        !meanwhile.contains(where: { $0.cancelled.contains(key.work) || !facts.lostTexts(by: $0).isEmpty }),
        let input = facts.steps[exceptions[0].steps[0]].input
      else { return nil }
      return Candidate(
        text: "\(input) discards no text while \(key.effect) runs",
        complaint: "\(input) cancels \(key.effect), and discards a text, though it waits for \(key.work)",
        support: meanwhile.count,
        exceptions: exceptions,
        weight: 0.9,
        cause: "\(key.effect) is given up"
      )
    }
  }

  /// Returns the commands after whose failure alone other effects start, by the names of those.
  private func works(in facts: PromiseFacts) -> [String: String] {
    var works: [String: Set<String?>] = [:]
    for step in facts.steps {
      for effect in step.started { works[effect, default: []].insert(step.isFailure ? step.command : nil) }
    }
    return works.compactMapValues { $0.count == 1 ? $0.first.flatMap(\.self) : nil }.filter { $0.key != $0.value }
  }
}
