import StoreTesting

/// Finds inputs that discard what was typed at once, though they ask before: a draft that counts as saved as soon as its save has begun,
/// also if that fails, or one that is covered by another screen. So are answers that discard what was typed while they were awaited.
struct ForgottenDrafts: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let path: String

    /// The input on the way, or the effect that has failed or answers.
    let between: String
  }

  /// A typed value in a situation in which inputs ask about it.
  private struct Draft {
    let node: Int
    let path: String
    let value: String

    /// The steps of the inputs that ask.
    let questions: [Int]
  }

  /// The way from where inputs ask about a value to where it is still there, and not saved.
  private struct Detour {
    let path: String
    let value: String

    /// The steps of the inputs that ask.
    let questions: [Int]

    /// The input on the way, or the effect that has failed.
    let between: String

    let steps: [Int]
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let typed = typed(in: facts)
    let drafts = drafts(of: typed, facts)
    return candidates(of: drafts, facts) + answers(of: typed, drafts, facts)
  }

  /// Returns the candidates for answers to calls with an older text that discard the one which was typed meanwhile.
  private func answers(of typed: Set<String>, _ drafts: [Draft], _ facts: PromiseFacts) -> [Candidate] {
    let asking = Dictionary(grouping: drafts, by: \.path).mapValues { $0.flatMap(\.questions) }
    let inputs = asking.mapValues { $0.compactMap { facts.steps[$0].input }.min() }
    let texts = facts.contents.reduce(into: [String: Set<String>]()) { texts, contents in
      for (path, value) in contents where asking[path] != nil && !value.isEmpty {
        texts[path, default: []].insert(value)
      }
    }
    let meanwhile = typedMeanwhile(facts)
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.isSuccess && step.isChange {
      for (path, value) in facts.contents[step.from] where typed.contains(value) && !has(value, at: step.to, facts) {
        guard let input = inputs[path] ?? nil, let call = step.call, !call.contains(value),
          texts[path, default: []].contains(where: call.contains),
          let sender = step.messages.first?.sender.map(facts.name), meanwhile[sender]?[path]?.contains(value) ?? false
        else { continue }
        found[Key(input: input, path: path, between: sender), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position]))
      }
    }
    return found.map { key, exceptions in
      Candidate(
        text: "\(key.between) doesn't discard \(key.path)",
        complaint: "\(key.between) discards \(key.path) that was typed meanwhile, and \(key.input) asks before",
        support: asking[key.path]?.count ?? 0,
        exceptions: exceptions,
        weight: 0.85,
        cause: "an answer discards what was typed"
      )
    }
  }

  private func candidates(of drafts: [Draft], _ facts: PromiseFacts) -> [Candidate] {
    var asking: [Key: Set<Int>] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for detour in detours(of: drafts, facts) {
      for (number, input) in discarding(after: detour, facts) {
        let key = Key(input: input, path: detour.path, between: detour.between)
        asking[key, default: []].formUnion(detour.questions.filter { facts.steps[$0].input == input })
        found[key, default: []].append(
          Candidate.Exception(node: facts.steps[detour.steps[0]].from, steps: detour.steps + [number])
        )
      }
    }
    return found.map { key, exceptions in
      Candidate(
        text: "\(key.input) asks before it discards \(key.path) after \(key.between)",
        complaint: "\(key.input) discards \(key.path) after \(key.between), and asks before",
        support: asking[key]?.count ?? 0,
        exceptions: exceptions,
        weight: 0.85,
        cause: "what was typed is discarded"
      )
    }
  }

  private func drafts(of typed: Set<String>, _ facts: PromiseFacts) -> [Draft] {
    facts.stepsFrom.indices.flatMap { node in
      facts.contents[node].filter { typed.contains($0.value) }.compactMap { path, value in
        let questions = facts.stepsFrom[node].filter { asks(facts.steps[$0], for: value, facts) }
        return questions.isEmpty ? nil : Draft(node: node, path: path, value: value, questions: questions)
      }
    }
  }

  private func detours(of drafts: [Draft], _ facts: PromiseFacts) -> [Detour] {
    drafts.flatMap { draft in
      let others = facts.stepsFrom[draft.node].filter { facts.steps[$0].input != nil && !draft.questions.contains($0) }
      return others.flatMap { position in
        unsaved(draft.value, after: position, facts).map { between, steps in
          Detour(path: draft.path, value: draft.value, questions: draft.questions, between: between, steps: steps)
        }
      }
    }
  }

  /// Returns the steps, with their inputs, in which inputs that ask before a detour discard the value after it.
  private func discarding(after detour: Detour, _ facts: PromiseFacts) -> [(number: Int, input: String)] {
    let node = detour.steps.last.map { facts.steps[$0].to } ?? 0
    return facts.stepsFrom[node].compactMap { number in
      let step = facts.steps[number]
      guard let input = step.input, input != facts.steps[detour.steps[0]].input, discards(step, detour.value, facts),
        detour.questions.contains(where: { facts.steps[$0].input == input })
      else { return nil }
      // What is typed may replace it.
      return types(input, facts.contents[step.to][detour.path]) ? nil : (number, input)
    }
  }

  /// Returns the values that inputs with them have set, and that have begun nothing.
  private func typed(in facts: PromiseFacts) -> Set<String> {
    facts.steps.reduce(into: []) { $0.formUnion(typed(in: $1, facts).values) }
  }

  /// Returns the values that a step's input contains and sets, by their paths. They are not typed if they begin something.
  private func typed(in step: PromiseFacts.Step, _ facts: PromiseFacts) -> [String: String] {
    guard let input = step.input, step.isChange, step.started.isEmpty else { return [:] }
    return facts.newContents(in: step).filter { input.contains($0.value) }
  }

  /// Returns the values that inputs with them have set while an effect runs, by its name and the paths of the values.
  private func typedMeanwhile(_ facts: PromiseFacts) -> [String: [String: Set<String>]] {
    facts.steps.reduce(into: [:]) { typed, step in
      for (path, value) in self.typed(in: step, facts) {
        for effect in facts.running[step.from] { typed[effect, default: [:]][path, default: []].insert(value) }
      }
    }
  }

  private func types(_ input: String, _ value: String?) -> Bool {
    value.map { !$0.isEmpty && input.contains($0) } ?? false
  }

  /// Returns the steps from an input to where a value is still there and not saved: after the input, unless that begins to save it, and
  /// after the failure of what it begins.
  private func unsaved(_ value: String, after position: Int, _ facts: PromiseFacts) -> [(between: String, steps: [Int])]
  {
    let step = facts.steps[position]
    let answers = facts.running[step.to].indices.filter { step.started.contains(facts.running[step.to][$0]) }
      .flatMap { facts.nextSteps(of: $0, at: step.to) }
      .filter { facts.steps[$0].call?.contains(value) ?? false }
    guard answers.isEmpty else {
      // What is tried again is still to be saved.
      let failures = answers.filter { facts.steps[$0].isFailure && facts.steps[$0].started.isEmpty }
      return failures.filter { has(value, at: facts.steps[$0].to, facts) }.map { number in
        ("a failed \(facts.senders(in: facts.steps[number]).sorted().joined(separator: " and "))", [position, number])
      }
    }
    return keepsAll(step, facts) ? [(step.cause, [position])] : []
  }

  /// Whether a step leaves all texts, numbers and cases as they are. Otherwise there may be nothing to save any more.
  private func keepsAll(_ step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.contents[step.from].allSatisfy { facts.contents[step.to][$0.key] == $0.value }
      && facts.amounts[step.from].allSatisfy { facts.amounts[step.to][$0.key] == $0.value }
      && facts.atoms.indices.allSatisfy { !facts.atoms[$0].isCase || !facts.isEnded($0, by: step) }
  }

  /// Whether a step begins a mode with a value that an input can then discard which does nothing before: the answer to a question.
  private func asks(_ step: PromiseFacts.Step, for value: String, _ facts: PromiseFacts) -> Bool {
    guard step.input != nil, has(value, at: step.to, facts), facts.beginsMode(by: step) else { return false }
    let present = Set(facts.stepsFrom[step.from].map { facts.steps[$0] }.filter(\.isEffective).map(\.cause))
    return facts.stepsFrom[step.to].map { facts.steps[$0] }
      .contains { discards($0, value, facts) && !present.contains($0.cause) }
  }

  private func discards(_ step: PromiseFacts.Step, _ value: String, _ facts: PromiseFacts) -> Bool {
    step.input != nil && !has(value, at: step.to, facts) && !step.startedLabels.contains { $0.contains(value) }
  }

  private func has(_ value: String, at node: Int, _ facts: PromiseFacts) -> Bool {
    facts.contents[node].values.contains { $0.contains(value) }
  }
}
