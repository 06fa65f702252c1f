import StoreTesting

/// Finds what older effects undo: "nothing that was asked for before the log-out changes it".
struct UndoneSteps: CandidateFinder {
  private struct Key: Hashable {
    let cause: String
    let isInput: Bool
    let effect: String
    let atom: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var exceptions: [Key: [Candidate.Exception]] = [:]
    var support: [Key: Int] = [:]
    for step in facts.steps {
      let set = facts.atoms.indices.filter {
        facts.atoms[$0].isMeant && facts.holds[$0][step.to] && facts.value(insteadOf: $0, at: step.from) != nil
      }
      guard !set.isEmpty, step.from != step.to else { continue }
      let old = Set(step.survivors.compactMap(\.self))
      for survivor in old {
        let effect = facts.running[step.to][survivor]
        for atom in set {
          let key = Key(cause: step.cause, isInput: step.input != nil, effect: effect, atom: atom)
          support[key, default: 0] += 1
          let undoing = late(survivor, after: step, facts).first { late in
            guard let value = facts.value(insteadOf: atom, at: facts.steps[late].to) else { return false }
            // What the user has chosen may go on. A result may not become another one.
            return step.input == nil || value == facts.value(insteadOf: atom, at: step.from)
          }
          if let undoing { exceptions[key, default: []].append(Candidate.Exception(node: step.to, step: undoing)) }
        }
      }
    }
    return exceptions.compactMap { key, found in
      let atom = facts.atoms[key.atom]
      guard key.isInput || atom.isMode || atom.kind == .presence(true) else { return nil }
      return Candidate(
        text: "after \(key.cause), an older \(key.effect) doesn't undo \(atom.text)",
        complaint: "\(key.effect), which started before \(key.cause), ends \(atom.text)",
        support: max(0, (support[key] ?? 0) - found.count),
        exceptions: found,
        weight: key.isInput ? 0.9 : 0.7
      )
    }
  }

  /// Returns the steps in which an effect, or what follows on its end, sends its next message, and no other effect does. A
  /// failure is news at any time.
  private func late(_ effect: Int, after step: PromiseFacts.Step, _ facts: PromiseFacts) -> [Int] {
    let labels = facts.labels[step.to]
    let label = labels[effect]
    return facts.stepsFrom[step.to].filter { number in
      let next = facts.steps[number]
      return next.input == nil && !next.isFailure && next.survivors.indices.contains(effect)
        && next.survivors.indices.filter { next.survivors[$0] == nil && labels[$0] == label } == [effect]
        && next.started.count == next.continued.count && !next.messages.isEmpty
        && next.messages.allSatisfy { $0.sender == label || $0.sender.map(next.continued.contains) ?? false }
    }
  }
}
