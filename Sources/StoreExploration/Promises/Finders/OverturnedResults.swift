import StoreTesting

/// Finds results that no input ends, but by a new start, and that something ends which comes too late: a delivered upload counts as stalled.
struct OverturnedResults: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.atoms.indices.compactMap { candidate(for: $0, facts) }
  }

  private func candidate(for result: Int, _ facts: PromiseFacts) -> Candidate? {
    guard facts.atoms[result].isCase, facts.isReached(result) else { return nil }
    let entries = facts.steps.filter { facts.isSet(result, by: $0) }
    guard entries.allSatisfy({ $0.call != nil && !$0.isFailure }) else { return nil }
    let all = facts.steps.indices.filter {
      facts.isEnded(result, by: facts.steps[$0]) && facts.isThere(result, at: facts.steps[$0].to)
    }
    let ends = all.filter { !isNewStart(facts.steps[$0], instead: result, facts) }
    // Failures are judged by others, and what elements of a stream say is news.
    guard !ends.isEmpty, ends.allSatisfy({ isLate(facts.steps[$0]) }) else { return nil }
    let enders = facts.senders(in: ends.map { facts.steps[$0] })
    let sources = facts.senders(in: entries)
    // What starts with a result is to end it, as a notice goes by itself, and its source may take it back.
    guard enders.isDisjoint(with: sources), entries.allSatisfy({ enders.isDisjoint(with: $0.started) }) else {
      return nil
    }
    // Where an input begins anew, some result must stop the late work.
    let isAlone = ends.count == all.count
    guard isAlone || entries.contains(where: { !enders.isDisjoint(with: $0.cancelled) }) else {
      return nil
    }
    let final = facts.running.indices.count { facts.holds[result][$0] && enders.isDisjoint(with: facts.running[$0]) }
    let values = Set(ends.map { end in facts.sameSubject[result].filter { facts.holds[$0][facts.steps[end].to] } })
    let isTriedAgain = ends.allSatisfy { isNextTry(facts.steps[$0], of: result, besides: sources, facts) }
    guard final > 0, isTriedAgain || values.allSatisfy({ canBegin(sources, where: $0, facts) || isFailure($0, facts) })
    else { return nil }
    let ender = enders.sorted().joined(separator: ", ")
    return Candidate(
      text: "\(ender) doesn't end \(facts.atoms[result].text)",
      complaint:
        "\(ender) ends \(facts.atoms[result].text), which \(isAlone ? "nothing else does" : "stops it elsewhere")",
      support: final,
      exceptions: ends.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.85,
      isOfAbsence: true
    )
  }

  /// Whether an input leads from a result to the mode of the start.
  private func isNewStart(_ step: PromiseFacts.Step, instead result: Int, _ facts: PromiseFacts) -> Bool {
    step.input != nil && facts.sameSubject[result].contains { facts.holds[$0][step.to] && facts.holds[$0][0] }
  }

  /// Whether a step may come too late. What is asked for is news.
  private func isLate(_ step: PromiseFacts.Step) -> Bool {
    step.input == nil && !step.isFailure && !step.isElement && !step.isAnswer
  }

  /// Whether a step begins anew what an input begins in the same mode, be it with a payload: the next try of work whose result others
  /// have brought.
  private func isNextTry(
    _ step: PromiseFacts.Step,
    of result: Int,
    besides sources: Set<String>,
    _ facts: PromiseFacts
  ) -> Bool {
    let work = Set(step.started).subtracting(sources)
    let modes = facts.sameSubject[result].filter { facts.atoms[$0].isMode && facts.holds[$0][step.to] }
    return facts.steps.contains { begin in
      begin.input != nil && !work.isDisjoint(with: begin.started) && modes.contains { facts.isSet($0, by: begin) }
    }
  }

  /// Whether failures begin one of some modes as well.
  private func isFailure(_ modes: [Int], _ facts: PromiseFacts) -> Bool {
    modes.contains { mode in
      facts.atoms[mode].isMode && facts.steps.contains { $0.isFailure && facts.isSet(mode, by: $0) }
    }
  }

  /// Whether an input begins the work anew where some conditions hold.
  private func canBegin(_ work: Set<String>, where conditions: [Int], _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      step.input != nil && !work.isDisjoint(with: step.started) && conditions.allSatisfy { facts.holds[$0][step.from] }
    }
  }
}
