import StoreTesting

/// Finds what resumes though it wasn't interrupted: an audiobook that plays after a call, though it was paused before.
struct ResumedModes: CandidateFinder {
  private struct Key: Hashable {
    let interruption: String
    let end: String

    /// The field that says whether it goes on.
    let field: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let arrivals = Dictionary(grouping: facts.steps.indices) { facts.steps[$0].to }
    let modes = Set(facts.atoms.filter(\.isMode).map(\.subject))
    let choices = facts.fields.paths.indices.filter {
      modes.contains(facts.fields.paths[$0]) && !facts.fields.isOfElement($0)
    }
    var support: [Key: Set<Int>] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, end) in facts.steps.enumerated() where end.isEvent {
      let changed = choices.filter { facts.fields.value($0, at: end.from) != facts.fields.value($0, at: end.to) }
      guard changed.count >= 2 else { continue }
      for field in changed where !isWait(field, after: end, facts) {
        // The interruptions that the end takes back, and those that found the field as they left it.
        let interruptions = (arrivals[end.from] ?? []).filter {
          facts.steps[$0].isEvent && facts.steps[$0].isElement == end.isElement
            && facts.steps[$0].cause != end.cause && takesBack(end, facts.steps[$0], besides: field, of: changed, facts)
        }
        let stopping = interruptions.filter {
          facts.fields.changes(from: facts.steps[$0].from, to: end.to).isEmpty
        }
        for number in interruptions {
          let step = facts.steps[number]
          guard facts.fields.value(field, at: step.from) == facts.fields.value(field, at: end.from) else { continue }
          let like = stopping.filter { facts.steps[$0].cause == step.cause }
          guard !like.isEmpty else { continue }
          let key = Key(interruption: step.cause, end: end.cause, field: field)
          support[key, default: []].formUnion(like)
          found[key, default: []].append(Candidate.Exception(node: step.from, steps: [number, position]))
        }
      }
    }
    return found.map { key, exceptions in
      let path = facts.fields.paths[key.field]
      return Candidate(
        text: "\(key.end) leaves \(path) as it was before \(key.interruption)",
        complaint: "\(key.end) changes \(path), which \(key.interruption) had not changed",
        support: support[key]?.count ?? 0,
        exceptions: exceptions,
        weight: 0.85
      )
    }
  }

  /// Whether all that a cause does is to begin, or to end, a mode.
  private func isAlways(_ cause: String, from before: Int, to after: Int, of mode: Int, _ facts: PromiseFacts) -> Bool {
    facts.steps.allSatisfy { step in
      step.cause != cause || !step.isChange && step.started.isEmpty && step.cancelled.isEmpty
        || facts.fields.value(mode, at: step.from) == before && facts.fields.value(mode, at: step.to) == after
    }
  }

  /// Whether an interruption is there to begin all modes but one that a step changes, and the step is there to end them.
  private func takesBack(
    _ end: PromiseFacts.Step,
    _ interruption: PromiseFacts.Step,
    besides field: Int,
    of changed: [Int],
    _ facts: PromiseFacts
  ) -> Bool {
    let (from, to) = (interruption.from, interruption.to)
    let others = changed.filter { $0 != field }
    return others.allSatisfy { other in
      let (before, after) = (facts.fields.value(other, at: from), facts.fields.value(other, at: to))
      return before != after && isAlways(interruption.cause, from: before, to: after, of: other, facts)
        && isAlways(end.cause, from: after, to: before, of: other, facts)
    }
  }

  /// Whether a step begins work that ends what it sets, as a refresh does.
  private func isWait(_ field: Int, after step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { late in
      late.input == nil && facts.fields.value(field, at: late.from) == facts.fields.value(field, at: step.to)
        && facts.fields.value(field, at: late.to) != facts.fields.value(field, at: late.from)
        && facts.senders(in: late).contains { sender in step.started.contains { facts.leads($0, to: sender) } }
    }
  }
}

extension PromiseFacts.Step {
  /// Whether a user or a stream causes it.
  fileprivate var isEvent: Bool { input != nil || isElement }
}
