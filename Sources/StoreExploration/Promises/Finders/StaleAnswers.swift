import StoreTesting

/// Finds answers that come late, and replace that of a newer effect: results of the last query below the present one.
struct StaleAnswers: CandidateFinder {
  private struct Key: Hashable {
    let effect: String
    let field: Int
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
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
          let fields = facts.fields.changes(from: late.from, to: late.to).filter { field in
            // Each answer may bring elements of its own, or take its number off those that are awaited.
            changed.contains(field) && !(facts.adds(to: field, in: step) && facts.adds(to: field, in: late))
              && !(facts.removes(from: field, in: step) && facts.removes(from: field, in: late))
              && !facts.changeOtherElements(of: field, in: step, late)
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
        support: facts.support(of: key.effect, without: exceptions, where: \.isAnswer),
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
}

extension PromiseFacts.Step {
  /// Whether a call succeeds in it, and returns something.
  var isAnswer: Bool { isSuccess && command == nil }
}

extension PromiseFacts {
  /// Whether two steps replace elements of a list, and none both do.
  fileprivate func changeOtherElements(of field: Int, in step: Step, _ late: Step) -> Bool {
    func replaced(by step: Step) -> Set<Int>? {
      guard let before = lists[step.from][fields.paths[field]], let after = lists[step.to][fields.paths[field]],
        before.count == after.count
      else { return nil }
      return Set(before.indices.filter { before[$0] != after[$0] })
    }
    guard let one = replaced(by: step), let other = replaced(by: late) else { return false }
    return one.isDisjoint(with: other)
  }

  /// Whether a step only adds elements to a collection.
  func adds(to field: Int, in step: Step) -> Bool {
    guard let before = elements(of: field, at: step.from), let after = elements(of: field, at: step.to) else {
      return false
    }
    return before.isSubset(of: after)
  }

  /// Whether a step only removes elements from a collection.
  func removes(from field: Int, in step: Step) -> Bool {
    guard let before = elements(of: field, at: step.from), let after = elements(of: field, at: step.to) else {
      return false
    }
    return before.isSuperset(of: after)
  }

  private func elements(of field: Int, at node: Int) -> Set<String>? {
    let path = fields.paths[field]
    return lists[node][path].map(Set.init) ?? members[node][path]
  }
}

extension SpaceAtom {
  fileprivate var caseName: String? { if case .choice(let name, _) = kind { ".\(name)" } else { nil } }
}

extension String {
  /// The arguments of a call.
  fileprivate var arguments: Substring { drop { $0 != "(" } }
}
