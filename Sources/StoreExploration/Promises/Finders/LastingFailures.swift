import StoreTesting

/// Finds what a failed call sets, and an equal call that succeeds leaves: "offline" beside new results.
struct LastingFailures: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.atoms.indices.flatMap { facts.isMark($0) ? candidates(for: $0, in: facts) : [] }
  }

  private func candidates(for atom: Int, in facts: PromiseFacts) -> [Candidate] {
    let setting = facts.steps.indices.filter { facts.isSet(atom, by: facts.steps[$0]) }
    let ending = facts.steps.filter { facts.isEnded(atom, by: $0) }
    guard !ending.isEmpty, setting.allSatisfy({ facts.steps[$0].isFailure && facts.steps[$0].call != nil }),
      !facts.isTimed(atom),
      !ending.contains(where: { $0.input != nil && facts.changesNothing(but: facts.atoms[atom].field, in: $0) })
    else { return [] }
    // An equal call that was already on its way is not made because of the failure.
    let failures = setting.filter { number in
      let step = facts.steps[number]
      let others = step.survivors.compactMap(\.self).map { facts.running[step.to][$0] }
      return !facts.senders(in: step).contains { sender in others.contains { facts.leads($0, to: sender) } }
    }
    let left = Dictionary(grouping: failures) { facts.steps[$0].call }.values.flatMap {
      facts.pathsToSuccess(from: $0, while: atom)
    }
    return Dictionary(grouping: left) { facts.steps[$0[$0.count - 1]].cause }.map { cause, paths in
      Candidate(
        text: "\(facts.atoms[atom].negatedText) after \(cause)",
        complaint: "\(facts.atoms[atom].text), which only failures set, outlasts \(cause)",
        support: ending.count { !$0.isFailure },
        exceptions: paths.map { Candidate.Exception(node: facts.steps[$0[0]].from, steps: $0) },
        weight: 0.6,
        cause: "\(facts.atoms[atom].text) outlasts a success"
      )
    }
  }
}

extension PromiseFacts {
  /// Whether a condition says that something is there that a failure may leave.
  fileprivate func isMark(_ atom: Int) -> Bool {
    switch atoms[atom].kind {
    case .flag(true), .presence(true): !atoms[atom].subject.contains("[")
    case .content(true): contents[0][atoms[atom].subject] != nil && !atoms[atom].subject.contains("[")
    case .flag(false), .presence(false), .content(false), .choice, .member, .amount, .running: false
    }
  }

  /// Returns the shortest paths from failures of a call to its successes, on which a condition holds and nothing else fails.
  fileprivate func pathsToSuccess(from failures: [Int], while atom: Int) -> [[Int]] {
    let call = steps[failures[0]].call
    var paths = Dictionary(failures.map { (steps[$0].to, [$0]) }) { first, _ in first }
    var order = failures.map { steps[$0].to }
    var found: [[Int]] = []
    var next = 0
    while next < order.count {
      let node = order[next]
      let path = paths[node] ?? []
      next += 1
      for number in stepsFrom[node] where holds[atom][steps[number].to] && !steps[number].isFailure {
        if steps[number].call == call, !steps[number].messages.isEmpty { found.append(path + [number]) }
        if paths[steps[number].to] == nil {
          paths[steps[number].to] = path + [number]
          order.append(steps[number].to)
        }
      }
    }
    return found
  }
}
