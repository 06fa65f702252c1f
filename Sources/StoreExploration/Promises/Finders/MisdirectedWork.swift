import StoreTesting

/// Finds work for one element that changes another one, as that is open when it ends: a draft that is saved under the next note.
struct MisdirectedWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var found: [String: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.input != nil {
      let choices = facts.fields.changes(from: step.from, to: step.to).compactMap { facts.choice($0, by: step) }
      guard !choices.isEmpty else { continue }
      for (before, after) in step.survivors.enumerated() {
        guard let after else { continue }
        let usual = facts.nextSteps(of: before, at: step.from).map { facts.steps[$0] }
        for number in facts.nextSteps(of: after, at: step.to) {
          let late = facts.steps[number]
          // Work that goes on, such as a timer, may be for each element that is open, and an element of a stream says for which it is.
          guard late.survivors[after] == nil, !late.isElement || late.endsStream,
            let same = usual.first(where: { $0.call == late.call && $0.isFailure == late.isFailure }),
            choices.contains(where: {
              facts.changedElements(in: same) == [withoutQuotes($0.old)]
                && facts.changedElements(in: late) == [withoutQuotes($0.new)]
            })
          else { continue }
          found[facts.running[step.to][after], default: []]
            .append(Candidate.Exception(node: step.from, steps: [position, number]))
        }
      }
    }
    return found.map { effect, exceptions in
      Candidate(
        text: "\(effect) changes what it was started for",
        complaint:
          "\(effect) changes what \(facts.steps[exceptions[0].steps[0]].input ?? "an input") has chosen since it started",
        support: facts.support(of: effect, without: exceptions),
        exceptions: exceptions,
        weight: 0.9
      )
    }
  }
}

extension PromiseFacts {
  /// Returns the ids of the elements of lists and dictionaries, and the elements of sets, that differ after a step.
  fileprivate func changedElements(in step: Step) -> Set<String> {
    var elements: Set<String> = []
    for field in fields.changes(from: step.from, to: step.to) {
      let path = fields.paths[field]
      if let start = path.lastIndex(of: "["), let end = path.lastIndex(of: "]"), start < end {
        let id = path[path.index(after: start)..<end]
        elements.insert(String(id.hasPrefix("id: ") ? id.dropFirst(4) : id))
      } else if let one = members[step.from][path], let other = members[step.to][path] {
        elements.formUnion(one.symmetricDifference(other))
      }
    }
    return Set(elements.map(withoutQuotes))
  }
}

/// Returns a text as it is, whether or not it was written as a value.
private func withoutQuotes(_ text: String) -> String {
  text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
}
