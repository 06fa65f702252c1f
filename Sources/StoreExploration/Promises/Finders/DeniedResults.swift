import StoreTesting

/// Finds failures of calls that are shown beside what the calls were for, as something else has brought it meanwhile: an order counts as
/// failed that a server has confirmed.
struct DeniedResults: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let result: Int
    let mark: Int
  }

  /// A call that returns nothing, and what it brings.
  private struct Work {
    let effect: String

    /// The label of the effect if it is for one element; nil if all calls of the effect are for the same.
    var label: String?

    /// Whether a step is the end of such a call.
    func ends(in step: PromiseFacts.Step) -> Bool {
      step.command == effect && label.map { label in step.messages.contains { $0.sender == label } } ?? true
    }

    func starts(in step: PromiseFacts.Step) -> Bool {
      label.map(step.startedLabels.contains) ?? step.started.contains(effect)
    }
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let marks = facts.atoms.indices.filter { isMark($0, facts) }
    var found: [Key: [Candidate.Exception]] = [:]
    for work in works(in: facts) where !marks.isEmpty {
      let results = results(of: work, facts)
      let starts = facts.steps.filter(work.starts)
      for (position, step) in facts.steps.enumerated() where step.isFailure && work.ends(in: step) {
        let there = results.filter { facts.holds[$0][step.from] && facts.holds[$0][step.to] }
        let shown = there.isEmpty ? [] : marks.filter { facts.isSet($0, by: step) }
        let pairs = there.lazy.flatMap { result in shown.map { (result, mark: $0) } }
        // What a message says is not also the result.
        let pair = pairs.first { result, mark in
          facts.atoms[result].element == facts.atoms[mark].element && !isPart(mark, of: result, facts)
            && !isPart(result, of: mark, facts) && isMissing(result, in: starts, unless: mark, facts)
        }
        guard let (result, mark) = pair else { continue }
        found[Key(effect: work.effect, result: result, mark: mark), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position]))
      }
    }
    return found.map { key, exceptions in
      let (result, mark) = (facts.atoms[key.result].text, facts.atoms[key.mark].text)
      return Candidate(
        text: "no failed \(key.effect) sets \(mark) beside \(result)",
        complaint: "\(key.effect) fails, and \(mark), though \(result), which it is for",
        support: facts.support(of: key.effect, without: exceptions, where: \.isFailure),
        exceptions: exceptions,
        weight: 0.8
      )
    }
  }

  private func works(in facts: PromiseFacts) -> [Work] {
    let labels = facts.steps.reduce(into: [String: Set<String>]()) { labels, step in
      if let effect = step.command { labels[effect, default: []].formUnion(step.messages.compactMap(\.sender)) }
    }
    return labels.sorted { $0.key < $1.key }.flatMap { effect, labels in
      [Work(effect: effect)] + labels.sorted().map { Work(effect: effect, label: $0) }
    }
  }

  /// Returns the conditions that the successes of some work bring: those of an element, if it is for one.
  private func results(of work: Work, _ facts: PromiseFacts) -> [Int] {
    let successes = facts.steps.filter { work.ends(in: $0) && !$0.isFailure }
    return facts.atoms.indices.filter { atom in
      (facts.atoms[atom].element != nil) == (work.label != nil) && facts.isReached(atom)
        && successes.contains { facts.isSet(atom, by: $0) }
    }
  }

  /// Whether what some work brings is never there when the work starts, unless it is marked as failed all the same.
  private func isMissing(
    _ result: Int,
    in starts: [PromiseFacts.Step],
    unless mark: Int,
    _ facts: PromiseFacts
  ) -> Bool {
    !starts.isEmpty && starts.allSatisfy { !facts.holds[result][$0.to] || facts.holds[mark][$0.from] }
  }

  /// Whether a condition says that something has failed, or that it has taken too long.
  private func isMark(_ atom: Int, _ facts: PromiseFacts) -> Bool {
    guard facts.isReached(atom) else { return false }
    let entries = facts.steps.filter { facts.isSet(atom, by: $0) }
    return entries.contains(where: \.isFailure)
      && entries.allSatisfy { $0.isFailure || $0.isWake }
  }

  /// Whether a condition is about a value, or about what is in it.
  private func isPart(_ atom: Int, of other: Int, _ facts: PromiseFacts) -> Bool {
    facts.atoms[atom].subject.hasPrefix(facts.atoms[other].subject)
  }
}
