import StoreTesting

/// Finds inputs that stop an effect, but not the one that follows on its end, though others stop both: another account stops the request
/// for a document, but not the wait until that is written.
struct ForgottenSuccessors: CandidateFinder {
  /// An effect, and one that an answer of it starts.
  private struct Chain: Hashable {
    let first: String
    let second: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let inputs = Dictionary(grouping: facts.steps.indices.filter { facts.steps[$0].input != nil }) {
      withoutValues(facts.steps[$0].cause)
    }
    return chains(in: facts).sorted { ($0.first, $0.second) < ($1.first, $1.second) }.flatMap { chain in
      let stopping = inputs.filter { isStopped(chain.first, by: $0.value, facts) }
      let both = stopping.filter { isStopped(chain.second, by: $0.value, facts) }
      return stopping.keys.sorted().compactMap { input in
        candidate(input, stopping[input] ?? [], chain, support: both.count, facts)
      }
    }
  }

  /// Returns the effects of which one starts the other by its last message, and nothing else does.
  private func chains(in facts: PromiseFacts) -> Set<Chain> {
    var starters: [String: Set<String>] = [:]
    for step in facts.steps where !step.started.isEmpty {
      let senders = facts.senders(in: step).filter { !facts.speaks($0, in: step) }
      for effect in step.started { starters[effect, default: []].formUnion(senders.isEmpty ? [""] : senders) }
    }
    return starters.reduce(into: []) { chains, effect in
      let others = effect.value.subtracting([effect.key])
      if others.count == 1, let first = others.first, !first.isEmpty,
        !(facts.successors[effect.key]?.contains(first) ?? false)
      {
        chains.insert(Chain(first: first, second: effect.key))
      }
    }
  }

  /// Whether some steps stop an effect wherever it runs, and not to start it anew.
  private func isStopped(_ effect: String, by steps: [Int], _ facts: PromiseFacts) -> Bool {
    let meanwhile = steps.map { facts.steps[$0] }.filter { facts.running[$0.from].contains(effect) && $0.isEffective }
    return !meanwhile.isEmpty && meanwhile.allSatisfy { $0.cancelled.contains(effect) && !$0.started.contains(effect) }
  }

  private func candidate(
    _ input: String,
    _ steps: [Int],
    _ chain: Chain,
    support: Int,
    _ facts: PromiseFacts
  ) -> Candidate? {
    let meanwhile = steps.filter {
      facts.steps[$0].isEffective && facts.running[facts.steps[$0].from].contains(chain.second)
    }
    guard support > 0, !meanwhile.isEmpty,
      !meanwhile.contains(where: { facts.steps[$0].cancelled.contains(chain.second) })
    else { return nil }
    let exceptions = meanwhile.compactMap { position -> Candidate.Exception? in
      let node = facts.steps[position].to
      guard let effect = facts.running[node].firstIndex(of: chain.second) else { return nil }
      return facts.nextSteps(of: effect, at: node).first { facts.steps[$0].isChange }
        .map { Candidate.Exception(node: facts.steps[position].from, steps: [position, $0]) }
    }
    guard !exceptions.isEmpty, let first = facts.steps[exceptions[0].steps[0]].input else { return nil }
    return Candidate(
      text: "\(first) stops \(chain.second) as well as \(chain.first)",
      complaint: "\(first) stops \(chain.first), but not \(chain.second), which follows on it",
      support: support,
      // One is enough, as for other work that an input means to stop.
      exceptions: [exceptions[0]],
      weight: 1,
      cause: "an older \(chain.second)"
    )
  }
}
