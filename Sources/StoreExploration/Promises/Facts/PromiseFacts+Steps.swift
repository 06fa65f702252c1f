import StoreTesting

/// What steps change, and what follows on them.
extension PromiseFacts {
  /// Returns the conditions that say the same of a value as each condition. Two payloads of one case are two values.
  ///
  /// - Parameters:
  ///   - atoms: The conditions.
  ///   - inAnyPayload: Returns the condition, in whichever payload of a case the value is.
  static func alike(_ atoms: [SpaceAtom], by inAnyPayload: (SpaceAtom) -> SpaceAtom = \.inAnyPayload) -> [[Int]] {
    let (payloads, cases, paths) = (atoms.map(inAnyPayload), atoms.map(\.inAnyCase), atoms.map(\.pathOfAnyPayload))
    let alikeInPayloads = Dictionary(grouping: atoms.indices) { payloads[$0] }
    let alikeInCases = Dictionary(grouping: atoms.indices) { cases[$0] }
    return atoms.indices.map { atom in
      let all = alikeInPayloads[payloads[atom]] ?? []
      return Set(all.map { paths[$0] }).count == all.count ? all : alikeInCases[cases[atom]] ?? []
    }
  }

  /// Whether a step makes a condition true.
  func isSet(_ atom: Int, by step: Step) -> Bool { !holds[atom][step.from] && holds[atom][step.to] }

  /// Returns the situations in which a condition holds for a value, in whichever case of an enum the value is.
  func holdsInAnyCase(_ atom: Int) -> [Bool] {
    guard alike[atom].count > 1 else { return holds[atom] }
    return (0..<situationCount).map { node in alike[atom].contains { holds[$0][node] } }
  }

  /// Whether a step makes a condition untrue.
  func isEnded(_ atom: Int, by step: Step) -> Bool { holds[atom][step.from] && !holds[atom][step.to] }

  /// Whether a step makes a condition on a value untrue, and doesn't only move the value to another case of an enum.
  func isEndedInAnyCase(_ atom: Int, by step: Step) -> Bool {
    isEnded(atom, by: step) && !alike[atom].contains { holds[$0][step.to] }
  }

  /// Whether there is what a condition is about in a situation, such as a child or a case with its values.
  func isThere(_ atom: Int, at node: Int) -> Bool { holds[atom][node] || value(insteadOf: atom, at: node) != nil }

  /// Whether what a condition is about is only there after a step.
  func isBegun(_ atom: Int, by step: Step) -> Bool { !isThere(atom, at: step.from) && isThere(atom, at: step.to) }

  /// Whether a step begins a mode, or sets a value, with which the feature doesn't begin, and starts nothing.
  func beginsMode(by step: Step) -> Bool {
    step.started.isEmpty && atoms.indices.contains { isReached($0) && isSet($0, by: step) }
  }

  /// Whether a step begins a mode with which the feature doesn't begin, and that is about no element.
  func beginsModeOfWhole(by step: Step) -> Bool {
    atoms.indices.contains { atoms[$0].isMode && atoms[$0].element == nil && !holds[$0][0] && isSet($0, by: step) }
  }

  /// Returns the conditions that a step makes true, and that it means to.
  func meantConditions(setBy step: Step) -> [Int] {
    atoms.indices.filter { atoms[$0].isMeant && holds[$0][step.to] && value(insteadOf: $0, at: step.from) != nil }
  }

  /// Whether a step removes a text, and does nothing else. It may be there again, as a user closes a message.
  func isDismissal(_ atom: Int, in step: Step) -> Bool {
    atoms[atom].kind == .presence(false) && changesNothing(but: atoms[atom].subject[...], in: step)
  }

  /// Whether a text that a step empties is another one after a later step: a message that takes the place of one that was hidden.
  func replacesText(emptiedBy step: Step, _ late: Step) -> Bool {
    atoms.indices.contains { atom in
      guard atoms[atom].kind == .content(false), isSet(atom, by: step) else { return false }
      let (old, new) = (contents[step.from][atoms[atom].subject], contents[late.to][atoms[atom].subject])
      return new != contents[late.from][atoms[atom].subject] && new != old
    }
  }

  /// Returns the contents that aren't empty, and that a step sets or replaces, by their paths.
  func newContents(in step: Step) -> [String: String] {
    contents[step.to].filter { path, text in !text.isEmpty && text != contents[step.from][path] }
  }

  /// Returns the paths of texts that are nowhere after a step.
  func lostTexts(by step: Step) -> Set<String> {
    let left = Set(contents[step.to].values)
    let texts = atoms.indices.lazy.filter { atoms[$0].kind == .content(true) && holds[$0][step.from] }
    return Set(
      texts.map { atoms[$0].subject }.filter { path in
        contents[step.from][path].map { !left.contains($0) } ?? false
      }
    )
  }

  /// Whether a step changes a field of the state, and does nothing else.
  func changesNothing(but field: Substring, in step: Step) -> Bool {
    step.started.isEmpty && step.cancelled.isEmpty && changedFields(in: step) == [field]
  }

  /// Returns the fields of the state that a step changes, in whole or in part.
  func changedFields(in step: Step) -> Set<Substring> { changedFields(from: step.from, to: step.to) }

  /// Returns the fields of the state that differ in two situations, in conditions about them.
  func changedFields(from one: Int, to other: Int) -> Set<Substring> {
    Set(changedSubjects(from: one, to: other).map(SpaceAtom.field))
  }

  /// Returns the paths of the values that differ in two situations, in conditions about them.
  func changedSubjects(from one: Int, to other: Int) -> Set<String> {
    Set(
      atoms.indices.lazy.filter { atoms[$0].isOfState && holds[$0][one] != holds[$0][other] }
        .map { atoms[$0].subject }
    )
  }

  /// Whether an input leads back to the start.
  func isReset(_ step: Step) -> Bool { step.input != nil && likeStart[step.to] }

  /// Whether a state is that of the start.
  ///
  /// - Parameters:
  ///   - node: The situation.
  ///   - field: A field that may differ.
  func isLikeStart(_ node: Int, besides field: Substring? = nil) -> Bool {
    func isEqual<Value: Equatable>(_ one: [String: Value], _ other: [String: Value]) -> Bool {
      guard let field else { return one == other }
      return Set(one.keys).union(other.keys).allSatisfy { SpaceAtom.field(of: $0) == field || one[$0] == other[$0] }
    }
    return changedFields(from: 0, to: node).subtracting([field].compactMap(\.self)).isEmpty
      && isEqual(amounts[node], amounts[0]) && isEqual(lists[node], lists[0]) && isEqual(contents[node], contents[0])
  }

  /// The situations in modes that nothing ends, into which no failure leads, and in which no input does anything.
  var lastSituations: [Bool] {
    let modes = atoms.indices.filter { mode in
      atoms[mode].isMode && !holds[mode][0]
        && steps.allSatisfy { step in
          guard holds[mode][step.from] else { return !holds[mode][step.to] || !step.isFailure }
          return holds[mode][step.to] && (step.input == nil || !step.isEffective)
        }
    }
    return (0..<situationCount).map { node in modes.contains { holds[$0][node] } }
  }

  /// Returns for each condition whether failures make it true, and nothing else but some steps. A condition on one element is one on any.
  func areOfFailures(or isOther: (Step) -> Bool = { _ in false }) -> [Bool] {
    let texts = atoms.map(\.textOfAnyElement)
    var areOfFailures: [String: Bool] = [:]
    for atom in atoms.indices where areOfFailures[texts[atom]] != false {
      for step in steps where isSet(atom, by: step) {
        if step.isFailure { areOfFailures[texts[atom]] = true }
        guard step.isFailure || isOther(step) else {
          areOfFailures[texts[atom]] = false
          break
        }
      }
    }
    return texts.map { areOfFailures[$0] ?? false }
  }

  /// Whether a condition is a mode or a value that isn't there at the start.
  func isReached(_ atom: Int) -> Bool {
    atoms[atom].isModeOrValue && !holds[atom][0]
  }

  /// Whether a condition is a mode or a value that only failures bring, such as an error that is shown.
  func isFailureMark(_ atom: Int) -> Bool {
    isOfFailures[atom] && atoms[atom].isModeOrValue
  }

  /// Returns the id of a child in a situation; nil if there is none.
  func id(at path: String, in node: Int) -> String? { amounts[node][path].map(String.init) ?? contents[node][path] }

  /// Returns the id of the element that a field names, or its value; nil if it names none.
  func element(namedBy path: String, at node: Int) -> String? {
    id(at: "\(path)?.id", in: node) ?? id(at: path, in: node)
  }

  /// Whether a path ends in the element of a list or a dictionary that has an id. A text is quoted there.
  func isElement(_ path: Substring, withID id: String) -> Bool {
    [id, quoted(id)].contains { path.hasSuffix("[\($0)]") || path.hasSuffix("[id: \($0)]") }
  }

  /// Returns the elements that a field of the state names before and after a step, if it names others.
  func choice(_ field: Int, by step: Step) -> (old: String, new: String)? {
    let path = fields.paths[field]
    guard !fields.isOfElement(field), let old = element(namedBy: path, at: step.from),
      let new = element(namedBy: path, at: step.to), old != new
    else { return nil }
    return (old, new)
  }

  /// The paths of the ids of children that belong to no element of a list, sorted.
  var idPaths: [String] { (paths(in: amounts) + paths(in: contents)).filter { $0.hasSuffix(".id") } }

  /// Whether a value, or the payload of one, leaves its place, and is at another one, where it wasn't before.
  func isMoved(_ path: String, by step: Step) -> Bool {
    func values(at node: Int) -> [String: String] {
      contents[node].merging(amounts[node].mapValues { String($0) }) { $1 }
    }
    let (old, new) = (values(at: step.from), values(at: step.to))
    let left = old.filter { place, _ in
      new[place] == nil && (place == path || place.hasPrefix("\(path)?.") && place.hasSuffix(")"))
    }
    let moved = Set(left.values).subtracting([""])
    return new.contains { moved.contains($1) && $1 != old[$0] }
      || atoms.indices.contains { isSet($0, by: step) && moved.contains(where: atoms[$0].isCase) }
  }

  /// Whether a child gives way to another one, or to none.
  func leavesChild(with idPath: String, by step: Step) -> Bool {
    id(at: idPath, in: step.from).map { $0 != id(at: idPath, in: step.to) } ?? false
  }

  /// Whether a child stays.
  func keepsChild(with idPath: String, by step: Step) -> Bool {
    id(at: idPath, in: step.from) != nil && !leavesChild(with: idPath, by: step)
  }

  /// Whether a condition ends by time.
  func isTimed(_ atom: Int) -> Bool {
    steps.contains { $0.isWake && isEnded(atom, by: $0) }
  }

  /// Whether a field has no different contents in two situations, nor a set or a list other elements.
  func hasEqualContent(in field: String, at first: Int, _ second: Int) -> Bool {
    if let one = ids[first][field], let other = ids[second][field], !one.isEmpty, !other.isEmpty {
      return !Set(one).isDisjoint(with: other)
    }
    if let one = members[first][field], let other = members[second][field], !one.isEmpty, !other.isEmpty {
      return !one.isDisjoint(with: other)
    }
    guard let one = contents[first][field], let other = contents[second][field] else { return true }
    return one == other
  }

  /// Returns the steps in which an effect, or what follows on its end, sends its next message, and no other effect does.
  ///
  /// - Parameters:
  ///   - effect: The position of the effect among those of the situation.
  ///   - node: The situation.
  func nextSteps(of effect: Int, at node: Int) -> [Int] {
    let label = labels[node][effect]
    return stepsFrom[node].filter { number in
      let next = steps[number]
      return next.input == nil
        && next.survivors.indices.filter { next.survivors[$0] == nil && labels[node][$0] == label } == [effect]
        && !next.messages.isEmpty
        && next.messages.allSatisfy { $0.sender == label || $0.sender.map(next.continued.contains) ?? false }
    }
  }
}
