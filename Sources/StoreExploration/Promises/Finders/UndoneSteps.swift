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
    let purposes = Purposes(of: facts)
    let roles = ConditionRoles(of: facts)
    let paths = ShortestPaths(of: facts)
    var exceptions: [Key: [Candidate.Exception]] = [:]
    var support: [Key: Int] = [:]
    for (position, step) in facts.steps.enumerated() where step.from != step.to {
      let set = facts.meantConditions(setBy: step)
      guard !set.isEmpty else { continue }
      let survivors = Set(step.survivors.compactMap(\.self))
      // An effect that goes on after its own answer is older than that, too.
      let speakers = step.input == nil ? Set(facts.speakers(in: step)).subtracting(survivors) : []
      for survivor in survivors.union(speakers) {
        let (effect, label) = (facts.running[step.to][survivor], facts.labels[step.to][survivor])
        let late = facts.nextSteps(of: survivor, at: step.to)
        for atom in set {
          let key = Key(cause: step.cause, isInput: step.input != nil, effect: effect, atom: atom)
          support[key, default: 0] += 1
          let isLasting = step.input == nil && roles.lasting.contains(atom)
          guard isLasting || purposes.permit(label, atom, after: step, facts) else { continue }
          let isReset = step.input != nil && facts.likeStart[step.to]
          let undoing = late.first { number in
            let next = facts.steps[number]
            if isLasting { return takesBack(next, atom, others: late, facts) }
            guard survivors.contains(survivor) else { return false }
            if step.input == nil, takesBack(next, atom, others: late, facts) {
              // What returns something may fail beside another result, but not if its success would have been that.
              return next.command != nil || step.isElement && facts.isBrought(atom, by: [effect])
            }
            return undoes(next, atom, of: step, effect, roles, isReset: isReset, facts)
          }
          if let undoing {
            let first = paths.nearest(to: position, keeping: survivor, setting: atom, facts)
            exceptions[key, default: []].append(
              Candidate.Exception(node: facts.steps[first].from, steps: [first, undoing])
            )
          }
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
        weight: key.isInput ? 0.9 : 0.7,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Whether the next step of an older effect ends a condition that a step has set.
  private func undoes(
    _ late: PromiseFacts.Step,
    _ atom: Int,
    of step: PromiseFacts.Step,
    _ effect: String,
    _ roles: ConditionRoles,
    isReset: Bool,
    _ facts: PromiseFacts
  ) -> Bool {
    guard let value = facts.value(insteadOf: atom, at: late.to) else { return false }
    // What stops the work that has begun with it ends it on purpose.
    guard Set(late.cancelled).isDisjoint(with: step.started) else { return false }
    // Where an element goes, what refers to it goes too. What begins more work is news, unless all was to end.
    guard !facts.removesElement(late), isReset || late.isFailure || late.started.count == late.continued.count else {
      return false
    }
    // What ends what the input needs, such as a session, ends what it has begun.
    guard !late.isElement || !roles.ends(late, oneNeedOf: step.cause, besides: atom) else { return false }
    // A stream may tell anew what an input has closed or mended, but not what an undo has brought back with more.
    guard
      isReset || !late.isElement || !roles.told.contains(value)
        || facts.changedSubjects(in: step) != [facts.atoms[atom].subject]
    else { return false }
    // A new element wasn't asked for before, so it may replace a result. So may a failure, and what follows on one.
    guard step.input != nil else { return !late.isElement && !late.isFailure && !step.isFailure }
    // What the user has chosen may go on. A result may not become another one.
    let isOld = value == facts.value(insteadOf: atom, at: step.from)
    guard isOld, facts.hasEqualContent(in: facts.atoms[atom].subject, at: step.from, late.to) else { return false }
    guard !facts.isDismissal(atom, in: step), isReset || !facts.replacesText(emptiedBy: step, late) else {
      return false
    }
    // A failure is news at any time, unless it takes back a choice that the user has made anew.
    return !late.isFailure
      || facts.atoms[atom].isChoice && step.started.contains(effect)
        && !(facts.atoms[atom].kind == .flag(false) && facts.isOfFailures[value])
  }
}

extension UndoneSteps {
  /// Whether a failure takes back a mode that an answer has brought on, and that its success leaves as it is.
  private func takesBack(_ late: PromiseFacts.Step, _ atom: Int, others: [Int], _ facts: PromiseFacts) -> Bool {
    late.isFailure && facts.atoms[atom].isMode
      && facts.value(insteadOf: atom, at: late.to) != nil
      && others.contains { !facts.steps[$0].isFailure && facts.holds[atom][facts.steps[$0].to] }
  }
}

/// What effects are there to end: what they find when they start, and what is only set while they run.
private struct Purposes {
  /// The conditions that hold when an effect starts, by its label.
  private var found: [String: Set<Int>] = [:]

  /// The names of the effects without which no input sets a flag, by the flag.
  private var companions: [Int: Set<String>] = [:]

  init(of facts: PromiseFacts) {
    for step in facts.steps where !step.startedLabels.isEmpty {
      let holding = facts.atoms.indices.filter { facts.holds[$0][step.to] }
      for label in step.startedLabels { found[label, default: []].formUnion(holding) }
    }
    for flag in facts.atoms.indices where facts.atoms[flag].kind == .flag(true) {
      let setting = facts.steps.lazy.filter {
        $0.input != nil && !facts.holds[flag][$0.from] && facts.holds[flag][$0.to]
      }
      .map { Set(facts.running[$0.from]) }
      companions[flag] = setting.dropFirst().reduce(setting.first) { $0?.intersection($1) }
    }
  }

  /// Whether an older effect has no reason to end a condition after a step.
  func permit(_ label: String, _ atom: Int, after step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    let name = facts.name(ofLabel: label)
    // "Changed since the save began" ends with the save.
    if companions[atom]?.contains(name) ?? false { return false }
    guard found[label]?.contains(atom) ?? false else { return true }
    guard step.input != nil else { return false }
    // What a user removes is not to come back, and what begins with new work of the kind is a wait for that.
    return !facts.atoms[atom].isMode && facts.atoms[atom].kind != .presence(true)
      || step.started.contains { facts.leads($0, to: name) }
  }
}
