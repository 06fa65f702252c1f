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
    for (position, step) in facts.steps.enumerated() where step.isFailure {
      guard let effect = step.command, let call = step.call else { continue }
      let lost = facts.lostTexts(by: step)
      for (path, texts) in typed {
        guard let text = facts.contents[step.from][path], texts.contains(text), call.contains(quoted(text)) else {
          continue
        }
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

  /// Returns the texts that inputs with them have set, by their paths. What names the case of an enum that begins with it is not typed.
  private func typed(in facts: PromiseFacts) -> [String: Set<String>] {
    var typed: [String: Set<String>] = [:]
    var places: Set<String> = []
    for step in facts.steps where step.isChange {
      for (path, text) in facts.newContents(in: step) where step.input?.contains(quoted(text)) ?? false {
        typed[path, default: []].insert(text)
        if path.hasSuffix(")"), facts.contents[step.from][path] == nil { places.insert(path) }
      }
    }
    return typed.filter { !places.contains($0.key) }
  }
}
