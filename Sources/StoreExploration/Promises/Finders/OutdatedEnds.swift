import StoreTesting

/// Finds what an older answer has set, and newer ones leave, so that an input does nothing: the end of the list that was shown before.
struct OutdatedEnds: CandidateFinder {
  /// An answer, with all that is known before and after it but one field.
  private struct Answer: Hashable {
    let call: String?
    let messages: [String]
    let before: [Int]
    let after: [Int]
  }

  private struct Key: Hashable {
    let input: String
    let effect: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.atoms.indices.filter { facts.atoms[$0].isMode && facts.atoms[$0].element == nil && !facts.holds[$0][0] }
      .flatMap { candidates(for: $0, facts) }
  }

  private func candidates(for mark: Int, _ facts: PromiseFacts) -> [Candidate] {
    let holds = facts.holds[mark]
    let setting = facts.steps.filter { facts.isSet(mark, by: $0) }
    guard let field = facts.fields.paths.firstIndex(of: facts.atoms[mark].subject), !setting.isEmpty,
      setting.allSatisfy(\.isAnswer)
    else { return [] }
    let effects = facts.senders(in: setting)
    // Answers that don't set it.
    let leaving = facts.steps.indices.filter { number in
      let step = facts.steps[number]
      return step.isAnswer && holds[step.from] == holds[step.to] && facts.running[step.to].isEmpty
        && facts.senders(in: step) == effects
    }
    let alike = Dictionary(grouping: leaving) { number in
      let step = facts.steps[number]
      return Answer(
        call: step.call,
        messages: step.messages.map(\.name),
        before: facts.fields.values(besides: field, at: step.from),
        after: facts.fields.values(besides: field, at: step.to)
      )
    }
    var found: [Key: [Candidate.Exception]] = [:]
    for numbers in alike.values {
      for late in numbers where holds[facts.steps[late].to] {
        for other in numbers where !holds[facts.steps[other].to] {
          for (dead, effect) in deadInputs(at: facts.steps[late].to, instead: facts.steps[other].to, of: effects, facts)
          {
            found[Key(input: facts.steps[dead].input ?? "", effect: effect), default: []]
              .append(Candidate.Exception(node: facts.steps[late].from, steps: [late, dead]))
          }
        }
      }
    }
    let text = facts.atoms[mark].text
    return found.map { key, exceptions in
      Candidate(
        text: "\(text) is about the last \(key.effect)",
        complaint: "\(key.input) does nothing, as \(text) is left from an older \(key.effect)",
        support: facts.support(of: key.effect, without: exceptions, where: \.isAnswer),
        exceptions: exceptions,
        weight: 0.9
      )
    }
  }

  /// Returns the inputs that do nothing in a situation, and begin an effect in another one, with the effects.
  private func deadInputs(
    at node: Int,
    instead other: Int,
    of effects: Set<String>,
    _ facts: PromiseFacts
  ) -> [(step: Int, effect: String)] {
    facts.stepsFrom[node].compactMap { dead in
      guard let input = facts.steps[dead].input, !facts.steps[dead].isEffective,
        let live = facts.stepsFrom[other].first(where: { facts.steps[$0].input == input }),
        let effect = facts.steps[live].started.first(where: effects.contains)
      else { return nil }
      return (dead, effect)
    }
  }
}
