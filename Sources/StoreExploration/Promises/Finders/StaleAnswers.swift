import StoreTesting

/// Finds answers that come late, and are shown though the feature asks for something else by then: results of the last query below the
/// present one.
struct StaleAnswers: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let field: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    replaced(in: facts) + shown(in: facts)
  }

  // MARK: - Instead of a newer answer

  /// Returns answers of older effects that replace those of newer ones.
  private func replaced(in facts: PromiseFacts) -> [Candidate] {
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.isAnswer {
      guard let newer = endedEffect(in: step, facts) else { continue }
      let changed = Set(facts.fields.changes(from: step.from, to: step.to)).filter { !facts.fields.isOfElement($0) }
      for (older, survivor) in step.survivors.prefix(newer).enumerated() {
        guard let survivor, facts.running[step.from][older] == facts.running[step.from][newer], !changed.isEmpty else {
          continue
        }
        for number in facts.nextSteps(of: survivor, at: step.to) {
          let late = facts.steps[number]
          guard late.isAnswer, isFor(step, and: late, facts) else { continue }
          let fields = facts.fields.changes(from: late.from, to: late.to).filter {
            changed.contains($0) && !(adds($0, step, facts) && adds($0, late, facts))
              && !(removes($0, step, facts) && removes($0, late, facts))
          }
          guard let field = fields.first else { continue }
          found[Key(effect: facts.running[step.from][older], field: field), default: []]
            .append(Candidate.Exception(node: step.from, steps: [position, number]))
        }
      }
    }
    return found.map { key, exceptions in
      let path = facts.fields.paths[key.field]
      let (newer, older) = (facts.steps[exceptions[0].steps[0]].call, facts.steps[exceptions[0].steps[1]].call)
      return Candidate(
        text: "an older \(key.effect) doesn't replace \(path)",
        complaint: "\(older ?? key.effect) replaces \(path), though \(newer ?? "a newer one") started later",
        support: answers(of: key.effect, facts) - exceptions.count,
        exceptions: exceptions,
        weight: 0.95,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Returns the effect that ends with a step, by its position among those before it.
  private func endedEffect(in step: PromiseFacts.Step, _ facts: PromiseFacts) -> Int? {
    let ended = step.survivors.indices.filter { effect in
      step.survivors[effect] == nil && step.messages.contains { $0.sender == facts.labels[step.from][effect] }
    }
    return ended.count == 1 ? ended[0] : nil
  }

  /// Whether the state still has the value that a call was about, and a later answer is about another one.
  private func isFor(_ step: PromiseFacts.Step, and late: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    guard let call = step.call?.arguments, let other = late.call?.arguments, call != other else { return false }
    let contents = facts.contents[late.to].filter { !$0.key.contains("[") }.map(\.value)
    let numbers = facts.amounts[late.to].filter { !$0.key.contains("[") }.map { "\($0.value)" }
    let cases = facts.atoms.indices.lazy.filter { facts.holds[$0][late.to] }.compactMap { facts.atoms[$0].caseName }
    return (contents + numbers + cases).contains { call.contains($0) && !other.contains($0) }
  }

  // MARK: - After another choice

  /// Returns answers that are shown though an input has chosen something else, for which nothing runs.
  private func shown(in facts: PromiseFacts) -> [Candidate] {
    let aims = Aims(of: facts)
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() {
      guard let input = step.input.map(withoutValues) else { continue }
      for survivor in step.survivors.compactMap(\.self) {
        let label = facts.labels[step.to][survivor]
        let effect = facts.running[step.to][survivor]
        guard aims.inputs[effect]?.contains(input) ?? false,
          let aim = aims.fields(of: effect, label).first(where: { aim in
            let value = facts.fields.value(aim.field, at: step.to)
            return facts.fields.value(aim.field, at: step.from) == aim.value && value != aim.value
              && aims.isAim(value, aim.field, of: effect)
          })
        else { continue }
        for number in facts.nextSteps(of: survivor, at: step.to) {
          let late = facts.steps[number]
          guard late.isAnswer, facts.running[late.to].isEmpty else { continue }
          let fields = facts.fields.changes(from: late.from, to: late.to)
            .filter { $0 != aim.field && !facts.fields.isOfElement($0) && isShown($0, by: late, facts) }
          guard let field = fields.first, !fields.contains(aim.field) else { continue }
          found[Key(effect: effect, field: field), default: []]
            .append(Candidate.Exception(node: step.from, steps: [position, number]))
        }
      }
    }
    return found.map { key, exceptions in
      let path = facts.fields.paths[key.field]
      let input = facts.steps[exceptions[0].steps[0]].input ?? "an input"
      return Candidate(
        text: "after \(input), an older \(key.effect) doesn't set \(path)",
        complaint: "\(key.effect), which started before \(input), sets \(path)",
        support: answers(of: key.effect, facts) - exceptions.count,
        exceptions: exceptions,
        weight: 0.9,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Whether a field has more to show than that something runs, has ended, or has failed.
  private func isShown(_ field: Int, by step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.fields.isData[field]
      ? !removes(field, step, facts) : facts.contents[step.to][facts.fields.paths[field]] != nil
  }

  private func answers(of effect: String, _ facts: PromiseFacts) -> Int {
    facts.steps.count { $0.isAnswer && facts.senders(in: $0).contains(effect) }
  }

  /// Whether a step only adds elements to a collection.
  private func adds(_ field: Int, _ step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    guard let (before, after) = elements(field, step, facts) else { return false }
    return before.isSubset(of: after)
  }

  /// Whether a step only removes elements from a collection.
  private func removes(_ field: Int, _ step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    guard let (before, after) = elements(field, step, facts) else { return false }
    return before.isSuperset(of: after)
  }

  private func elements(_ field: Int, _ step: PromiseFacts.Step, _ facts: PromiseFacts) -> (Set<String>, Set<String>)? {
    let path = facts.fields.paths[field]
    func elements(at node: Int) -> Set<String>? { facts.lists[node][path].map(Set.init) ?? facts.members[node][path] }
    guard let before = elements(at: step.from), let after = elements(at: step.to) else { return nil }
    return (before, after)
  }
}

/// The fields of the state for whose values effects are started, such as the query of a search.
private struct Aims {
  /// The values of fields at the starts of effects, by their names and labels. A field is none of an effect's if its value isn't the same
  /// at each start of the label, and another one at those of others.
  private var values: [String: [String: [Int: Int]]] = [:]

  /// The inputs that start effects, without values, by the names of the effects.
  private(set) var inputs: [String: Set<String>] = [:]

  init(of facts: PromiseFacts) {
    let fields = facts.fields.paths.indices.filter { !facts.fields.isOfElement($0) }
    for step in facts.steps {
      for label in step.startedLabels {
        let name = facts.name(ofLabel: label)
        if let input = step.input { inputs[name, default: []].insert(withoutValues(input)) }
        let present = Dictionary(uniqueKeysWithValues: fields.map { ($0, facts.fields.value($0, at: step.to)) })
        let known = values[name]?[label] ?? present
        values[name, default: [:]][label] = known.filter { present[$0.key] == $0.value }
      }
    }
  }

  /// Returns the fields that have a value of its own at the starts of an effect.
  func fields(of name: String, _ label: String) -> [(field: Int, value: Int)] {
    guard let all = values[name], all.count >= 2, let own = all[label] else { return [] }
    return own.filter { field, value in
      all.allSatisfy { $0.key == label || $0.value[field].map { $0 != value } ?? false }
    }
    .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether effects of a name are started for a value of a field.
  func isAim(_ value: Int, _ field: Int, of name: String) -> Bool {
    values[name]?.values.contains { $0[field] == value } ?? false
  }
}

extension PromiseFacts.Step {
  /// Whether a call succeeds in it, and returns something.
  fileprivate var isAnswer: Bool { input == nil && call != nil && command == nil && !isFailure && !isElement }
}

extension SpaceAtom {
  fileprivate var caseName: String? { if case .choice(let name, _) = kind { ".\(name)" } else { nil } }
}

extension String {
  /// The arguments of a call.
  fileprivate var arguments: Substring { drop { $0 != "(" } }
}
