/// What conditions are for others: what lasts, what only streams tell, and what causes need.
struct ConditionRoles {
  /// The modes of elements that only failures of older work end, or of work for other elements.
  let lasting: Set<Int>

  /// The conditions that only elements of streams make true.
  let told: Set<Int>

  /// The modes, and the values, in which alone a cause does something, and that last then, by the cause.
  private let needs: [String: Set<Int>]

  init(of facts: PromiseFacts) {
    lasting = Set(facts.atoms.indices.filter { facts.isLasting($0) })
    told = Set(facts.atoms.indices.filter { facts.isTold($0) })
    let modes = Set(facts.atoms.indices.filter(facts.isReached))
    needs = facts.steps.reduce(into: [:]) { needs, step in
      guard step.isEffective else { return }
      needs[step.cause] = needs[step.cause, default: modes].filter {
        facts.holds[$0][step.from] && facts.holds[$0][step.to]
      }
    }
  }

  /// Whether a step ends what a cause needs.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - cause: The cause of others.
  ///   - atom: A condition on what is no such need.
  ///   - facts: Everything known.
  func ends(
    _ step: PromiseFacts.Step,
    oneNeedOf cause: String,
    besides atom: Int,
    in facts: PromiseFacts
  ) -> Bool {
    (needs[cause] ?? []).contains { need in
      facts.isEnded(need, by: step)
        && facts.atoms[need].subject != facts.atoms[atom].subject
    }
  }
}

extension PromiseFacts {
  /// Whether nothing ends a condition but failures of effects that have started before.
  ///
  /// - Parameters:
  ///   - atom: The condition.
  ///   - isOfOther: Whether an effect, by its label, has to do with something else, so that it may have started at any time.
  func isEnd(_ atom: Int, besides isOfOther: (String) -> Bool = { _ in false }) -> Bool {
    let ends = steps.filter { isEnded(atom, by: $0) }
    guard !ends.isEmpty, ends.allSatisfy({ $0.isFailure && $0.input == nil }) else { return false }
    let started = steps.reduce(into: Set<String>()) { if holds[atom][$1.to] { $0.formUnion($1.startedLabels) } }
    return ends.allSatisfy { end in
      end.messages.compactMap(\.sender).allSatisfy { !started.contains($0) || isOfOther($0) }
    }
  }

  fileprivate func isLasting(_ atom: Int) -> Bool {
    guard atoms[atom].isMode, let element = atoms[atom].element else { return false }
    let others = ids(besideThatIn: element)
    return isEnd(atom) { label in others.contains { label.hasSuffix("(\($0))") } }
  }

  /// Returns the ids of the other elements of the list, or the dictionary, of an element.
  private func ids(besideThatIn element: Substring) -> Set<String> {
    guard let start = element.lastIndex(of: "[") else { return [] }
    let own = element[start...].dropFirst().dropLast()
    let all = ids.reduce(into: Set<String>()) { $0.formUnion($1[String(element[..<start])] ?? []) }
    return all.filter { own != $0 && own != "id: \($0)" }
  }

  fileprivate func isTold(_ atom: Int) -> Bool {
    let entries = steps.filter { isSet(atom, by: $0) }
    return !entries.isEmpty && entries.allSatisfy(\.isElement)
  }
}
