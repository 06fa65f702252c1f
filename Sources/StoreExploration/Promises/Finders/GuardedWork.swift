import StoreTesting

/// Finds effects that inputs respect, and one does not: "nothing discards a running save".
///
/// An input respects an effect if it does nothing while the effect runs, and would otherwise end what the canceller ends.
/// Where the effect's call returns nothing, it is made for what it does outside. Then any input that does nothing
/// meanwhile respects it, if the canceller isn't there only to cancel. Otherwise, an input that starts the effect only
/// refuses to start it twice, as it does if the canceller ends the mode in which alone the effect starts. An input that
/// removes an element also ends the work for it.
struct GuardedWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var exceptions: [String: [Int]] = [:]
    for (position, step) in facts.steps.enumerated() where step.input != nil {
      guard !step.cancelled.isEmpty, !facts.removesElement(step) else { continue }
      for effect in Set(step.cancelled).subtracting(step.started) { exceptions[effect, default: []].append(position) }
    }
    return exceptions.sorted { $0.key < $1.key }.compactMap { effect, cancelling in
      let cancellers = Set(cancelling.compactMap { facts.steps[$0].input })
      let ended = facts.atoms.indices.filter { atom in
        facts.atoms[atom].isOfState
          && cancelling.allSatisfy { facts.holds[atom][facts.steps[$0].from] && !facts.holds[atom][facts.steps[$0].to] }
      }
      let isCommand = facts.steps.contains { $0.command == effect } && doMore(cancellers, than: effect, facts)
      let kinds = Set(cancellers.map(withoutValues))
      let starting = facts.steps.filter { $0.started.contains(effect) }
      let endsMode = ended.contains { atom in
        facts.atoms[atom].kind == .presence(true) && !facts.holds[atom][0]
          && starting.allSatisfy { facts.holds[atom][$0.from] }
      }
      let starters = endsMode ? Set(starting.compactMap(\.input)) : []
      let respectful = inputs(respecting: effect, ending: isCommand ? nil : ended, facts)
        .filter { !kinds.contains(withoutValues($0)) && !starters.contains($0) }.sorted()
      // Who can do nothing but cancel means to.
      guard let first = respectful.first, kinds.count == 1, actsWithoutCancelling(cancellers, facts) else { return nil }
      return Candidate(
        text: "no input cancels a running \(effect)",
        complaint: "\(list(cancellers)) cancels \(effect), which \(first) respects",
        support: respectful.count,
        exceptions: cancelling.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
        weight: 0.8
      )
    }
  }

  /// Whether inputs do something where an effect doesn't run.
  private func doMore(_ inputs: Set<String>, than effect: String, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      step.isEffective && !facts.running[step.from].contains(effect) && step.input.map(inputs.contains) ?? false
    }
  }

  private func actsWithoutCancelling(_ inputs: Set<String>, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      step.isEffective && step.cancelled.isEmpty && step.input.map(inputs.contains) ?? false
    }
  }

  /// Returns the inputs that end a condition while an effect doesn't run, and do nothing while it does.
  ///
  /// - Parameter atoms: The conditions; nil if the inputs need only do something.
  private func inputs(respecting effect: String, ending atoms: [Int]?, _ facts: PromiseFacts) -> Set<String> {
    let steps = Dictionary(grouping: facts.steps) { $0.input }
    return Set(
      steps.keys.compactMap(\.self).filter { input in
        let all = steps[input] ?? []
        let meanwhile = all.filter { facts.running[$0.from].contains(effect) }
        let acting = all.filter { $0.isEffective && !facts.running[$0.from].contains(effect) }
        guard !meanwhile.contains(where: \.isEffective), !acting.isEmpty else { return false }
        if let atoms {
          guard acting.contains(where: { ends($0, one: atoms, facts) }),
            !all.contains(where: { $0.started.contains(effect) })
          else { return false }
        }
        let needs = conditions(of: acting, besides: effect, facts)
        return meanwhile.contains { step in needs.allSatisfy { facts.holds[$0][step.from] } }
      }
    )
  }

  /// Returns the conditions that hold wherever an input acts, and whose lack has nothing to do with an effect.
  private func conditions(of acting: [PromiseFacts.Step], besides effect: String, _ facts: PromiseFacts) -> [Int] {
    let others = facts.running.indices.filter { !facts.running[$0].contains(effect) }
    return facts.atoms.indices.filter { atom in
      // Where there is no optional, nothing within it is missing.
      facts.atoms[atom].isOfState && acting.allSatisfy { facts.holds[atom][$0.from] }
        && others.contains { facts.value(insteadOf: atom, at: $0) != nil }
    }
  }

  private func ends(_ step: PromiseFacts.Step, one atoms: [Int], _ facts: PromiseFacts) -> Bool {
    atoms.contains { facts.holds[$0][step.from] && !facts.holds[$0][step.to] }
  }

  private func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
}
