import StoreTesting

/// Finds inputs that change a list as others do, and forget the flag that the others set: a removal that isn't to be saved.
struct ForgottenFlags: CandidateFinder {
  /// An input that changes a list while a flag isn't set.
  private struct Edit {
    let step: Int
    let input: String
    let setsFlag: Bool
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let flags = facts.atoms.indices.filter {
      facts.atoms[$0].kind == .flag(true) && !facts.atoms[$0].subject.contains("[")
    }
    return facts.listPaths.flatMap { list in flags.compactMap { candidate(for: list, setting: $0, facts) } }
  }

  private func candidate(for list: String, setting flag: Int, _ facts: PromiseFacts) -> Candidate? {
    let edits = facts.steps.indices.compactMap { edit($0, of: list, setting: flag, facts) }
    let setting = Set(edits.filter(\.setsFlag).map(\.input))
    let forgetting = Set(edits.filter { !$0.setsFlag }.map(\.input))
    guard setting.count >= 2, forgetting.count == 1, let input = forgetting.first, !setting.contains(input) else {
      return nil
    }
    let text = facts.atoms[flag].text
    return Candidate(
      text: "an input that changes \(list) sets \(text)",
      complaint:
        "\(input) changes \(list) and doesn't set \(text), as \(setting.sorted().joined(separator: " and ")) do",
      support: edits.count(where: \.setsFlag),
      exceptions: edits.filter { !$0.setsFlag }.map { .init(node: facts.steps[$0.step].from, steps: [$0.step]) },
      weight: 0.6
    )
  }

  private func edit(_ number: Int, of list: String, setting flag: Int, _ facts: PromiseFacts) -> Edit? {
    let step = facts.steps[number]
    guard let input = step.input, !facts.holds[flag][step.from], let before = facts.lists[step.from][list],
      let after = facts.lists[step.to][list], before != after
    else { return nil }
    // What begins work, or empties the list, does more than to edit it.
    guard step.started.isEmpty, !after.isEmpty else { return nil }
    let setsFlag = facts.holds[flag][step.to]
    // Elements may also be sorted, or unfolded.
    guard setsFlag || before.count != after.count else { return nil }
    return Edit(step: number, input: withoutValues(input), setsFlag: setsFlag)
  }
}
