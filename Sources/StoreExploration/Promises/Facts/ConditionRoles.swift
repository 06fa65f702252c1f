/// What conditions are for others: what lasts, what only streams tell, and what causes need.
struct ConditionRoles {
  /// The modes of elements that only failures of older work end, or of work for other elements.
  let lasting: Set<Int>

  /// The conditions that only elements of streams make true.
  let told: Set<Int>

  /// The effects that only start where an input leads back to the start: the call of a log-out that is shown at once.
  let begunByResets: Set<String>

  /// The conditions that time makes true, be it for several elements, and that nothing else begins with unless something else wakes, too: that
  /// it takes long.
  let notes: Set<Int>

  /// The modes, and the values, in which alone a cause does something, and that last then, by the cause.
  private let needs: [String: Set<Int>]

  /// The causes of a mode, or of a value, while an effect runs that isn't one of them.
  private struct Causes {
    var all: Set<String> = []

    /// Those that don't always stop the effect.
    var sparing: Set<String> = []
  }

  /// The effects whose failures make a condition true, by the condition.
  private let failing: [Int: Set<String>]

  /// The effects that start under a condition, by the condition.
  private let startedUnder: [Int: Set<String>]

  /// The effects that take part in each end of a condition but by an input, by the condition; nil without such an end.
  private let enders: [Int: Set<String>]

  /// The effects that an answer cancels as it ends a condition, by the condition.
  private let cancelledByEnds: [Int: Set<String>]

  /// The causes, by the condition and the name of the effect.
  private let causes: [Int: [String: Causes]]

  init(of facts: PromiseFacts) {
    lasting = Set(facts.atoms.indices.filter { facts.isLasting($0) })
    told = Set(facts.atoms.indices.filter { facts.isTold($0) })
    let wakes = facts.steps.filter(\.isWake).map { (step: $0, notes: facts.conditionsOfNote($0)) }
    let more = wakes.filter { $0.step.messages.count == 1 && $0.notes.isEmpty }
    notes = Set(wakes.flatMap(\.notes)).filter { note in
      !more.contains { facts.isSet(note, by: $0.step) }
    }
    let begun = Dictionary(grouping: facts.steps) { facts.isReset($0) && !facts.likeStart[$0.from] }
      .mapValues { Set($0.flatMap(\.started)) }
    begunByResets = begun[true, default: []].subtracting(begun[false, default: []])
    let modes = Set(facts.atoms.indices.filter(facts.isReached))
    needs = facts.steps.reduce(into: [:]) { needs, step in
      guard step.isEffective else { return }
      needs[step.cause] = needs[step.cause, default: modes].filter {
        facts.holds[$0][step.from] && facts.holds[$0][step.to]
      }
    }
    failing = facts.steps.reduce(into: [:]) { failing, step in
      guard step.isFailure else { return }
      for mode in modes where facts.isSet(mode, by: step) {
        failing[mode, default: []].formUnion(facts.senders(in: step))
      }
    }
    var startedUnder: [Int: Set<String>] = [:]
    var enders: [Int: Set<String>] = [:]
    var cancelled: [Int: Set<String>] = [:]
    for step in facts.steps {
      for mode in modes where facts.holds[mode][step.from] {
        if !step.started.isEmpty { startedUnder[mode, default: []].formUnion(step.started) }
        guard step.input == nil, !facts.holds[mode][step.to] else { continue }
        let senders = facts.senders(in: step)
        enders[mode] = enders[mode]?.intersection(senders) ?? senders
        if step.call != nil, !step.isFailure, facts.isEnded(mode, by: step) {
          cancelled[mode, default: []].formUnion(step.cancelled)
        }
      }
    }
    (self.startedUnder, self.enders, cancelledByEnds) = (startedUnder, enders, cancelled)
    causes = facts.steps.reduce(into: [:]) { causes, step in
      let effects = Set(facts.running[step.from]).subtracting(facts.senders(in: step))
      guard !effects.isEmpty else { return }
      for mode in modes where facts.isSet(mode, by: step) {
        for effect in effects {
          causes[mode, default: [:]][effect, default: Causes()].all.insert(step.cause)
          guard !step.cancelled.contains(effect) else { continue }
          causes[mode, default: [:]][effect, default: Causes()].sparing.insert(step.cause)
        }
      }
    }
  }

  /// Whether a failure of an effect brings a mode, or a value.
  func fails(_ effect: String, with mode: Int) -> Bool { failing[mode]?.contains(effect) ?? false }

  /// Whether an effect never starts under a mode, which only inputs end otherwise: a session that is over can't be extended.
  func bars(_ effect: String, under mode: Int) -> Bool {
    !(startedUnder[mode]?.contains(effect) ?? false) && enders[mode]?.contains(effect) ?? true
  }

  /// Whether an answer ends a mode, and cancels an effect: a message is sent, and the wait is for its receipt.
  func outlasts(_ effect: String, _ mode: Int) -> Bool { cancelledByEnds[mode]?.contains(effect) ?? false }

  /// Whether each other cause of a mode stops an effect: a stream that tells that an order is delivered.
  func isStopped(_ effect: String, wherever mode: Int, beginsWithout cause: String) -> Bool {
    guard let causes = causes[mode]?[effect] else { return false }
    return causes.all.contains { $0 != cause } && causes.sparing.allSatisfy { $0 == cause }
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

  /// The conditions that a step makes true if they say the same of different elements, and it neither starts nor stops work; none otherwise.
  fileprivate func conditionsOfNote(_ step: Step) -> [Int] {
    guard step.started.isEmpty, step.cancelled.isEmpty else { return [] }
    let set = atoms.indices.filter { atoms[$0].isOfState && isSet($0, by: step) }
    let texts = Set(set.map { atoms[$0].textOfAnyElement })
    return texts.count == 1 ? set : []
  }

  fileprivate func isTold(_ atom: Int) -> Bool {
    let entries = steps.filter { isSet(atom, by: $0) }
    return !entries.isEmpty && entries.allSatisfy(\.isElement)
  }
}
