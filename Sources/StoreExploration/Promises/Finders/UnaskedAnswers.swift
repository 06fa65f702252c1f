import StoreTesting

/// Finds answers that are shown though an input has chosen something else, for which nothing runs: the forecast of a city that isn't
/// chosen any more.
struct UnaskedAnswers: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let field: Int
  }

  private struct FailureKey: Hashable {
    let effect: String

    /// The condition that says that something has failed.
    let mark: Int

    /// The field that says what is chosen.
    let field: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let aims = Aims(of: facts)
    return answers(aims, facts) + failures(aims, facts)
  }

  private func answers(_ aims: Aims, _ facts: PromiseFacts) -> [Candidate] {
    var found: [Key: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() {
      guard let input = step.input.map(withoutValues) else { continue }
      for survivor in step.survivors.compactMap(\.self) {
        let label = facts.labels[step.to][survivor]
        let effect = facts.running[step.to][survivor]
        guard aims.inputs[effect]?.contains(input) ?? false,
          let aim = aims.fields[label]?.first(where: { aim in
            let value = facts.fields.value(aim.field, at: step.to)
            return facts.fields.value(aim.field, at: step.from) == aim.value && value != aim.value
              && aims.isAim(value, aim.field, of: effect)
          })
        else { continue }
        for number in facts.nextSteps(of: survivor, at: step.to) {
          let late = facts.steps[number]
          guard late.isAnswer, facts.running[late.to].isEmpty else { continue }
          let fields = facts.fields.changes(from: late.from, to: late.to)
          guard !fields.contains(aim.field),
            let field = fields.first(where: { !facts.fields.isOfElement($0) && isShown($0, by: late, facts) })
          else { continue }
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
        support: facts.support(of: key.effect, without: exceptions, where: \.isAnswer),
        exceptions: exceptions,
        weight: 0.9,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Returns failures that are shown beside another choice than that for which the effect was started, though each choice ends what
  /// another one has shown: an error in the sheet of another card.
  private func failures(_ aims: Aims, _ facts: PromiseFacts) -> [Candidate] {
    let marks = facts.atoms.indices.filter { facts.isFailureMark($0) && facts.atoms[$0].element == nil }
    var endedMarks: [Int: [Int]] = [:]
    func ended(by field: Int) -> [Int] {
      let ended = endedMarks[field] ?? marks.filter { ends($0, with: field, facts) }
      endedMarks[field] = ended
      return ended
    }
    let told = facts.toldFields
    var found: [FailureKey: [Candidate.Exception]] = [:]
    for (position, step) in facts.steps.enumerated() where step.isFailure {
      guard let sender = step.messages.first?.sender, let fields = aims.fields[sender] else { continue }
      let effect = facts.name(ofLabel: sender)
      let others = facts.withoutDrafts(
        fields.filter { field, value in
          let present = facts.fields.value(field, at: step.from)
          return present != value && !told.contains(field) && aims.isAim(present, field, of: effect)
        }
        .map(\.field),
        of: step
      )
      for mark in marks where facts.isSet(mark, by: step) {
        guard let other = others.first(where: { ended(by: $0).contains(mark) }) else { continue }
        found[FailureKey(effect: effect, mark: mark, field: other), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position]))
      }
    }
    return found.map { key, exceptions in
      let (mark, field) = (facts.atoms[key.mark], facts.fields.paths[key.field])
      return Candidate(
        text: "\(mark.text) is about \(field)",
        complaint: "\(key.effect), which started for another \(field), fails, and \(mark.text)",
        support: facts.support(of: key.effect, without: exceptions, where: \.isFailure),
        exceptions: exceptions,
        weight: 0.5,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Whether each input that changes a field ends a condition.
  private func ends(_ condition: Int, with field: Int, _ facts: PromiseFacts) -> Bool {
    let holds = facts.holds[condition]
    let changes = facts.steps.filter {
      $0.input != nil && facts.fields.value(field, at: $0.from) != facts.fields.value(field, at: $0.to)
    }
    return changes.contains { holds[$0.from] } && changes.allSatisfy { !holds[$0.to] }
  }

  /// Whether a field has more to show than that something runs, has ended, or has failed.
  private func isShown(_ field: Int, by step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.fields.isData[field]
      ? !facts.removes(from: field, in: step) : facts.contents[step.to][facts.fields.paths[field]] != nil
  }
}

extension PromiseFacts {
  /// The optionals that an effect fills, and the lists that it changes, so that they say more than what is chosen.
  fileprivate var toldFields: Set<Int> {
    let optionals = Set(atoms.lazy.filter { $0.kind == .presence(true) }.map(\.subject))
    let collections = Set(paths(in: lists) + paths(in: members))
    return steps.filter { $0.input == nil && $0.isChange }.reduce(into: []) { told, step in
      told.formUnion(
        fields.changes(from: step.from, to: step.to).filter { field in
          let path = fields.paths[field]
          let place = optionalPath(of: path)
          return collections.contains(path) || optionals.contains(place) && contents[step.to][place] != nil
        }
      )
    }
  }

  /// Returns the fields that have other values than an effect was started for, without those that a user edits: that a text, a number, a
  /// case, or a record with a text, could not be saved is news also when another one is chosen.
  fileprivate func withoutDrafts(_ others: [Int], of failure: Step) -> [Int] {
    guard failure.command != nil else { return others }
    let texts = others.filter(isText)
    let records = Set(texts.compactMap { record(of: $0) })
    return others.filter { !texts.contains($0) && !isChoice($0) && !(record(of: $0).map(records.contains) ?? false) }
  }

  /// Whether a field is a number, or the case of an enum, and no optional.
  private func isChoice(_ field: Int) -> Bool {
    let kinds = atoms.lazy.filter { $0.subject == fields.paths[field] }
    return kinds.contains { $0.isCase || $0.kind == .amount(true) } && !kinds.contains { $0.kind == .presence(true) }
  }

  /// Returns the path of the value whose field it is; nil for a field of the state itself.
  private func record(of field: Int) -> Substring? {
    let path = fields.paths[field]
    return path.lastIndex(of: ".").map { path[..<$0] }
  }

  /// Whether a field is a text that is always there.
  private func isText(_ field: Int) -> Bool {
    atoms.contains { $0.subject == fields.paths[field] && [.content(true), .content(false)].contains($0.kind) }
      && !fields.isData[field]
  }
}

/// The fields of the state for whose values effects are started, such as the query of a search.
private struct Aims {
  /// The values of fields that are the same at each start of an effect, by its name and label. A field is the effect's if its values at the
  /// starts of other labels are different.
  private var values: [String: [String: [Int: Int]]] = [:]

  /// The fields that are an effect's, with their values, by its label.
  private(set) var fields: [String: [(field: Int, value: Int)]] = [:]

  /// The inputs that start effects, without values, by the names of the effects.
  private(set) var inputs: [String: Set<String>] = [:]

  init(of facts: PromiseFacts) {
    let fields = facts.fields.paths.indices.filter { !facts.fields.isOfElement($0) }
    for step in facts.steps {
      for label in step.startedLabels {
        let name = facts.name(ofLabel: label)
        if let input = step.input { inputs[name, default: []].insert(withoutValues(input)) }
        let known = values[name]?[label] ?? fields.reduce(into: [:]) { $0[$1] = facts.fields.value($1, at: step.to) }
        values[name, default: [:]][label] = known.filter { facts.fields.value($0.key, at: step.to) == $0.value }
      }
    }
    for (name, all) in values {
      let others = Self.fields(changedBy: name, facts)
      for label in all.keys { self.fields[label] = Self.own(label, in: all).filter { !others.contains($0.field) } }
    }
  }

  /// Returns the fields that an effect changes before it goes on, such as a token that it renews.
  private static func fields(changedBy effect: String, _ facts: PromiseFacts) -> Set<Int> {
    facts.steps.filter { facts.speaks(effect, in: $0) }
      .reduce(into: []) { $0.formUnion(facts.fields.changes(from: $1.from, to: $1.to)) }
  }

  /// Returns the fields that have a value of its own at the starts of an effect.
  private static func own(_ label: String, in all: [String: [Int: Int]]) -> [(field: Int, value: Int)] {
    guard all.count >= 2, let own = all[label] else { return [] }
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
