import StoreTesting

/// Finds effects that inputs respect, and one does not: "nothing discards a running save".
///
/// An input respects an effect if it does nothing while the effect runs, and would otherwise end what the canceller ends.
/// Where the effect's call returns nothing, it is made for what it does outside. Then any input that does nothing
/// meanwhile respects it, if the canceller isn't there only to cancel. Otherwise, an input that starts the effect only
/// refuses to start it twice. An input that removes an element also ends the work for it.
struct GuardedWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var exceptions: [String: [Int]] = [:]
    for (position, step) in facts.steps.enumerated() where step.input != nil {
      guard !step.cancelled.isEmpty, !removesElement(step, facts) else { continue }
      for effect in Set(step.cancelled).subtracting(step.started) { exceptions[effect, default: []].append(position) }
    }
    return exceptions.sorted { $0.key < $1.key }.compactMap { effect, cancelling in
      let cancellers = Set(cancelling.compactMap { facts.steps[$0].input })
      let ended = facts.atoms.indices.filter { atom in
        facts.atoms[atom].isOfState
          && cancelling.allSatisfy { facts.holds[atom][facts.steps[$0].from] && !facts.holds[atom][facts.steps[$0].to] }
      }
      let isCommand = facts.steps.contains { $0.command == effect } && doMore(cancellers, than: effect, facts)
      let respectful = inputs(respecting: effect, ending: isCommand ? nil : ended, facts).subtracting(cancellers)
        .sorted()
      guard let first = respectful.first, cancellers.count == 1 else { return nil }
      return Candidate(
        text: "no input cancels a running \(effect)",
        complaint: "\(list(cancellers)) cancels \(effect), which \(first) respects",
        support: respectful.count,
        exceptions: cancelling.map { Candidate.Exception(node: facts.steps[$0].from, step: $0) },
        weight: 0.8
      )
    }
  }

  /// Whether an element of a list or a dictionary is gone after a step.
  private func removesElement(_ step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    let elements = { (node: Int) in
      Set(facts.atoms.indices.lazy.filter { facts.holds[$0][node] }.compactMap { facts.atoms[$0].element })
    }
    return !elements(step.from).isSubset(of: elements(step.to))
  }

  /// Whether inputs do something where an effect doesn't run.
  private func doMore(_ inputs: Set<String>, than effect: String, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      step.isEffective && !facts.running[step.from].contains(effect) && step.input.map(inputs.contains) ?? false
    }
  }

  /// Returns the inputs that end a condition while an effect doesn't run, and do nothing while it does.
  ///
  /// - Parameter atoms: The conditions; nil if the inputs need only do something.
  private func inputs(respecting effect: String, ending atoms: [Int]?, _ facts: PromiseFacts) -> Set<String> {
    var (ends, acts): (Set<String>, Set<String>) = ([], [])
    var (isRefused, starters): (Set<String>, Set<String>) = ([], [])
    for step in facts.steps {
      guard let input = step.input else { continue }
      let isRunning = facts.running[step.from].contains(effect)
      if !isRunning,
        atoms?.contains(where: { facts.holds[$0][step.from] && !facts.holds[$0][step.to] }) ?? step.isEffective
      {
        ends.insert(input)
      }
      if isRunning, step.isEffective { acts.insert(input) }
      if isRunning, !step.isEffective { isRefused.insert(input) }
      if step.started.contains(effect) { starters.insert(input) }
    }
    return ends.intersection(isRefused).subtracting(acts).subtracting(atoms == nil ? [] : starters)
  }

  private func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
}
