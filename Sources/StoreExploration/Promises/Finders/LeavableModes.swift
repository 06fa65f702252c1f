import StoreTesting

/// Finds modes that can nearly always be left: "a failure can be left again".
struct LeavableModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let all = facts.atoms.indices.compactMap { index in
      Self.stuck(in: index, facts).map { (index: index, stuck: Set($0), size: facts.holds[index].count { $0 }) }
    }
    return all.map { index, stuck, size in
      let atom = facts.atoms[index]
      // What is only stuck where more is stays with that, and of modes that are stuck together, the rarest says what happens.
      let wider = all.filter { stuck.isStrictSubset(of: $0.stuck) || stuck == $0.stuck && $0.size < size }
      return Candidate(
        text: text(of: atom),
        complaint: "nothing at all ends \(atom.text)",
        support: size - stuck.count,
        exceptions: stuck.sorted().map { Candidate.Exception(node: $0) },
        weight: 0.9,
        cause: Self.cause(of: atom),
        isOfAbsence: true,
        yielding: Set(wider.map { text(of: facts.atoms[$0.index]) })
      )
    }
  }

  private func text(of mode: SpaceAtom) -> String { "\(mode.text) can be left" }

  /// What has to do with the end of a mode is one suspect.
  static func cause(of mode: SpaceAtom) -> String { "the end of \(mode.text)" }

  /// Returns the situations in which nothing ends a mode; nil if it isn't one that can be left.
  static func stuck(in mode: Int, _ facts: PromiseFacts) -> [Int]? {
    let (atom, holds) = (facts.atoms[mode], facts.holds[mode])
    // An element may be in its last mode while the feature goes on.
    guard atom.isMode, !holds[0], !atom.subject.contains("[") else { return nil }
    // What only older effects take back is an end, and that they do so is the bug. A mode that no known step ends is an end, too.
    guard !facts.isEnd(mode), facts.steps.contains(where: { facts.isEnded(mode, by: $0) }) else { return nil }
    let inside = holds.indices.filter { holds[$0] }
    let reaches = facts.reaching(holds.map(!))
    let unleft = isInLaterCase(atom, facts) ? [] : inside.filter { !reaches[$0] }
    // Where the feature is done, all stays as it is.
    let stuck = unleft.filter { !facts.isLast[$0] }
    guard stuck.isEmpty || !isExhausted(stuck, inside: holds, facts) else { return nil }
    // A mode that mostly can't be left is an end, but not if more than a failure can end it wherever it begins.
    guard stuck.count * 2 < inside.count || isLeftFromEntries(holds, facts) else { return nil }
    return !stuck.isEmpty || unleft.isEmpty ? stuck : nil
  }

  /// Whether a mode is in the payload of a case with which the feature doesn't begin. It ends with the case, which says where nothing does.
  private static func isInLaterCase(_ mode: SpaceAtom, _ facts: PromiseFacts) -> Bool {
    let place = mode.subject.prefix { $0 != "(" }
    return facts.atoms.indices.contains { index in
      let atom = facts.atoms[index]
      guard case .choice(let name, _) = atom.kind, !facts.holds[index][0] else { return false }
      return place == "\(atom.subject.isEmpty ? "state" : atom.subject).\(name)"
    }
  }

  /// Whether a number is the greatest wherever a mode can't be left, and the inputs that lead to its end elsewhere are no longer offered: the
  /// inputs are bounded, so that the space is, and the feature is not.
  private static func isExhausted(_ stuck: [Int], inside holds: [Bool], _ facts: PromiseFacts) -> Bool {
    let offered = Set(stuck.flatMap { facts.stepsFrom[$0].compactMap { facts.steps[$0].input } })
    let missing = facts.steps.filter { step in
      holds[step.from] && step.isEffective && step.input.map { !offered.contains($0) } ?? false
    }
    return facts.amountPaths.contains { path in
      let greatest = facts.amounts.lazy.compactMap { $0[path] }.max()
      return stuck.allSatisfy { facts.amounts[$0][path] == greatest }
        && missing.contains { facts.amounts[$0.from][path] != greatest }
    }
  }

  private static func isLeftFromEntries(_ holds: [Bool], _ facts: PromiseFacts) -> Bool {
    let reaches = facts.reaching(holds.map(!), failing: false)
    return facts.steps.allSatisfy { holds[$0.from] || !holds[$0.to] || reaches[$0.to] }
  }
}
