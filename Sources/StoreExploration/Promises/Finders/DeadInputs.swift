import StoreTesting

/// Finds inputs that nearly always do something under a condition: "retry does something whenever there is an error".
struct DeadInputs: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let inputs = Set(facts.steps.compactMap(\.input)).sorted()
    let failures = Set(facts.atoms.indices.filter { facts.atoms[$0].isOfState && facts.isOfFailures[$0] })
    let questions = questions(in: facts)
    let entries = facts.atoms.indices.filter { isEntry($0, facts) }
    return inputs.compactMap { candidate(for: $0, showing: failures, behind: questions, after: entries, in: facts) }
  }

  private func candidate(
    for input: String,
    showing failures: Set<Int>,
    behind questions: [Int],
    after entries: [Int],
    in facts: PromiseFacts
  ) -> Candidate? {
    let steps = facts.steps.indices.filter { facts.steps[$0].input == input }
    let live = steps.filter { facts.steps[$0].isEffective }
    let dead = steps.filter { !facts.steps[$0].isEffective }
    guard live.count >= 2, !dead.isEmpty, !isSetter(input, live, facts) else { return nil }
    // What only acts where a failure is shown tries again.
    let isRetry = failures.contains { atom in live.allSatisfy { facts.holds[atom][facts.steps[$0].from] } }
    let results = results(of: live, withModes: !isRetry, facts)
    // What also runs where a retry acts, such as a stream that is listened to, doesn't keep it from acting.
    let companions = isRetry ? Set(live.flatMap { facts.running[facts.steps[$0].from] }) : []
    let needed = entries.filter { atom in live.allSatisfy { facts.holds[atom][facts.steps[$0].from] } }
    let covering = questions.filter { atom in !live.contains { facts.holds[atom][facts.steps[$0].from] } }
    var best: (atom: Int, idle: [Int], rank: [Int])?
    for atom in facts.atoms.indices {
      let holds = facts.holds[atom]
      guard facts.atoms[atom].isOfState, live.allSatisfy({ holds[facts.steps[$0].from] }) else { continue }
      let exceptions = dead.filter { holds[facts.steps[$0].from] }
      // A condition that always holds explains nothing.
      guard exceptions.count < dead.count else { continue }
      let element = NamedElement(of: atom, in: facts)
      let fresh = isRetry || exceptions.isEmpty ? [] : freshSituations(of: atom, without: live, facts)
      let modes = live.reduce(into: Set<String>()) { $0.formUnion(element?.modes(at: facts.steps[$1].from) ?? []) }
      // Where something runs, the feature is busy. At the start, there is nothing to do. What it would bring may be there,
      // and the element that it would be about may be in another mode, such as that of a sold item.
      let idle = exceptions.filter { position in
        let node = facts.steps[position].from
        return node != 0 && !fresh.contains(node) && companions.isSuperset(of: facts.running[node])
          && !results.contains { facts.holds[$0][node] }
          && element?.modes(at: node).isSubset(of: modes) ?? true && !isOff(node, for: live, facts)
          && needed.allSatisfy { facts.holds[$0][node] } && !covering.contains { facts.holds[$0][node] }
      }
      // A retry is explained by its failure, unless something else explains all.
      let isOther = isRetry && !failures.contains(atom) && !idle.isEmpty
      let rank = [isOther ? 1 : 0, idle.count, exceptions.count, isRemarkable(facts.atoms[atom], holds, input) ? 0 : 1]
      if best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true { best = (atom, idle, rank) }
    }
    guard let best else { return nil }
    let (atom, idle) = (facts.atoms[best.atom], best.idle)
    // Where it does nothing for another reason, it doesn't hold.
    guard !idle.isEmpty || !dead.contains(where: { isQuiet(facts.steps[$0].from, under: best.atom, facts) }) else {
      return nil
    }
    // A retry is to act wherever its failure is shown.
    guard failures.contains(best.atom) ? idle.count <= live.count : idle.count * 3 <= live.count + idle.count else {
      return nil
    }
    // An input that needs something not to be so often needs more than that.
    guard idle.isEmpty || isRemarkable(atom, facts.holds[best.atom], input) else { return nil }
    let isExplained =
      !isRetry && !idle.isEmpty
      && (isComparison(of: live, and: idle, facts) || isAtLimit(idle, of: live, facts)
        || needsMore(than: best.atom, toAct: live, insteadOf: idle, facts)
        || needsAny(of: failures, toAct: live, insteadOf: idle, facts))
    guard !isExplained else { return nil }
    return Candidate(input, under: atom, support: live.count, dead: idle, in: facts)
  }

  /// Returns the situations in which a mode has just begun, if an input never does anything there: a text is to be typed first.
  private func freshSituations(of atom: Int, without live: [Int], _ facts: PromiseFacts) -> Set<Int> {
    let entries = Set(facts.steps.lazy.filter { facts.isSet(atom, by: $0) }.map(\.to))
    return live.contains { entries.contains(facts.steps[$0].from) } ? [] : entries
  }

  /// Whether an input needs something else as well, which is missing wherever it does nothing: a booking that can be
  /// cancelled, or a list that is to arrive.
  private func needsMore(than atom: Int, toAct live: [Int], insteadOf dead: [Int], _ facts: PromiseFacts) -> Bool {
    facts.atoms.indices.contains { other in
      let holds = facts.holds[other]
      return facts.atoms[other].isOfState && !holds[0]
        && (facts.atoms[other].isModeOrValue || facts.atoms[other].kind == .content(true))
        && facts.atoms[other].subject != facts.atoms[atom].subject
        && live.allSatisfy { holds[facts.steps[$0].from] } && !dead.contains { holds[facts.steps[$0].from] }
    }
  }

  /// Whether an input acts only where one of several failures is shown, and does nothing also where none is: a retry of two loads.
  private func needsAny(of failures: Set<Int>, toAct live: [Int], insteadOf dead: [Int], _ facts: PromiseFacts) -> Bool
  {
    func isShown(_ failure: Int, in step: Int) -> Bool { facts.holds[failure][facts.steps[step].from] }
    let needed = failures.filter { failure in !dead.contains { isShown(failure, in: $0) } }
    return live.allSatisfy { step in needed.contains { isShown($0, in: step) } }
      && dead.contains { step in !failures.contains { isShown($0, in: step) } }
  }

  /// Whether an input acts exactly where two values differ: points that aren't saved yet.
  private func isComparison(of live: [Int], and dead: [Int], _ facts: PromiseFacts) -> Bool {
    func nodes(_ steps: [Int]) -> Set<Int> { Set(steps.map { facts.steps[$0].from }) }
    let (live, dead) = (nodes(live), nodes(dead))
    let fields = facts.fields.paths.indices.filter { field in
      let path = facts.fields.paths[field]
      return !facts.fields.isOfElement(field) && dead.contains { facts.fields.has(field, at: $0) }
        && (facts.fields.isData[field] || facts.contents.contains { $0[path] != nil })
    }
    func isEqual(_ one: Int, _ other: Int, at node: Int) -> Bool {
      facts.fields.value(one, at: node) == facts.fields.value(other, at: node)
    }
    return fields.contains { one in
      fields.contains { other in
        dead.allSatisfy { isEqual(one, other, at: $0) } && !live.contains { isEqual(one, other, at: $0) }
      }
    }
  }

  /// Whether an input moves a number, and does nothing only where the number has moved farther than where it acts: to the greatest quantity.
  private func isAtLimit(_ dead: [Int], of live: [Int], _ facts: PromiseFacts) -> Bool {
    func amounts(_ path: String, _ steps: [Int]) -> [Int] {
      steps.compactMap { facts.amounts[facts.steps[$0].from][path] }
    }
    return facts.allAmountPaths.contains { path in
      let moves = live.compactMap { step in
        facts.amounts[facts.steps[step].to][path].flatMap { new in
          facts.amounts[facts.steps[step].from][path].map { (new - $0).signum() }
        }
      }
      let (acting, idle) = (amounts(path, live), amounts(path, dead))
      guard moves.count == live.count, idle.count == dead.count, let direction = moves.first, direction != 0,
        moves.allSatisfy({ $0 == direction })
      else { return false }
      return acting.allSatisfy { value in idle.allSatisfy { ($0 - value).signum() == direction } }
    }
  }

  /// Returns the conditions that the effects of an input make true, or what follows on them, and under which it does nothing.
  private func results(of live: [Int], withModes: Bool, _ facts: PromiseFacts) -> [Int] {
    let started = live.reduce(into: Set<String>()) { $0.formUnion(facts.steps[$1].started) }
    let effects = started.reduce(into: started) { $0.formUnion(facts.successors[$1] ?? []) }
    return facts.atoms.indices.filter { atom in
      let condition = facts.atoms[atom]
      return (condition.kind == .presence(true) || withModes && (condition.isMode || condition.isMember))
        && !live.contains { facts.holds[atom][facts.steps[$0].from] } && facts.isBrought(atom, by: effects)
    }
  }

  /// Whether only inputs fill a field, and begin nothing with that: a text that is to be typed.
  private func isEntry(_ atom: Int, _ facts: PromiseFacts) -> Bool {
    facts.atoms[atom].kind == .content(true)
      && facts.steps.allSatisfy { !facts.isSet(atom, by: $0) || $0.input != nil && $0.started.isEmpty }
  }

  /// Returns the conditions under which only inputs change anything that do so under no other: a question, which covers all else.
  private func questions(in facts: PromiseFacts) -> [Int] {
    facts.atoms.indices.filter { atom in
      let holds = facts.holds[atom]
      guard facts.isReached(atom), !facts.isOfFailures[atom] else { return false }
      let answers = facts.steps.reduce(into: Set<String>()) { inputs, step in
        if let input = step.input, holds[step.from], step.isChange { inputs.insert(input) }
      }
      return !answers.isEmpty
        && facts.steps.allSatisfy { step in
          holds[step.from] || !step.isChange || step.input.map { !answers.contains($0) } ?? true
        }
    }
  }

  /// Whether the feature is in a case of its start in which no input does anything but to end it, and this one never acts.
  private func isOff(_ node: Int, for live: [Int], _ facts: PromiseFacts) -> Bool {
    facts.atoms.indices.contains { atom in
      let holds = facts.holds[atom]
      return facts.atoms[atom].isCase && holds[0] && holds[node] && !live.contains { holds[facts.steps[$0].from] }
        && facts.steps.allSatisfy { $0.input == nil || !holds[$0.from] || !$0.isEffective || !holds[$0.to] }
    }
  }

  private func isQuiet(_ node: Int, under atom: Int, _ facts: PromiseFacts) -> Bool {
    facts.holds[atom][node] && facts.running[node].isEmpty
  }

  /// Whether an input does nothing right after itself, as it only sets a value.
  private func isSetter(_ input: String, _ live: [Int], _ facts: PromiseFacts) -> Bool {
    live.contains { position in
      let node = facts.steps[position].to
      return facts.running[node].isEmpty
        && facts.stepsFrom[node].contains { facts.steps[$0].input == input && !facts.steps[$0].isEffective }
    }
  }

  /// Whether a condition calls for an input: a mode that the feature doesn't begin with, and if the input is about an
  /// element, one of an element.
  private func isRemarkable(_ atom: SpaceAtom, _ holds: [Bool], _ input: String) -> Bool {
    guard atom.isModeOrValue, !holds[0] else { return false }
    return !isAboutElement(input) || atom.subject.contains("[")
  }
}

/// Whether an input has a value, and not only the input of a child.
private func isAboutElement(_ input: String) -> Bool {
  guard input.contains("(") else { return false }
  var rest = input[...]
  while rest.hasPrefix("."), let start = rest.firstIndex(of: "("), let end = rest.lastIndex(of: ")"), start < end {
    rest = rest[start..<end].dropFirst()
  }
  return !rest.hasPrefix(".")
}

extension Candidate {
  /// Creates the promise that an input does something under a condition while nothing runs that it might wait for.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - condition: The condition.
  ///   - support: The number of steps in which it does something.
  ///   - dead: The steps in which it does nothing.
  ///   - facts: Everything known.
  init(_ input: String, under condition: SpaceAtom, support: Int, dead: [Int], in facts: PromiseFacts) {
    let silent = dead.filter { facts.running[facts.steps[$0].from].isEmpty }
    let dead = silent.isEmpty ? dead : silent
    let others = Set(dead.flatMap { facts.running[facts.steps[$0].from] }).sorted()
    let quiet = others.isEmpty ? "nothing runs" : "nothing but \(others.joined(separator: ", ")) runs"
    self.init(
      text: "\(input) does something whenever \(condition.text) and \(quiet)",
      complaint: "\(input) does nothing, though \(condition.text), and \(quiet)",
      support: support,
      exceptions: dead.map { Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.85,
      isOfAbsence: true
    )
  }
}

/// The element of a list or a dictionary that an optional of the state names, such as the one whose detail is open.
private struct NamedElement {
  private let optional: String
  private let facts: PromiseFacts

  /// - Returns: Nil if a condition isn't that an optional has a value.
  init?(of atom: Int, in facts: PromiseFacts) {
    guard facts.atoms[atom].kind == .presence(true) else { return nil }
    optional = facts.atoms[atom].subject
    self.facts = facts
  }

  /// Returns the modes of the element in a situation, and the sets that it is in, without its id.
  func modes(at node: Int) -> Set<String> {
    guard let id = facts.element(namedBy: optional, at: node) else { return [] }
    let sets = facts.members[node].filter { !$0.value.isDisjoint(with: [id, quoted(id)]) }.keys
    let modes = facts.atoms.indices.lazy.filter { facts.holds[$0][node] && facts.atoms[$0].isMode }
      .filter { facts.atoms[$0].element.map { facts.isElement($0, withID: id) } ?? false }
    return Set(sets).union(modes.map { facts.atoms[$0].textOfAnyElement })
  }
}
