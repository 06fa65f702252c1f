import StoreTesting

/// Finds modes that can nearly always be left: "a failure can be left again".
struct LeavableModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.atoms.indices.compactMap { index in
      let (atom, holds) = (facts.atoms[index], facts.holds[index])
      // An element may be in its last mode while the feature goes on.
      guard atom.isMode, !holds[0], !atom.subject.contains("[") else { return nil }
      let inside = holds.indices.filter { holds[$0] }
      let reaches = facts.reaching(holds.map(!))
      let stuck = inside.filter { !reaches[$0] }
      // A mode that mostly can't be left is an end.
      guard stuck.count * 2 < inside.count else { return nil }
      return Candidate(
        text: "\(atom.text) can be left",
        complaint: "nothing at all ends \(atom.text)",
        support: inside.count - stuck.count,
        exceptions: stuck.map { Candidate.Exception(node: $0) },
        weight: 0.85,
        isOfAbsence: true
      )
    }
  }
}
