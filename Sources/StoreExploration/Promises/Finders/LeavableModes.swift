import StoreTesting

/// Finds modes that can nearly always be left: "a failure can be left again".
struct LeavableModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.atoms.indices.compactMap { index in
      let atom = facts.atoms[index]
      guard let stuck = Self.stuck(in: index, facts) else { return nil }
      return Candidate(
        text: "\(atom.text) can be left",
        complaint: "nothing at all ends \(atom.text)",
        support: facts.holds[index].count { $0 } - stuck.count,
        exceptions: stuck.map { Candidate.Exception(node: $0) },
        weight: 0.9,
        cause: Self.cause(of: atom),
        isOfAbsence: true
      )
    }
  }

  /// What has to do with the end of a mode is one suspect.
  static func cause(of mode: SpaceAtom) -> String { "the end of \(mode.text)" }

  /// Returns the situations in which nothing ends a mode; nil if it isn't one that can be left.
  static func stuck(in mode: Int, _ facts: PromiseFacts) -> [Int]? {
    let (atom, holds) = (facts.atoms[mode], facts.holds[mode])
    // An element may be in its last mode while the feature goes on.
    guard atom.isMode, !holds[0], !atom.subject.contains("[") else { return nil }
    // What only older effects take back is an end, and that they do so is the bug.
    guard !facts.isEnd(mode) else { return nil }
    let inside = holds.indices.filter { holds[$0] }
    let reaches = facts.reaching(holds.map(!))
    let unleft = inside.filter { !reaches[$0] && !isStuck(wholeOf: atom, at: $0, facts) }
    // Where the feature is done, all stays as it is.
    let stuck = unleft.filter { !facts.isLast[$0] }
    // A mode that mostly can't be left is an end, but not if more than a failure can end it wherever it begins.
    guard stuck.count * 2 < inside.count || isLeftFromEntries(holds, facts) else { return nil }
    return !stuck.isEmpty || unleft.isEmpty ? stuck : nil
  }

  /// Whether nothing ends the case of an enum that has a mode in its payload.
  private static func isStuck(wholeOf mode: SpaceAtom, at node: Int, _ facts: PromiseFacts) -> Bool {
    guard mode.subject.contains("(") else { return false }
    let place = mode.subject.prefix { $0 != "(" }
    let whole = facts.atoms.firstIndex { atom in
      if case .choice(let name, _) = atom.kind {
        place == "\(atom.subject.isEmpty ? "state" : atom.subject).\(name)"
      } else {
        false
      }
    }
    return whole.map { whole in
      !facts.holds[whole][0] && !facts.reaching(facts.holds[whole].map(!))[node]
    } ?? false
  }

  private static func isLeftFromEntries(_ holds: [Bool], _ facts: PromiseFacts) -> Bool {
    let reaches = facts.reaching(holds.map(!), failing: false)
    return facts.steps.allSatisfy { holds[$0.from] || !holds[$0.to] || reaches[$0.to] }
  }
}
