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
          let setting = Setting(
            atom: atom,
            step: step,
            effect: effect,
            isOlder: survivors.contains(survivor),
            roles: roles
          )
          guard setting.lasts || purposes.permit(label, atom, after: step, facts) else { continue }
          guard !isNote(atom, of: step, until: late, facts) else { continue }
          let undoing = late.first { setting.isUndone(by: facts.steps[$0], among: late, in: facts) }
          if let undoing, !isSettled(atom, askedBy: step, after: facts.steps[undoing], facts) {
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
      guard key.isInput || atom.isModeOrValue else { return nil }
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
}

extension UndoneSteps {
  /// Whether an input that has set a condition does something else instead, when the condition has ended: a question whether to give up
  /// work, which isn't asked any more when the work is done.
  private func isSettled(
    _ atom: Int,
    askedBy step: PromiseFacts.Step,
    after late: PromiseFacts.Step,
    _ facts: PromiseFacts
  ) -> Bool {
    guard let input = step.input, facts.atoms[atom].isMode else { return false }
    let again = facts.stepsFrom[late.to].lazy.map { facts.steps[$0] }.first { $0.input == input }
    return again.map { $0.isEffective && !facts.isSet(atom, by: $0) } ?? false
  }

  /// Whether a flag that is set by time ends with an effect, however that ends: a note that it takes long.
  private func isNote(_ atom: Int, of step: PromiseFacts.Step, until late: [Int], _ facts: PromiseFacts) -> Bool {
    step.isWake && facts.atoms[atom].kind == .flag(true)
      && late.allSatisfy { !facts.holds[atom][facts.steps[$0].to] }
  }
}

/// What effects are there to end: what they find when they start, and what is only set while they run.
private struct Purposes {
  /// The conditions that hold when an effect starts, by its label.
  private var found: [String: Set<Int>] = [:]

  /// The names of the effects without which no input sets a flag or a value, by its condition.
  private var companions: [Int: Set<String>] = [:]

  init(of facts: PromiseFacts) {
    for step in facts.steps where !step.startedLabels.isEmpty {
      let holding = facts.atoms.indices.filter { facts.holds[$0][step.to] }
      for label in step.startedLabels { found[label, default: []].formUnion(holding) }
    }
    for flag in facts.atoms.indices where [.flag(true), .presence(true)].contains(facts.atoms[flag].kind) {
      let setting = facts.steps.lazy.filter {
        $0.input != nil && facts.isSet(flag, by: $0)
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
