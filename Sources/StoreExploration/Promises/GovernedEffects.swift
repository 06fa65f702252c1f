import StoreTesting

/// Finds effects that some message stops when it ends a condition: "the timer runs only in the foreground".
struct GovernedEffects: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var governed: [String: Set<Int>] = [:]
    for step in facts.steps where !step.cancelled.isEmpty {
      for effect in Set(step.cancelled).subtracting(facts.senders(in: step)) {
        // What begins the work anew stops it for another reason.
        guard !step.started.contains(where: { facts.leads($0, to: effect) }) else { continue }
        for atom in facts.atoms.indices where facts.atoms[atom].governs(inPart: facts.isPart) {
          let holds = facts.holds[atom]
          if holds[step.from], !holds[step.to] { governed[effect, default: []].insert(atom) }
        }
      }
    }
    return governed.sorted { $0.key < $1.key }.flatMap { effect, atoms in
      atoms.sorted().compactMap { candidate(effect, atom: $0, in: facts) }
    }
  }

  private func candidate(_ effect: String, atom: Int, in facts: PromiseFacts) -> Candidate? {
    guard let runs = facts.atoms.firstIndex(of: SpaceAtom(subject: effect, kind: .running)) else { return nil }
    let nodes = facts.holds[runs].indices.filter { facts.holds[runs][$0] }
    let wrong = nodes.filter { !facts.holds[atom][$0] }
    // What ends the condition must stop the effect, each time.
    let isStopped = facts.steps.allSatisfy { step in
      !facts.holds[atom][step.from] || facts.holds[atom][step.to] || !facts.holds[runs][step.from]
        || !facts.holds[runs][step.to]
    }
    // What holds without a start of the effect is a condition of it, and not a part of its work.
    guard isStopped, !wrong.isEmpty, wrong.count < nodes.count, facts.holds[atom][0] else { return nil }
    // An input that starts it elsewhere may mean to.
    let starts = facts.steps.filter {
      facts.holds[runs][$0.to] && !facts.holds[runs][$0.from] && !facts.holds[atom][$0.to]
    }
    guard wrong.count * 2 < nodes.count || starts.allSatisfy({ $0.input == nil }) else { return nil }
    let condition = facts.atoms[atom]
    return Candidate(
      text: "\(effect) runs only if \(condition.text)",
      code: condition.isCode
        ? ".always(\(quoted("\(effect) runs only if \(condition.text)"))) { !$0.isRunning(\(quoted(effect))) || \(condition.code) }"
        : nil,
      complaint: "\(effect) runs, though \(condition.negatedText)",
      support: nodes.count - wrong.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: 0.75
    )
  }
}

extension SpaceAtom {
  /// Whether an effect may be meant to run only while it holds. What some tests show of an optional agrees by chance.
  fileprivate func governs(inPart isPart: Bool) -> Bool {
    switch kind {
    case .flag, .choice: true
    case .presence: !isPart && isMeant
    case .content, .amount, .running: false
    }
  }
}
