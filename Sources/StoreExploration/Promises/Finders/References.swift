import StoreTesting

/// Finds what names elements of a list: "the selected item is there".
struct References: CandidateFinder {
  /// What names elements.
  private struct Names {
    let path: String

    /// The ids of the elements, for each situation.
    let values: [Set<String>]

    /// Whether it may name several.
    let isCollection: Bool
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let lists = Set(facts.ids.flatMap { $0.filter { !$0.value.isEmpty }.keys }).filter { !$0.contains("[") }.sorted()
    guard !lists.isEmpty else { return [] }
    let optionals = facts.paths(in: facts.contents).map { path in
      Names(path: path, values: facts.contents.map { Set([$0[path]].compactMap(\.self)) }, isCollection: false)
    }
    let collections = facts.paths(in: facts.members).map { path in
      Names(path: path, values: facts.members.map { $0[path] ?? [] }, isCollection: true)
    }
    return (optionals + collections).flatMap { names in lists.compactMap { candidate(names, in: $0, facts) } }
  }

  /// Whether an effect runs for an element, and ends that it is named, however the effect ends.
  private func isHeld(_ element: String, by names: Names, in node: Int, _ facts: PromiseFacts) -> Bool {
    facts.labels[node].filter { $0.hasSuffix("(\(element))") }.contains { label in
      let ends = facts.steps.filter { step in
        step.input == nil && step.messages.contains { $0.sender == label } && !facts.labels[step.to].contains(label)
      }
      return !ends.isEmpty && ends.allSatisfy { !names.values[$0.to].contains(element) }
    }
  }

  private func candidate(_ names: Names, in list: String, _ facts: PromiseFacts) -> Candidate? {
    let elements = facts.ids.map { Set($0[list] ?? []) }
    // Each step that sets it chooses an element.
    let choices = facts.steps.map { step in
      (node: step.to, new: names.values[step.to].subtracting(names.values[step.from]))
    }
    guard choices.allSatisfy({ $0.new.isSubset(of: elements[$0.node]) }),
      choices.reduce(into: Set<String>(), { $0.formUnion($1.new) }).count >= 2
    else { return nil }
    // What commands have brought is no choice among what is shown.
    guard !zip(facts.steps, choices).allSatisfy({ $1.new.isEmpty || $0.command != nil }) else { return nil }
    let lost = facts.steps.indices.filter { position in
      let step = facts.steps[position]
      let gone = elements[step.from].subtracting(elements[step.to])
      // Favourites may stay while a call brings others.
      guard !names.isCollection || step.call == nil || step.isElement || step.command != nil else { return false }
      let lost = names.values[step.from].intersection(names.values[step.to]).intersection(gone)
      return !lost.isEmpty && !lost.allSatisfy { isHeld($0, by: names, in: step.to, facts) }
    }
    // What isn't an exception may still name none.
    guard !lost.isEmpty || facts.contents.indices.allSatisfy({ names.values[$0].isSubset(of: elements[$0]) }) else {
      return nil
    }
    let kept = facts.contents.indices.count { node in
      !names.values[node].isEmpty && names.values[node].isSubset(of: elements[node])
    }
    guard lost.count <= kept else { return nil }
    let text = "\(names.path) names \(names.isCollection ? "elements" : "an element") of \(list)"
    return Candidate(
      text: text,
      complaint: "\(names.path) names an element that \(list) no longer has",
      support: kept,
      exceptions: lost.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.65
    )
  }
}
