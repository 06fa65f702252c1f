import StoreTesting

/// Finds what an input leaves that otherwise leads back to the start: a message that the next user reads after a sign-out.
struct ForgottenResets: CandidateFinder {
  /// The least number of fields with data that such an input resets.
  private static let leastData = 2

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let inputs = Dictionary(grouping: facts.steps.indices.filter { facts.steps[$0].from != facts.steps[$0].to }) {
      facts.steps[$0].input
    }
    return inputs.flatMap { input, numbers in input.map { candidates(for: $0, numbers, facts) } ?? [] }
  }

  private func candidates(for input: String, _ numbers: [Int], _ facts: PromiseFacts) -> [Candidate] {
    let resets = numbers.filter { facts.likeStart[facts.steps[$0].to] }
    func ended(_ atom: Int) -> Bool {
      let steps = numbers.lazy.map { facts.steps[$0] }.filter { facts.holds[atom][$0.from] }
      return !steps.isEmpty && steps.allSatisfy { !facts.holds[atom][$0.to] }
    }
    let data = facts.atoms.indices.filter { facts.atoms[$0].isFilled && ended($0) }
    guard Set(data.map { facts.atoms[$0].field }).count >= Self.leastData, !isSetter(input, of: data, facts) else {
      return []
    }
    // What makes up the mode that the input ends, such as the user.
    let modes = data.filter { facts.atoms[$0].kind == .presence(true) }
    return facts.atoms.indices.compactMap { atom in
      guard facts.atoms[atom].isFilled || facts.atoms[atom].kind == .flag(true), facts.atoms[atom].element == nil,
        !facts.isTimed(atom), !isSaved(atom, facts), !isRecord(atom, facts), !isSwitch(atom, facts),
        modes.contains(where: { belongs(atom, to: $0, facts) })
      else { return nil }
      let left = numbers.filter { number in
        let step = facts.steps[number]
        return facts.holds[atom][step.from] && facts.holds[atom][step.to]
          && facts.isLikeStart(step.to, besides: facts.atoms[atom].field)
          && !facts.running[step.to].contains { needs(atom, work: $0, in: facts) }
      }
      guard !left.isEmpty, !numbers.contains(where: { facts.isEnded(atom, by: facts.steps[$0]) }) else { return nil }
      return Candidate(
        text: "\(facts.atoms[atom].negatedText) after \(input)",
        complaint: "\(input) resets all but \(facts.atoms[atom].field)",
        support: resets.count,
        exceptions: left.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
        weight: 0.65
      )
    }
  }

  /// Whether an input fills with another value a field that it empties, such as the text of a search.
  private func isSetter(_ input: String, of data: [Int], _ facts: PromiseFacts) -> Bool {
    facts.steps.contains { step in
      step.input.map { $0 != input && withoutValues($0) == withoutValues(input) } ?? false
        && data.contains { facts.isSet($0, by: step) }
    }
  }

  /// Whether only commands that succeed fill a collection, or bring a value that others take away, so that it tells of what is outside
  /// of the feature.
  private func isSaved(_ atom: Int, _ facts: PromiseFacts) -> Bool {
    func isBySuccess(_ step: PromiseFacts.Step) -> Bool { step.command != nil && !step.isFailure }
    guard facts.steps.allSatisfy({ !facts.isSet(atom, by: $0) || isBySuccess($0) }) else { return false }
    return facts.atoms[atom].kind == .content(true)
      || facts.atoms[atom].isFilled && facts.steps.contains { facts.isEnded(atom, by: $0) && isBySuccess($0) }
  }

  /// Whether a condition is about a set or a dictionary that nothing takes anything from: what has been heard to the end.
  private func isRecord(_ atom: Int, _ facts: PromiseFacts) -> Bool {
    let path = facts.atoms[atom].subject
    func entries(_ node: Int) -> Set<String>? { facts.members[node][path] ?? facts.ids[node][path].map(Set.init) }
    return facts.atoms[atom].kind == .content(true) && !facts.lists.contains { $0[path] != nil }
      && facts.steps.allSatisfy { step in
        guard let old = entries(step.from), let new = entries(step.to) else { return false }
        return old.isSubset(of: new)
      }
  }

  /// Whether a flag is turned on and off by one and the same input, by nothing else, and no other input needs it: the size of the text.
  private func isSwitch(_ atom: Int, _ facts: PromiseFacts) -> Bool {
    let turns = facts.steps.filter { facts.isSet(atom, by: $0) || facts.isEnded(atom, by: $0) }
    guard facts.atoms[atom].kind == .flag(true), let input = turns.first?.input,
      turns.allSatisfy({ $0.input == input }), turns.contains(where: { facts.isEnded(atom, by: $0) })
    else { return false }
    let others = facts.steps.filter { $0.isEffective && $0.input != nil && $0.input != input }
    return !Dictionary(grouping: others) { $0.input }.values.contains { steps in
      steps.allSatisfy { facts.holds[atom][$0.from] }
    }
  }

  /// Whether a condition only becomes true in a mode.
  private func belongs(_ atom: Int, to mode: Int, _ facts: PromiseFacts) -> Bool {
    !facts.holds[atom][0] && !facts.holds[mode][0]
      && facts.steps.allSatisfy {
        !facts.isSet(atom, by: $0) || facts.holds[mode][$0.from]
      }
  }

  /// Whether a condition is about the work of an effect, as it only holds while that runs.
  private func needs(_ atom: Int, work effect: String, in facts: PromiseFacts) -> Bool {
    facts.running.indices.allSatisfy { !facts.holds[atom][$0] || facts.running[$0].contains(effect) }
  }
}
