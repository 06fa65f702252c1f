import StoreTesting

/// Finds what resumes though it wasn't interrupted: an audiobook that plays after a call, though it was paused before.
struct ResumedModes: CandidateFinder {
  private struct Key: Hashable {
    let interruption: String
    let end: String

    /// The field that says whether it goes on.
    let field: Int
  }

  /// A change of a field from one value to another one.
  private struct Change: Hashable {
    let (before, after): (Int, Int)

    var reversed: Self { Self(before: after, after: before) }
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let switched = switches(in: facts)
    let modes = Set(facts.atoms.filter { $0.isChoice && $0.element == nil }.map(\.subject))
    let arrivals = Dictionary(
      grouping: facts.steps.indices.filter { facts.steps[$0].isEvent && facts.steps[$0].isChange }
    ) { facts.steps[$0].to }
    var stopping: [Key: Set<Int>] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, end) in facts.steps.enumerated() where end.isEvent {
      guard let ended = switched[end.cause], !ended.isEmpty else { continue }
      let changed = facts.fields.changes(from: end.from, to: end.to).filter { modes.contains(facts.fields.paths[$0]) }
      for number in arrivals[end.from] ?? [] {
        let step = facts.steps[number]
        guard step.isElement == end.isElement, let begun = switched[step.cause] else { continue }
        // All but one field is there to show the interruption.
        let others = changed.filter { begun[$0] == nil || begun[$0]?.reversed != ended[$0] }
        guard others.count == 1, changed.count > 1 else { continue }
        let key = Key(interruption: step.cause, end: end.cause, field: others[0])
        if facts.fields.changes(from: step.from, to: end.to).isEmpty {
          stopping[key, default: []].insert(number)
        } else if !facts.fields.changes(from: step.from, to: step.to).contains(others[0]) {
          found[key, default: []].append(Candidate.Exception(node: step.from, steps: [number, position]))
        }
      }
    }
    return found.compactMap { key, exceptions in
      guard let support = stopping[key]?.count, !isWait(key.field, after: facts.steps[exceptions[0].steps[1]], facts)
      else { return nil }
      let path = facts.fields.paths[key.field]
      return Candidate(
        text: "\(key.end) leaves \(path) as it was before \(key.interruption)",
        complaint: "\(key.end) changes \(path), which \(key.interruption) had not changed",
        support: support,
        exceptions: exceptions,
        weight: 0.85
      )
    }
  }

  /// Returns how the events of each cause change fields, if they always do when they do anything.
  private func switches(in facts: PromiseFacts) -> [String: [Int: Change]] {
    var switches: [String: [Int: Change]] = [:]
    for step in facts.steps where step.isEvent && (step.isChange || !step.started.isEmpty || !step.cancelled.isEmpty) {
      let changes = facts.fields.changes(from: step.from, to: step.to).reduce(into: [Int: Change]()) { changes, field in
        changes[field] = Change(
          before: facts.fields.value(field, at: step.from),
          after: facts.fields.value(field, at: step.to)
        )
      }
      switches[step.cause] = switches[step.cause]?.filter { changes[$0.key] == $0.value } ?? changes
    }
    return switches
  }

  /// Whether a step begins work that ends what it sets, as a refresh does, or cancels work that would have ended what it ends.
  private func isWait(_ field: Int, after step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    func values(_ step: PromiseFacts.Step) -> [Int] { [step.from, step.to].map { facts.fields.value(field, at: $0) } }
    let change = values(step)
    return facts.steps.contains { late in
      let (ended, senders) = (values(late), facts.senders(in: late))
      guard late.input == nil, ended[0] != ended[1] else { return false }
      return ended == change && !senders.isDisjoint(with: step.cancelled)
        || ended[0] == change[1] && senders.contains { sender in step.started.contains { facts.leads($0, to: sender) } }
    }
  }
}

extension PromiseFacts.Step {
  /// Whether a user or a stream causes it.
  fileprivate var isEvent: Bool { input != nil || isElement }
}
