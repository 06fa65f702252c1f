import StoreTesting

/// Finds fields that are filled exactly in some mode: "an error is there exactly if the phase is failed".
struct MatchingFields: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let fields = facts.atoms.indices.filter { facts.atoms[$0].kind == .presence(true) }
    let modes = facts.atoms.indices.filter { facts.atoms[$0].isMode }
    return fields.flatMap { field in modes.compactMap { candidate(for: field, in: $0, facts) } }
  }

  private func candidate(for field: Int, in mode: Int, _ facts: PromiseFacts) -> Candidate? {
    let (filled, inMode) = (facts.holds[field], facts.holds[mode])
    let (one, other) = (facts.atoms[field], facts.atoms[mode])
    let both = filled.indices.count { filled[$0] && inMode[$0] }
    let neither = filled.indices.count { !filled[$0] && !inMode[$0] }
    let wrong = filled.indices.filter { filled[$0] != inMode[$0] }
    // Fields within an enum are filled by its case, and a case within an optional needs that.
    guard both >= 3, neither >= 3, wrong.count * 10 <= min(both, neither), !one.subject.hasPrefix(other.subject),
      !other.subject.hasPrefix("\(one.subject)?")
    else { return nil }
    let text = "\(one.text) exactly if \(other.text)"
    return Candidate(
      text: text,
      code: one.isCode && other.isCode ? ".always(\(quoted(text))) { (\(one.code)) == (\(other.code)) }" : nil,
      complaint: wrong.first.map {
        filled[$0] ? "\(one.text), though \(other.negatedText)" : "\(other.text), though \(one.negatedText)"
      }
        ?? "",
      support: both + neither,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: 0.45
    )
  }
}
