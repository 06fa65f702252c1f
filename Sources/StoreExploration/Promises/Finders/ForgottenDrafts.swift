import StoreTesting

/// Finds inputs that discard a value at once when the call that was to save it has failed, though they ask before: a draft that counts as
/// saved as soon as its save has begun.
struct ForgottenDrafts: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let effect: String
    let path: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var asking: [Key: Int] = [:]
    var found: [Key: [Candidate.Exception]] = [:]
    for draft in drafts(in: facts) {
      let steps = { (nodes: Set<Int>) in nodes.sorted().lazy.flatMap { facts.stepsFrom[$0] } }
      func key(_ step: PromiseFacts.Step) -> Key? {
        step.input.map { Key(input: withoutValues($0), effect: draft.effect, path: draft.path) }
      }
      for step in steps(draft.beginnings).map({ facts.steps[$0] }) where asks(step, for: draft.value, facts) {
        if let key = key(step) { asking[key, default: 0] += 1 }
      }
      for number in steps(draft.failures) where discards(facts.steps[number], draft.value, facts) {
        // Another value takes its place.
        guard facts.contents[facts.steps[number].to][draft.path]?.isEmpty ?? true else { continue }
        guard let key = key(facts.steps[number]) else { continue }
        found[key, default: []].append(Candidate.Exception(node: facts.steps[number].from, steps: [number]))
      }
    }
    return found.compactMap { key, exceptions in
      guard let support = asking[key], let input = facts.steps[exceptions[0].steps[0]].input else { return nil }
      return Candidate(
        text: "\(input) asks before it discards \(key.path) after a failed \(key.effect)",
        complaint: "\(input) discards \(key.path) after a failed \(key.effect), and asks before",
        support: support,
        exceptions: exceptions,
        weight: 0.85,
        cause: "what a failed \(key.effect) has left is discarded"
      )
    }
  }

  /// A value for which an effect was called.
  private struct Draft {
    let effect: String
    let path: String
    let value: String

    /// The situations with the value in which an input starts the effect.
    var beginnings: Set<Int> = []

    /// The situations that still have the value once the call has failed.
    var failures: Set<Int> = []
  }

  /// Returns the values at the start of an effect that its failures leave.
  private func drafts(in facts: PromiseFacts) -> [Draft] {
    var drafts: [[String]: Draft] = [:]
    for step in facts.steps where step.isFailure {
      guard let call = step.call else { continue }
      for effect in facts.senders(in: step) {
        for (path, value) in facts.contents[step.to] where isArgument(value, of: call) && !path.contains("[") {
          drafts[[effect, path, value], default: Draft(effect: effect, path: path, value: value)].failures.insert(
            step.to
          )
        }
      }
    }
    for step in facts.steps where step.input != nil {
      for effect in step.started {
        for (path, value) in facts.contents[step.from] {
          drafts[[effect, path, value]]?.beginnings.insert(step.from)
        }
      }
    }
    return drafts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value).filter { !$0.beginnings.isEmpty }
  }

  private func isArgument(_ value: String, of call: String) -> Bool { !value.isEmpty && call.contains(value) }

  /// Whether a step begins a mode with a value that another input can then discard.
  private func asks(_ step: PromiseFacts.Step, for value: String, _ facts: PromiseFacts) -> Bool {
    has(value, at: step.to, facts) && facts.beginsMode(by: step)
      && facts.stepsFrom[step.to].contains { discards(facts.steps[$0], value, facts) }
  }

  private func discards(_ step: PromiseFacts.Step, _ value: String, _ facts: PromiseFacts) -> Bool {
    step.input != nil && !has(value, at: step.to, facts) && !step.startedLabels.contains { $0.contains(value) }
  }

  private func has(_ value: String, at node: Int, _ facts: PromiseFacts) -> Bool {
    facts.contents[node].values.contains { $0.contains(value) }
  }
}
