import StoreTesting

/// Finds answers to calls that were about another value of a field than is chosen now: a suggestion for a document that is closed, in the
/// one that is open.
///
/// A call is about a field if its arguments contain one of the field's values, which is mostly the present one.
struct MisplacedAnswers: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let path: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let choices = choices(in: facts)
    let texts = Set(facts.atoms.lazy.filter { $0.kind == .content(true) }.map(\.subject))
    var support: [Key: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    var shownFirst: [Key: String] = [:]
    for (position, step) in facts.steps.enumerated() where step.isAnswer && step.isChange {
      guard let call = step.call, let sender = step.messages.first?.sender else { continue }
      let effect = facts.name(ofLabel: sender)
      for (path, values) in choices {
        guard let chosen = facts.contents[step.from][path], chosen == facts.contents[step.to][path] else { continue }
        // A word may be part of another one, as the name of a user is of that of his document.
        let named = values.filter {
          call.contains(quoted($0)) || texts.contains(path) && $0.count > 2 && call.contains($0)
        }
        guard named.count == 1, let aim = named.first else { continue }
        let key = Key(effect: effect, path: path)
        if aim == chosen {
          support[key, default: 0] += 1
        } else if !facts.contents[step.from].values.contains(aim), let shown = shown(by: step, besides: aim, facts) {
          found[key, default: []].append(Candidate.Exception(node: step.from, steps: [position]))
          shownFirst[key] = shownFirst[key] ?? shown
        }
      }
    }
    return found.compactMap { key, exceptions in
      guard let support = support[key], exceptions.count <= support, let shown = shownFirst[key] else { return nil }
      let field = optionalPath(of: key.path)
      return Candidate(
        text: "an answer of \(key.effect) is about the present \(field)",
        complaint: "\(key.effect), which started for another \(field), sets \(shown)",
        support: support,
        exceptions: exceptions,
        weight: 0.8,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Returns the values of texts that belong to no element and that only inputs change, by their paths.
  private func choices(in facts: PromiseFacts) -> [String: Set<String>] {
    var values: [String: Set<String>] = [:]
    var told: Set<String> = []
    for step in facts.steps {
      for (path, text) in facts.newContents(in: step) {
        values[path, default: []].insert(text)
        if step.input == nil { told.insert(path) }
      }
    }
    return values.filter { path, texts in texts.count > 1 && !path.contains("[") && !told.contains(path) }
  }

  /// Returns the path of a field that a step changes, and that has more to show than that something runs; nil if there is none, or if the
  /// step changes what is kept for the value that the call was about.
  private func shown(by step: PromiseFacts.Step, besides aim: String, _ facts: PromiseFacts) -> String? {
    let fields = facts.fields.changes(from: step.from, to: step.to)
    guard !fields.contains(where: { facts.fields.paths[$0].contains(aim) }) else { return nil }
    return fields.first { facts.contents[step.to][facts.fields.paths[$0]] != nil || facts.fields.isData[$0] }
      .map { facts.fields.paths[$0] }
  }
}
