import StoreTesting

/// Finds numbers that count elements, and steps that change one without the other: a badge that disagrees with the list.
struct CountedElements: CandidateFinder {
  /// What may be counted: all elements of a list, or those in a mode.
  private struct Group: Hashable {
    let list: String

    /// The rest of the path behind the element, and its value; nil for all elements.
    var mode: Mode?

    struct Mode: Hashable {
      let path: String
      let kind: SpaceAtom.Kind
    }

    var text: String {
      mode.map { "the number of \(list) with \(SpaceAtom(subject: $0.path, kind: $0.kind).text)" } ?? "\(list).count"
    }
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    guard !facts.isPart, !facts.amountPaths.isEmpty else { return [] }
    let counts = counts(in: facts)
    return facts.amountPaths.compactMap { path in
      let numbers = facts.amounts.map { $0[path] }
      let all = counts.compactMap { candidate(path, numbers, counting: $0.key, $0.value, facts) }
      // Several groups may have the same number in most situations.
      return all.min { ($0.exceptions.count, $0.text) < ($1.exceptions.count, $1.text) }
        .flatMap { $0.exceptions.isEmpty ? nil : $0 }
    }
  }

  private func counts(in facts: PromiseFacts) -> [Group: [Int]] {
    var counts: [Group: [Int]] = [:]
    for list in facts.listPaths {
      counts[Group(list: list)] = facts.lists.map { $0[list]?.count ?? 0 }
    }
    for (index, atom) in facts.atoms.enumerated() where atom.isChoice {
      guard let element = atom.element, let list = facts.listPaths.first(where: { element.hasPrefix("\($0)[") }),
        element.dropFirst(list.count).count(where: { $0 == "[" }) == 1
      else { continue }
      let path = atom.subject.dropFirst(element.count).drop { $0 == "." }
      let group = Group(list: list, mode: .init(path: String(path), kind: atom.kind))
      let present = facts.holds[index].map { $0 ? 1 : 0 }
      counts[group] = zip(counts[group] ?? Array(repeating: 0, count: present.count), present).map(+)
    }
    return counts
  }

  private func candidate(
    _ path: String,
    _ numbers: [Int?],
    counting group: Group,
    _ counts: [Int],
    _ facts: PromiseFacts
  ) -> Candidate? {
    guard numbers[0] == counts[0] else { return nil }
    var causes: Set<String> = []
    var joint = 0
    var wrong: [Int] = []
    for (position, step) in facts.steps.enumerated() where numbers[step.from] == counts[step.from] {
      if numbers[step.to] != counts[step.to] {
        wrong.append(position)
      } else if counts[step.to] != counts[step.from] {
        joint += 1
        causes.insert(withoutValues(step.cause))
      }
    }
    // Where several messages change both, the number is meant to count.
    guard causes.count >= 2, wrong.count * 3 <= joint else { return nil }
    let text = "\(path) is \(group.text)"
    return Candidate(
      text: text,
      complaint: wrong.first.map { "after \(facts.steps[$0].cause), \(path) isn't \(group.text)" } ?? "",
      support: joint,
      exceptions: wrong.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.8,
      cause: text
    )
  }
}
