import StoreTesting

/// Finds effects that inputs respect, and one does not: "nothing discards a running save".
///
/// An input respects an effect if it does nothing while the effect runs, and would otherwise end what the canceller ends.
/// Where the effect's call returns nothing, it is made for what it does outside. Then any input that does nothing
/// meanwhile respects it, if the canceller isn't there only to cancel. Otherwise, an input that starts the effect only
/// refuses to start it twice, as it does if the canceller ends the mode in which alone the effect starts. An input that
/// removes an element also ends the work for it. Another child in the place of one ends that one.
///
/// So it is with an element of a stream that takes away the mode in which work starts that is made for what it does
/// outside, though it leaves that mode alone while the work doesn't run.
struct GuardedWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    candidates(where: { $0.input != nil }, facts) + candidates(where: \.isElement, facts)
  }

  private func candidates(where isCounted: (PromiseFacts.Step) -> Bool, _ facts: PromiseFacts) -> [Candidate] {
    var exceptions: [String: [Int]] = [:]
    for (position, step) in facts.steps.enumerated() where isCounted(step) {
      guard !step.cancelled.isEmpty, !facts.removesElement(step) else { continue }
      for effect in Set(step.cancelled).subtracting(step.started) { exceptions[effect, default: []].append(position) }
    }
    return exceptions.sorted { $0.key < $1.key }.compactMap { candidate(for: $0.key, cancelling: $0.value, facts) }
  }

  private func candidate(for effect: String, cancelling: [Int], _ facts: PromiseFacts) -> Candidate? {
    let cancellers = Set(cancelling.map { facts.steps[$0].cause })
    let ended = facts.atoms.indices.filter { atom in
      facts.atoms[atom].isOfState
        && cancelling.allSatisfy { facts.holds[atom][facts.steps[$0].from] && !facts.holds[atom][facts.steps[$0].to] }
    }
    let left = facts.idPaths.filter { path in
      cancelling.allSatisfy { facts.leavesChild(with: path, by: facts.steps[$0]) }
    }
    let endsTheSame = { (step: PromiseFacts.Step) in
      ended.contains { facts.holds[$0][step.from] && !facts.holds[$0][step.to] }
        || left.contains { facts.leavesChild(with: $0, by: step) }
    }
    let isCommand = facts.steps.contains { $0.command == effect } && doMore(cancellers, than: effect, facts)
    let kinds = Set(cancellers.map(withoutValues))
    let starting = facts.steps.filter { $0.started.contains(effect) }
    let homes = ended.filter { atom in
      (facts.atoms[atom].isMode || facts.atoms[atom].kind == .presence(true))
        && !facts.holds[atom][0] && starting.allSatisfy { facts.holds[atom][$0.from] }
    }
    let starters =
      homes.contains { facts.atoms[$0].kind == .presence(true) } ? Set(starting.compactMap(\.input)) : []
    let respectful = inputs(respecting: effect, ending: isCommand ? nil : endsTheSame, facts)
      .filter { !kinds.contains(withoutValues($0)) && !starters.contains($0) }.sorted()
    let areInputs = cancelling.contains { facts.steps[$0].input != nil }
    guard areInputs || isCommand && spare(cancellers, one: homes, without: effect, facts) else { return nil }
    // What is there already needs no more work.
    guard
      !facts.atoms.indices.contains(where: { atom in
        (facts.atoms[atom].isMode || facts.atoms[atom].kind == .presence(true)) && !facts.holds[atom][0]
          && cancelling.allSatisfy { facts.holds[atom][facts.steps[$0].from] } && facts.isBrought(atom, by: [effect])
      })
    else { return nil }
    // Who can do nothing but cancel means to.
    guard let first = respectful.first, kinds.count == 1, actsWithoutCancelling(cancellers, facts) else { return nil }
    return Candidate(
      text: "\(areInputs ? "no input" : "no element of a stream") cancels a running \(effect)",
      complaint: "\(list(cancellers)) cancels \(effect), which \(first) respects",
      support: respectful.count,
      exceptions: cancelling.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.8
    )
  }

  /// Whether causes do something where an effect doesn't run.
  private func doMore(_ causes: Set<String>, than effect: String, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      step.isEffective && !facts.running[step.from].contains(effect) && causes.contains(step.cause)
    }
  }

  private func actsWithoutCancelling(_ causes: Set<String>, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { $0.isEffective && $0.cancelled.isEmpty && causes.contains($0.cause) }
  }

  /// Whether causes leave a mode as it is where an effect doesn't run.
  private func spare(_ causes: Set<String>, one atoms: [Int], without effect: String, _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      causes.contains(step.cause) && !facts.running[step.from].contains(effect)
        && atoms.contains { facts.holds[$0][step.from] && facts.holds[$0][step.to] }
    }
  }

  /// Returns the inputs that end something while an effect doesn't run, and do nothing while it does.
  ///
  /// - Parameter isEnd: Whether a step ends it; nil if the inputs need only do something.
  private func inputs(
    respecting effect: String,
    ending isEnd: ((PromiseFacts.Step) -> Bool)?,
    _ facts: PromiseFacts
  ) -> Set<String> {
    let steps = Dictionary(grouping: facts.steps) { $0.input }
    return Set(
      steps.keys.compactMap(\.self).filter { input in
        let all = steps[input] ?? []
        let meanwhile = all.filter { facts.running[$0.from].contains(effect) }
        let acting = all.filter { $0.isEffective && !facts.running[$0.from].contains(effect) }
        guard !meanwhile.contains(where: \.isEffective), !acting.isEmpty else { return false }
        if let isEnd {
          guard acting.contains(where: isEnd),
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

  private func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
}
