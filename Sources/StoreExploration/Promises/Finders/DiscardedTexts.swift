import StoreTesting

/// Finds failures after which a typed text is gone that the failed call was for, and that other failures keep: a link that waits for a save
/// is opened though the save has failed.
struct DiscardedTexts: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let path: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var found: [Key: [Candidate.Exception]] = [:]
    var support: [Key: Int] = [:]
    let typed = typed(in: facts)
    let chosen = Set(facts.steps.lazy.filter { $0.input != nil }.flatMap { facts.newContents(in: $0).keys })
    for (position, step) in facts.steps.enumerated() where step.isFailure {
      guard let effect = step.command, let call = step.call else { continue }
      let lost = facts.lostTexts(by: step)
      for (path, texts) in typed {
        guard let text = facts.contents[step.from][path], texts.contains(text), call.contains(quoted(text)),
          // What an answer has brought is there, and was not typed.
          !facts.contents[step.from].contains(where: { $1 == text && !chosen.contains($0) })
        else { continue }
        let key = Key(effect: effect, path: path)
        if lost.contains(path), facts.contents[step.to][path]?.isEmpty ?? true {
          found[key, default: []].append(Candidate.Exception(node: step.from, steps: [position]))
        } else if facts.contents[step.to][path] == text {
          support[key, default: 0] += 1
        }
      }
    }
    return found.compactMap { key, exceptions in
      guard let support = support[key] else { return nil }
      return Candidate(
        text: "a failed \(key.effect) keeps \(key.path)",
        complaint: "a failed \(key.effect) discards \(key.path), which others keep",
        support: support,
        exceptions: exceptions,
        weight: 0.85,
        cause: "a failed \(key.effect) discards a text"
      )
    }
  }

  /// Returns the texts that inputs with them have set, by their paths. An input that begins a case of an enum with a text names a place, and
  /// so does one that loads what a text is the name of.
  private func typed(in facts: PromiseFacts) -> [String: Set<String>] {
    var typed: [String: [String: Set<String>]] = [:]
    var places: [String: Set<String>] = [:]
    for step in facts.steps where step.isChange {
      guard let input = step.input else { continue }
      let kind = withoutValues(input)
      for (path, text) in facts.newContents(in: step) where input.contains(quoted(text)) {
        typed[path, default: [:]][kind, default: []].insert(text)
        let isPlace = path.hasSuffix(")") && facts.contents[step.from][path] == nil
        if isPlace || loads(text, in: step, facts) { places[path, default: []].insert(kind) }
      }
    }
    return typed.reduce(into: [:]) { result, typed in
      let texts = typed.value.filter { !(places[typed.key]?.contains($0.key) ?? false) }
      if !texts.isEmpty { result[typed.key] = texts.values.reduce(into: []) { $0.formUnion($1) } }
    }
  }

  /// Whether a step starts an effect for a text, whose call returns something.
  private func loads(_ text: String, in step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    step.startedLabels.contains { $0.contains(quoted(text)) && !facts.isCommand(facts.name(ofLabel: $0)) }
  }
}
