import StoreTesting

/// Finds changes that an older effect takes for its own: a text that counts as saved, though it was typed while the one before was saved.
struct CoveredChanges: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let effect: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let inputs = facts.steps.indices.filter { facts.steps[$0].input != nil }
    return Dictionary(grouping: inputs) { withoutValues(facts.steps[$0].cause) }.values.flatMap { numbers in
      marks(of: numbers, facts).flatMap { candidates(for: $0, setBy: numbers, facts) }
    }
  }

  /// Returns the flags and cases that an input leaves whenever it changes anything, and that it sets.
  private func marks(of numbers: [Int], _ facts: PromiseFacts) -> [Int] {
    let steps = numbers.map { facts.steps[$0] }.filter(\.isChange)
    return facts.atoms.indices.filter { atom in
      facts.atoms[atom].isMode && facts.atoms[atom].element == nil
        && steps.allSatisfy { facts.holds[atom][$0.to] } && steps.contains { !facts.holds[atom][$0.from] }
    }
  }

  private func candidates(for mark: Int, setBy numbers: [Int], _ facts: PromiseFacts) -> [Candidate] {
    let holds = facts.holds[mark]
    // Effects that aren't about what is marked, and those that leave the mark to a newer change.
    var others = facts.steps.reduce(into: Set<String>()) { if !holds[$1.to] { $0.formUnion($1.started) } }
    var found: [Key: [Candidate.Exception]] = [:]
    for number in numbers {
      let step = facts.steps[number]
      // What begins work anew waits for that.
      guard step.isChange, step.started.isEmpty, holds[step.from] else { continue }
      for survivor in step.survivors.compactMap(\.self) {
        let effect = facts.running[step.to][survivor]
        guard !others.contains(effect) else { continue }
        for late in facts.nextSteps(of: survivor, at: step.to) where !facts.steps[late].isFailure {
          if holds[facts.steps[late].to] {
            others.insert(effect)
          } else if facts.steps[late].call != nil, keeps(step, until: facts.steps[late], facts) {
            found[Key(input: step.cause, effect: effect), default: []]
              .append(Candidate.Exception(node: step.from, steps: [number, late]))
          }
        }
      }
    }
    let text = facts.atoms[mark].text
    return found.filter { !others.contains($0.key.effect) }.map { key, exceptions in
      Candidate(
        text: "after \(key.input), an older \(key.effect) doesn't end \(text)",
        complaint: "\(key.effect), which started before \(key.input), ends \(text)",
        support: numbers.count { !holds[facts.steps[$0].from] && holds[facts.steps[$0].to] },
        exceptions: exceptions,
        weight: 0.85,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Whether an answer leaves a text, a number or a collection as a step has changed it. What the step has taken away is none.
  private func keeps(_ step: PromiseFacts.Step, until late: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.fields.changes(from: step.from, to: step.to).contains { field in
      facts.fields.has(field, at: step.to)
        && (facts.fields.isData[field] || facts.contents[step.to][facts.fields.paths[field]] != nil)
        && facts.fields.value(field, at: late.to) == facts.fields.value(field, at: step.to)
    }
  }
}
