import StoreTesting

/// Finds changes that an input shows at once, and that a failure of its effect leaves, while it takes others back: a course still
/// looks left when leaving it has failed, or a deleted message is back, and isn't counted.
struct KeptChanges: CandidateFinder {
  private struct Key: Hashable {
    let effect: String

    /// The path of the field, without ids.
    let field: String

    /// The message of the failure, as another failure may take back more.
    let failure: String
  }

  private struct Kept {
    let field: Int
    let exception: Candidate.Exception
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var taken: [Key: Int] = [:]
    var kept: [Key: [Kept]] = [:]
    for (position, step) in facts.steps.enumerated() where step.input != nil {
      for effect in startedAlone(by: step, facts) {
        let next = facts.nextSteps(of: effect, at: step.to).filter { facts.steps[$0].call != nil }
        let shown = shown(by: step, next.map { facts.steps[$0] }, facts)
        for number in next where facts.steps[number].isFailure {
          let after = facts.steps[number].to
          let back = shown.filter { facts.fields.value($0, at: after) == facts.fields.value($0, at: step.from) }
          let left = shown.filter { facts.fields.value($0, at: after) == facts.fields.value($0, at: step.to) }
          func key(_ field: Int) -> Key {
            Key(
              effect: facts.running[step.to][effect],
              field: withoutValues(facts.fields.paths[field]),
              failure: withoutValues(facts.steps[number].cause)
            )
          }
          for field in back { taken[key(field), default: 0] += 1 }
          for field in left {
            kept[key(field), default: []].append(
              Kept(field: field, exception: Candidate.Exception(node: step.from, steps: [position, number]))
            )
            // Of numbers and collections that an input changes together, all go back.
            if facts.fields.isData[field], back.contains(where: { facts.fields.isData[$0] }) {
              taken[key(field), default: 0] += 1
            }
          }
        }
      }
    }
    return kept.compactMap { key, found in
      guard let support = taken[key], found.count <= 2 * support else { return nil }
      let path = facts.fields.paths[found[0].field]
      let input = facts.steps[found[0].exception.steps[0]].input ?? "an input"
      return Candidate(
        text: "a failed \(key.effect) takes back \(path)",
        complaint: "a failed \(key.effect) leaves \(path) as \(input) has changed it",
        support: support,
        exceptions: found.map(\.exception),
        // The element says more than its list.
        weight: facts.fields.isOfElement(found[0].field) ? 0.86 : 0.85,
        cause: "a failed \(key.effect) takes back a change"
      )
    }
  }

  /// Returns the fields that an input changes, and that all successes of its effect leave so. What they change, too, is a wait for
  /// them. A part of what is not there any more is as its whole.
  private func shown(by step: PromiseFacts.Step, _ next: [PromiseFacts.Step], _ facts: PromiseFacts) -> [Int] {
    let successes = next.filter { !$0.isFailure }
    guard !successes.isEmpty else { return [] }
    return facts.fields.changes(from: step.from, to: step.to).filter { field in
      facts.fields.has(field, at: step.to)
        && successes.allSatisfy { facts.fields.value(field, at: $0.to) == facts.fields.value(field, at: step.to) }
        && !facts.isOfFailures(field: field) && !endsWithItsWork(field, by: step, facts)
    }
  }

  /// Whether a field is a mode or a value that is there only while an effect runs, and that ends as a step cancels the effect.
  private func endsWithItsWork(_ field: Int, by step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.atoms.indices.contains { mode in
      facts.atoms[mode].subject == facts.fields.paths[field] && facts.atoms[mode].isModeOrValue
        && facts.isEnded(mode, by: step)
        && step.cancelled.contains { effect in
          facts.running.indices.allSatisfy { !facts.holds[mode][$0] || facts.running[$0].contains(effect) }
        }
    }
  }

  /// Returns the effects that a step starts without others like them, by their positions among those after it.
  private func startedAlone(by step: PromiseFacts.Step, _ facts: PromiseFacts) -> [Int] {
    let old = Set(step.survivors.compactMap(\.self))
    return facts.running[step.to].indices.filter { effect in
      !old.contains(effect) && !facts.running[step.from].contains(facts.running[step.to][effect])
        && step.startedLabels.contains(facts.labels[step.to][effect])
    }
  }
}

extension PromiseFacts {
  /// Whether a field shows that something has failed, or which things have.
  fileprivate func isOfFailures(field: Int) -> Bool {
    let path = fields.paths[field]
    return atoms.indices.contains { atom in
      // Failures also fill again what an input has emptied, and count on from zero.
      atoms[atom].subject == path
        && (isFailureMark(atom)
          || isOfFailures[atom] && [.content(true), .amount(true)].contains(atoms[atom].kind) && !holds[atom][0])
    }
  }
}
