import StoreTesting

/// Finds elements that count as failed though they are done, as something else fails later: a message that has been delivered, when the
/// connection is lost.
///
/// An element is done in a mode that its work brings, and that nothing leads on from but inputs and failures. A stream that goes on then
/// may say otherwise, if it isn't ended when all elements are done.
struct DeniedElements: CandidateFinder {
  /// A mode of an element, in whichever case of an enum the element is.
  private struct Mode {
    /// The condition for one of the cases.
    let atom: Int

    /// The situations in which it holds.
    let holds: [Bool]

    /// The paths of what it is a mode of, in whichever case that is.
    let paths: Set<String>

    init(_ atom: Int, in facts: PromiseFacts) {
      self.atom = atom
      holds = facts.holdsInAnyCase(atom)
      paths = Set(facts.alike[atom].map { facts.atoms[$0].inAnyCase.subject })
    }
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let modes = facts.atoms.indices
      .filter { facts.atoms[$0].element != nil && facts.atoms[$0].isCase && facts.alike[$0].first == $0 }
      .map { Mode($0, in: facts) }
    return modes.flatMap { mode in
      let others = modes.filter { $0.atom != mode.atom && !$0.paths.isDisjoint(with: mode.paths) }
      return candidates(for: mode, besides: others, facts)
    }
  }

  private func candidates(for done: Mode, besides others: [Mode], _ facts: PromiseFacts) -> [Candidate] {
    func other(at node: Int) -> Mode? { others.first { $0.holds[node] } }
    let results = facts.steps.filter { !done.holds[$0.from] && done.holds[$0.to] && other(at: $0.from) != nil }
    let ends = facts.steps.indices.filter { done.holds[facts.steps[$0].from] && other(at: facts.steps[$0].to) != nil }
    guard !results.isEmpty, results.allSatisfy({ $0.isElement || $0.call != nil && !$0.isFailure }),
      ends.allSatisfy({ facts.steps[$0].input != nil || facts.steps[$0].isFailure })
    else { return [] }
    let works = facts.senders(in: results)
    let later = Set(facts.steps.filter { done.holds[$0.from] }.flatMap(\.started))
    let denials = ends.filter { facts.steps[$0].isFailure }.compactMap { position -> (Mode, String, Int)? in
      let step = facts.steps[position]
      guard let failed = other(at: step.to), let effect = facts.senders(in: step).min() else { return nil }
      // It fails elsewhere, too, where it isn't done.
      let isFailure = facts.steps.contains {
        $0.isFailure && !failed.holds[$0.from] && failed.holds[$0.to] && !done.holds[$0.from]
      }
      let isDone = works.contains(effect) ? isOver(effect, with: done, facts) : !later.contains(effect)
      return isFailure && isDone ? (failed, effect, position) : nil
    }
    return Dictionary(grouping: denials) { $0.0.atom }.values.map { denials in
      let (_, effect, first) = denials[0]
      let text = text(of: done, at: facts.steps[first].from, facts)
      return Candidate(
        text: "no failed \(effect) ends \(text)",
        complaint: "a failed \(effect) ends \(text)",
        support: results.count,
        exceptions: denials.map { Candidate.Exception(node: facts.steps[$0.2].from, steps: [$0.2]) },
        // `UndoneSteps` says more of one that is older.
        weight: 0.65,
        cause: "an older \(effect)"
      )
    }
  }

  /// Whether a stream is ended by an element after which all that it is for is done.
  private func isOver(_ stream: String, with done: Mode, _ facts: PromiseFacts) -> Bool {
    func text(_ atom: Int) -> String { facts.atoms[atom].inAnyCase.textOfAnyElement }
    let texts = Set(facts.alike[done.atom].map(text))
    let alike = facts.atoms.indices.filter { texts.contains(text($0)) }
    return facts.steps.contains { step in
      step.isElement && !step.endsStream && facts.senders(in: step).contains(stream)
        && !facts.running[step.to].contains(stream)
        && alike.contains { facts.holds[$0][step.from] }
    }
  }

  private func text(of mode: Mode, at node: Int, _ facts: PromiseFacts) -> String {
    facts.atoms[facts.alike[mode.atom].first { facts.holds[$0][node] } ?? mode.atom].text
  }
}
