import StoreTesting

/// Finds values that an input sets, and that an older answer sets back: a refresh that loses typed text.
struct LostInputs: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let effect: String
    let field: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var support: [Key: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() {
      guard let input = step.input else { continue }
      let set = facts.fields.changes(from: step.from, to: step.to).filter { isText($0, replacedBy: step, facts) }
      guard !set.isEmpty else { continue }
      for survivor in step.survivors.compactMap(\.self) {
        let answers = facts.nextSteps(of: survivor, at: step.to).filter {
          facts.steps[$0].call != nil && !facts.steps[$0].isFailure && !facts.steps[$0].isElement
        }
        for field in set where !answers.isEmpty {
          let key = Key(input: input, effect: facts.running[step.to][survivor], field: field)
          let old = facts.fields.value(field, at: step.from)
          let late = answers.first {
            facts.fields.value(field, at: facts.steps[$0].to) == old && !opensAnother(by: facts.steps[$0], field, facts)
          }
          if let late {
            found[key, default: []].append(Candidate.Exception(node: step.from, steps: [position, late]))
          } else {
            support[key, default: 0] += 1
          }
        }
      }
    }
    return found.map { key, exceptions in
      let path = facts.fields.paths[key.field]
      return Candidate(
        text: "after \(key.input), an older \(key.effect) doesn't set \(path) back",
        complaint: "\(key.effect), which started before \(key.input), sets \(path) back",
        support: support[key] ?? 0,
        exceptions: exceptions,
        weight: 0.9,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Whether another field names another element after a step, such as the next document, which has a text of its own.
  private func opensAnother(by step: PromiseFacts.Step, _ field: Int, _ facts: PromiseFacts) -> Bool {
    let own = facts.fields.paths[field]
    return facts.fields.changes(from: step.from, to: step.to).contains { other in
      let path = facts.fields.paths[other]
      guard !path.hasPrefix(own), !own.hasPrefix(path), let (old, new) = facts.choice(other, by: step) else {
        return false
      }
      return facts.ids[step.to].values.contains { $0.contains(old) && $0.contains(new) }
    }
  }

  /// Whether a step replaces a text, or the value of an optional, by another one. Other conditions see what is filled and emptied.
  private func isText(_ field: Int, replacedBy step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    let path = facts.fields.paths[field]
    return !facts.fields.isOfElement(field) && facts.contents[step.from][path] != nil
      && facts.contents[step.to][path] != nil
  }
}
