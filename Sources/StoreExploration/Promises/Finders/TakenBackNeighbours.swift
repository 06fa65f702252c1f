import StoreTesting

/// Finds failures that also take back what another input has changed meanwhile, and whose work goes on: a tick that can't be saved puts the
/// whole list back as it was, with the ticks that were set after it.
struct TakenBackNeighbours: CandidateFinder {
  private struct Key: Hashable {
    let effect: String

    /// The path of the collection.
    let path: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var support: [Key: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.input != nil && !step.started.isEmpty {
      for effect in Set(step.survivors.compactMap(\.self)) {
        let name = facts.running[step.to][effect]
        // What begins anew isn't a neighbour.
        guard step.started.contains(name), !step.startedLabels.contains(facts.labels[step.to][effect]) else { continue }
        let shown = shown(by: step, facts)
        for number in facts.nextSteps(of: effect, at: step.to) where facts.steps[number].isFailure {
          let late = facts.steps[number]
          guard facts.running[late.to].count == facts.running[late.from].count - 1 else { continue }
          for (path, elements) in shown {
            let key = Key(effect: name, path: path)
            if elements.contains(where: { isTakenBack($0, at: path, by: late, facts) }) {
              found[key, default: []].append(Candidate.Exception(node: step.from, steps: [position, number]))
            } else {
              support[key, default: 0] += 1
            }
          }
        }
      }
    }
    return found.map { key, exceptions in
      let input = withoutValues(facts.steps[exceptions[0].steps[0]].cause).replacing("()", with: "")
      return Candidate(
        text: "a failed \(key.effect) takes back only its own change of \(key.path)",
        complaint: "an older \(key.effect) that fails takes back what \(input) has changed in \(key.path)",
        support: support[key] ?? 0,
        exceptions: exceptions,
        weight: 0.9,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Returns the elements that a step adds or removes, and that the failures of its own work take back, by the paths of their sets.
  private func shown(by step: PromiseFacts.Step, _ facts: PromiseFacts) -> [String: Set<String>] {
    let own = facts.labels[step.to].indices.filter { step.startedLabels.contains(facts.labels[step.to][$0]) }
    let failures = own.flatMap { facts.nextSteps(of: $0, at: step.to) }.map { facts.steps[$0] }.filter(\.isFailure)
    guard !failures.isEmpty else { return [:] }
    return facts.members[step.to].reduce(into: [:]) { shown, collection in
      let (path, members) = collection
      let changed = members.symmetricDifference(facts.members[step.from][path] ?? [])
        .filter { element in failures.allSatisfy { isTakenBack(element, at: path, by: $0, facts) } }
      if !changed.isEmpty { shown[path] = changed }
    }
  }

  private func isTakenBack(_ element: String, at path: String, by late: PromiseFacts.Step, _ facts: PromiseFacts)
    -> Bool
  {
    facts.members[late.from][path]?.contains(element) != facts.members[late.to][path]?.contains(element)
  }
}
