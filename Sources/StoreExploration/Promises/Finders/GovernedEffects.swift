import StoreTesting

/// Finds effects that some message stops when it ends a condition: "the timer runs only in the foreground".
struct GovernedEffects: CandidateFinder {
  /// A condition on a value in whichever case of an enum it is, or the negation of the case of an enum. The negation of a flag is a
  /// condition by itself. What some tests show of a case agrees by chance.
  private struct Condition: Hashable {
    /// The condition in each case.
    let atoms: [Int]

    var isNegated = false

    var atom: Int { atoms[0] }
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let alike = PromiseFacts.alike(facts.atoms, by: \.inAnyPlace)
    let conditions = facts.atoms.indices.filter {
      facts.atoms[$0].governs(inPart: facts.isPart) && alike[$0].first == $0
        && !alike[$0].contains(where: facts.isRestoredByTime)
    }
    .flatMap { atom in
      facts.atoms[atom].isCase && !facts.isPart
        ? [Condition(atoms: alike[atom]), Condition(atoms: alike[atom], isNegated: true)]
        : [Condition(atoms: alike[atom])]
    }
    var governed: [String: [Condition: [PromiseFacts.Step]]] = [:]
    for step in facts.steps where !step.cancelled.isEmpty {
      // What ends by its own message isn't stopped.
      for effect in Set(step.cancelled).subtracting(facts.senders(in: step)) {
        // What begins the work anew stops it for another reason.
        guard !step.started.contains(where: { facts.leads($0, to: effect) }) else { continue }
        for condition in conditions
        where holds(condition, at: step.from, facts) && isUntrue(condition, at: step.to, facts)
          && !leavesHome(of: effect, besides: condition, by: step, facts)
        {
          governed[effect, default: [:]][condition, default: []].append(step)
        }
      }
    }
    return governed.sorted { $0.key < $1.key }.flatMap { effect, governing in
      conditions.compactMap { condition in
        governing[condition].flatMap { stops in
          candidate(
            effect,
            if: condition,
            stoppedBy: stops,
            besides: governing.keys.filter { $0 != condition },
            in: facts
          )
        }
      }
    }
  }

  /// Whether a condition doesn't hold of what is there, in whichever case of an enum that is. What takes it away with the work ends the
  /// work for another reason.
  private func isUntrue(_ condition: Condition, at node: Int, _ facts: PromiseFacts) -> Bool {
    condition.atoms.contains { facts.isThere($0, at: node) } && !holds(condition, at: node, facts)
  }

  /// Whether a step takes away another value, such as a child, without which an effect never runs.
  private func leavesHome(
    of effect: String,
    besides condition: Condition,
    by step: PromiseFacts.Step,
    _ facts: PromiseFacts
  ) -> Bool {
    facts.atoms.indices.contains { atom in
      facts.atoms[atom].kind == .presence(true) && facts.isEnded(atom, by: step)
        && facts.atoms[atom].subject != facts.atoms[condition.atom].subject
        && facts.running.indices.allSatisfy { facts.holds[atom][$0] || !facts.running[$0].contains(effect) }
    }
  }

  private func holds(_ condition: Condition, at node: Int, _ facts: PromiseFacts) -> Bool {
    condition.atoms.contains { facts.holds[$0][node] } != condition.isNegated
  }

  private func candidate(
    _ effect: String,
    if condition: Condition,
    stoppedBy stops: [PromiseFacts.Step],
    besides others: [Condition],
    in facts: PromiseFacts
  ) -> Candidate? {
    guard let runs = facts.atoms.firstIndex(of: SpaceAtom(subject: effect, kind: .running)) else { return nil }
    let running = facts.holds[runs]
    let holds = facts.running.indices.map { self.holds(condition, at: $0, facts) }
    let nodes = running.indices.filter { running[$0] }
    let wrong = nodes.filter { !holds[$0] }
    // What doesn't run at all counts as other work, so that it runs both under the condition and elsewhere.
    guard !facts.isOtherWork(effect, at: wrong, than: nodes.filter { holds[$0] }) else { return nil }
    // What ends the condition must stop the effect, each time.
    let isStopped = facts.steps.allSatisfy { !holds[$0.from] || holds[$0.to] || !running[$0.from] || !running[$0.to] }
    guard isStopped else { return nil }
    let starts = facts.steps.filter { running[$0.to] && !running[$0.from] && !holds[$0.to] }
    let startsAlone = starts.allSatisfy { $0.input == nil }
    // What holds without a start of the effect is a condition of it, and not a part of its work.
    guard beginsWith(condition, where: holds, facts) || startsAlone && isChosen(holds, for: effect, facts)
    else { return nil }
    // An input that starts it elsewhere may mean to, and does where no input ends that.
    let isPlace = facts.steps.contains { step in
      step.input != nil && !holds[step.from] && holds[step.to]
        && condition.atoms.contains { facts.isThere($0, at: step.to) }
    }
    let restarts = restarts(effect, if: holds, facts)
    let isRare =
      wrong.count * 2 < nodes.count
      || starts.allSatisfy { begins(others, by: $0, facts) || restarts.contains(withoutValues($0.cause)) }
    guard startsAlone || isRare && isPlace && !isOfFailures(wrong, of: condition, facts) else { return nil }
    // What elements of a stream stop and start is as they say.
    guard !stops.allSatisfy(\.isElement) || !starts.allSatisfy(\.isElement) else { return nil }
    let there = condition.atoms.first { facts.isThere($0, at: wrong[0]) } ?? condition.atom
    let atom = facts.atoms[there]
    let (text, negation) = condition.isNegated ? (atom.negatedText, atom.text) : (atom.text, atom.negatedText)
    let code = condition.isNegated ? atom.negatedCode : atom.code
    return Candidate(
      text: "\(effect) runs only if \(text)",
      code: atom.isCode
        ? ".always(\(quoted("\(effect) runs only if \(text)"))) { !$0.isRunning(\(quoted(effect))) || \(code) }" : nil,
      complaint: "\(effect) runs, though \(negation)",
      support: nodes.count - wrong.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: 0.75
    )
  }
}

extension GovernedEffects {
  /// Whether a step changes only what also governs an effect, back to how it was at the start: of two reasons to be silent, the end of one
  /// forgets the other.
  private func begins(_ others: [Condition], by step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.changedSubjects(from: step.from, to: step.to).count == 1
      && others.contains { other in
        holds(other, at: 0, facts) && !holds(other, at: step.from, facts) && holds(other, at: step.to, facts)
      }
  }

  /// Returns the causes, without values, of inputs that start an effect under a condition only where it runs already, as its rate changes.
  private func restarts(_ effect: String, if holds: [Bool], _ facts: PromiseFacts) -> Set<String> {
    let starts = facts.steps.filter { $0.input != nil && holds[$0.from] && $0.started.contains(effect) }
    let causes = Dictionary(grouping: starts) { withoutValues($0.cause) }
    return Set(causes.filter { $0.value.allSatisfy { facts.running[$0.from].contains(effect) } }.keys)
  }

  /// Whether only inputs begin and end a condition, and one of them also begins an effect: the tab of a stream.
  private func isChosen(_ holds: [Bool], for effect: String, _ facts: PromiseFacts) -> Bool {
    let changes = facts.steps.filter { holds[$0.from] != holds[$0.to] }
    return changes.allSatisfy { $0.input != nil }
      && changes.contains { holds[$0.to] && $0.started.contains(effect) }
  }

  /// Whether some situations have in common that only failures lead into their mode instead of a condition, where a user may go on.
  private func isOfFailures(_ nodes: [Int], of condition: Condition, _ facts: PromiseFacts) -> Bool {
    facts.sameSubject[condition.atom].contains { mode in
      facts.atoms[mode].isMode && facts.isOfFailures[mode] && nodes.allSatisfy { facts.holds[mode][$0] }
    }
  }

  /// Whether a condition holds at the start, or if there is no such field yet, wherever a child brings it.
  private func beginsWith(_ condition: Condition, where holds: [Bool], _ facts: PromiseFacts) -> Bool {
    guard !condition.atoms.contains(where: { facts.isThere($0, at: 0) }), facts.atoms[condition.atom].element == nil
    else {
      return holds[0]
    }
    return facts.steps.allSatisfy { step in !condition.atoms.contains { facts.isBegun($0, by: step) } || holds[step.to]
    }
  }
}

extension PromiseFacts {
  /// Whether a condition says that nothing is there that time takes away, such as a toast.
  fileprivate func isRestoredByTime(_ atom: Int) -> Bool {
    let filled = SpaceAtom(subject: atoms[atom].subject, kind: .presence(true))
    return atoms[atom].kind == .presence(false) && atoms.firstIndex(of: filled).map(isTimed) ?? false
  }
}

extension SpaceAtom {
  /// Whether an effect may be meant to run only while it holds. What some tests show of an optional agrees by chance.
  fileprivate func governs(inPart isPart: Bool) -> Bool {
    switch kind {
    case .flag, .choice: true
    case .presence: !isPart && isMeant
    case .content, .member, .amount, .running: false
    }
  }
}
