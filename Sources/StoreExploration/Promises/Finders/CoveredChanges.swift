import StoreTesting

/// Finds changes that an older effect takes for its own: a text that counts as saved, though it was typed while the one before was saved.
struct CoveredChanges: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let effect: String
    let mark: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let inputs = Dictionary(grouping: facts.steps.indices) { facts.steps[$0].input.map(withoutValues) }
    return inputs.flatMap { input, numbers in
      input == nil ? [] : marks(of: numbers, facts).flatMap { candidates(for: $0, setBy: numbers, facts) }
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
    var support: [String: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for number in numbers {
      let step = facts.steps[number]
      // What begins work anew waits for that.
      guard let input = step.input, step.isChange, step.started.isEmpty, holds[step.from] else { continue }
      for survivor in step.survivors.compactMap(\.self) {
        let effect = facts.running[step.to][survivor]
        guard starts(of: effect, facts).allSatisfy({ holds[$0.to] }) else { continue }
        for late in facts.nextSteps(of: survivor, at: step.to) where !facts.steps[late].isFailure {
          if holds[facts.steps[late].to] {
            support[effect, default: 0] += 1
          } else if facts.steps[late].call != nil, keeps(step, until: facts.steps[late], besides: mark, facts) {
            found[Key(input: input, effect: effect, mark: mark), default: []]
              .append(Candidate.Exception(node: step.from, steps: [number, late]))
          }
        }
      }
    }
    return found.compactMap { key, exceptions in
      guard support[key.effect] == nil else { return nil }
      let text = facts.atoms[mark].text
      return Candidate(
        text: "after \(key.input), an older \(key.effect) doesn't end \(text)",
        complaint: "\(key.effect), which started before \(key.input), ends \(text)",
        support: numbers.count { !holds[facts.steps[$0].from] && holds[facts.steps[$0].to] },
        exceptions: exceptions,
        weight: 0.85,
        cause: "an older \(key.effect)"
      )
    }
  }

  private func starts(of effect: String, _ facts: PromiseFacts) -> [PromiseFacts.Step] {
    facts.steps.filter { $0.started.contains(effect) }
  }

  /// Whether an answer leaves a text, a number or a collection as a step has changed it.
  private func keeps(
    _ step: PromiseFacts.Step,
    until late: PromiseFacts.Step,
    besides mark: Int,
    _ facts: PromiseFacts
  ) -> Bool {
    facts.fields.changes(from: step.from, to: step.to).contains { field in
      let path = facts.fields.paths[field]
      return (facts.fields.isData[field] || facts.contents[step.to][path] != nil)
        && facts.fields.value(field, at: late.to) == facts.fields.value(field, at: step.to)
    }
  }
}
