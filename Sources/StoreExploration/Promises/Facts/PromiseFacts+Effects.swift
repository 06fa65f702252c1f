import StoreCore
import StoreTesting

/// What effects have to do with each other, and with the state.
extension PromiseFacts {
  static func name(of effect: EffectDescription) -> String { effect.name ?? effect.label }

  /// Whether an effect is another one, or starts it by a message or its end, directly or by others.
  func leads(_ effect: String, to other: String) -> Bool {
    effect == other || successors[effect]?.contains(other) ?? false
  }

  static func successors(
    in steps: [Step],
    _ situations: [Situation],
    _ names: [String: String]
  ) -> [String: Set<String>] {
    var successors: [String: Set<String>] = [:]
    for step in steps where !step.started.isEmpty {
      let senders = step.messages.compactMap(\.sender).map { names[$0] ?? $0 }
      let ended = step.survivors.indices.filter { step.survivors[$0] == nil }.map { situations[step.from].running[$0] }
      for effect in senders + (step.continued.isEmpty ? [] : ended) {
        successors[effect, default: []].formUnion(step.started)
      }
    }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (effect, next) in successors {
        let all = next.reduce(into: next) { $0.formUnion(successors[$1] ?? []) }
        if all != next {
          successors[effect] = all
          isComplete = false
        }
      }
    }
    return successors
  }

  /// Returns the names of the effects that send messages in a step.
  func senders(in step: Step) -> Set<String> {
    Set(step.messages.compactMap { $0.sender.map(name(ofLabel:)) })
  }

  /// Returns the names of the effects that send messages in some steps.
  func senders(in steps: [Step]) -> Set<String> { steps.reduce(into: []) { $0.formUnion(senders(in: $1)) } }

  /// Returns the effects, by their positions after a step, that send messages in it, and go on.
  func speakers(in step: Step) -> [Int] {
    labels[step.to].indices.filter { effect in
      let label = labels[step.to][effect]
      return step.messages.contains { $0.sender == label } && !step.startedLabels.contains(label)
    }
  }

  /// Whether an effect sends messages in a step, and goes on.
  func speaks(_ effect: String, in step: Step) -> Bool {
    speakers(in: step).contains { running[step.to][$0] == effect }
  }

  /// Whether the call of an effect returns nothing.
  func isCommand(_ effect: String) -> Bool { steps.contains { $0.command == effect } }

  /// Returns the labels of the running effects of a name.
  func labels(of effect: String, at node: Int) -> [String] {
    zip(running[node], labels[node]).filter { $0.0 == effect }.map(\.1)
  }

  func name(ofLabel label: String) -> String { names[label] ?? label }

  /// Returns the number of steps in which an effect sends a message, without those that speak against a promise.
  func support(
    of effect: String,
    without exceptions: [Candidate.Exception],
    where isCounted: (Step) -> Bool = { _ in true }
  ) -> Int {
    max(0, steps.count { isCounted($0) && senders(in: $0).contains(effect) } - exceptions.count)
  }

  /// Whether an effect, by its name or its label, runs mostly under a condition, so that its work belongs to it.
  func isOwned(_ effect: String, among running: [[String]], by condition: [Bool]) -> Bool {
    let nodes = running.indices.filter { running[$0].contains(effect) }
    // A child that sends an output at once has no effect.
    return !nodes.isEmpty && nodes.count { condition[$0] } * 3 >= nodes.count * 2
  }

  /// Whether what an effect is for, by its label, is never the same in some situations as in others, so that it does other work there.
  func isOtherWork(_ effect: String, at nodes: [Int], than others: [Int]) -> Bool {
    func works(at nodes: [Int]) -> Set<String> { Set(nodes.flatMap { labels(of: effect, at: $0) }) }
    return works(at: nodes).isDisjoint(with: works(at: others))
  }

  /// Whether a message of an effect makes a condition true.
  func isBrought(_ atom: Int, by effects: Set<String>) -> Bool {
    steps.contains { step in
      isSet(atom, by: step) && !senders(in: step).isDisjoint(with: effects)
    }
  }

  /// Whether an element of a list or a dictionary is gone after a step.
  func removesElement(_ step: Step) -> Bool { !removedElements(by: step).isEmpty }

  /// Whether an element with an id is gone after a step, or an entry of a dictionary, for which work may have run.
  func removesIdentifiedElement(_ step: Step) -> Bool {
    removedElements(by: step).contains { element in
      element.lastIndex(of: "[").flatMap { ids[step.from][String(element[..<$0])] }?.isEmpty == false
    }
  }

  private func removedElements(by step: Step) -> Set<Substring> {
    let elements = { (node: Int) in
      Set(atoms.indices.lazy.filter { holds[$0][node] }.compactMap { atoms[$0].element })
    }
    return elements(step.from).subtracting(elements(step.to))
  }

  /// Whether an effect was started for a text of the state that a step replaces, such as the name of a document, and not for an
  /// element that goes.
  func isReplaced(by step: Step, whatIsOf effect: String) -> Bool {
    let labels = labels(of: effect, at: step.from).map { $0.drop { $0 != "(" } }
    let texts = contents[step.from].filter { path, old in
      !path.contains("[") && !old.isEmpty && labels.contains { $0.contains(old) }
        && contents[step.to][path].map { !$0.isEmpty && $0 != old } ?? false
    }
    guard !texts.isEmpty else { return false }
    let removed = removedElements(by: step)
    return !texts.values.allSatisfy { old in removed.contains { isElement($0, withID: old) } }
  }
}
