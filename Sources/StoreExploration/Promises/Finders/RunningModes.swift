import StoreTesting

/// Finds which effects run in which modes: "while `isLoading`, load runs", and the reverse.
struct RunningModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let effects = facts.atoms.indices.filter { !facts.atoms[$0].isOfState }
    let conditions = facts.atoms.indices.filter { facts.atoms[$0].isOfState }
    return effects.flatMap { effect in
      conditions.flatMap { condition in
        [candidate(if: effect, then: condition, facts), candidate(if: condition, then: effect, facts)]
          .compactMap(\.self)
      }
    }
  }

  private func candidate(if first: Int, then second: Int, _ facts: PromiseFacts) -> Candidate? {
    let (one, other) = (facts.atoms[first], facts.atoms[second])
    // Only a mode promises that work is going on.
    guard !one.isOfState || one.isMode, !other.isOfState || other.isModeOrValue else {
      return nil
    }
    let nodes = facts.holds[first].indices.filter { facts.holds[first][$0] }
    var wrong = nodes.filter { !facts.holds[second][$0] }
    if !other.isOfState, !wrong.isEmpty {
      // A mode promises the work that it begins with.
      let entries = facts.steps.filter { facts.isSet(first, by: $0) }
      let starts = entries.count { $0.started.contains(other.subject) }
      guard !entries.isEmpty, wrong.first != 0, starts * 5 >= entries.count * 4,
        facts.isOwned(other.subject, among: facts.running, by: facts.holds[first])
      else { return nil }
      // Where the work ends by itself and the mode goes on, the mode is more than a wait.
      guard !isOutlived(first, by: second, facts) else { return nil }
      // Where something else forbids the effect, its absence is meant.
      let bans = facts.atoms.indices.filter { facts.atoms[$0].isMeant && forbids($0, effect: second, facts) }
      wrong.removeAll { node in
        bans.contains { facts.holds[$0][node] } || isDecided(at: node, mode: first, effect: second, facts)
      }
      guard !wrong.isEmpty else { return nil }
    }
    // What an effect brings is missing while it runs for the first time.
    guard one.isOfState || other.kind != .presence(true) || !facts.isBrought(second, by: [one.subject]) else {
      return nil
    }
    // What always holds isn't about the effect.
    guard facts.holds[second].contains(false), wrong.first != 0, nodes.count >= 2, wrong.count * 5 <= nodes.count else {
      return nil
    }
    return Candidate(
      text: "\(other.text) whenever \(one.text)",
      code: one.isCode && other.isCode
        ? ".always(\(quoted("\(other.text) whenever \(one.text)"))) { !(\(one.code)) || \(other.code) }" : nil,
      complaint: "\(one.text), though \(other.negatedText)",
      support: nodes.count - wrong.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      // What doesn't begin with the effect is there for other reasons. `GovernedEffects` judges whether the effect needs it.
      weight: one.isOfState || wrong.isEmpty || begins(second, with: first, facts) ? 0.5 : 0
    )
  }

  /// Whether a condition and an effect exclude each other, or inputs that begin it stop the effect, so that the effect isn't to run then.
  private func forbids(_ condition: Int, effect: Int, _ facts: PromiseFacts) -> Bool {
    if zip(facts.holds[condition], facts.holds[effect]).allSatisfy({ !($0 && $1) }) { return true }
    let entries = facts.steps.filter { facts.holds[effect][$0.from] && facts.isSet(condition, by: $0) }
    return facts.atoms[condition].isChoice && !entries.isEmpty
      && entries.allSatisfy { $0.input != nil && !facts.holds[effect][$0.to] }
  }

  /// Whether other work runs whose next step ends the mode, or starts the effect anew.
  private func isDecided(at node: Int, mode: Int, effect: Int, _ facts: PromiseFacts) -> Bool {
    let next = facts.stepsFrom[node].lazy.map { facts.steps[$0] }.filter { $0.input == nil }
    return facts.isExplored[node] && !next.isEmpty
      && next.allSatisfy { !facts.holds[mode][$0.to] || facts.holds[effect][$0.to] }
  }

  /// Whether a mode goes on whenever the effect ends in it, and no input ends the effect alone.
  private func isOutlived(_ mode: Int, by effect: Int, _ facts: PromiseFacts) -> Bool {
    let ends = facts.steps.filter { facts.holds[mode][$0.from] && facts.isEnded(effect, by: $0) }
    let within = ends.filter { facts.holds[mode][$0.to] }
    return !within.isEmpty && within.allSatisfy { $0.input == nil }
      && ends.allSatisfy { $0.input != nil || facts.holds[mode][$0.to] }
  }

  /// Whether most messages that start the effect outside of a mode begin the mode.
  private func begins(_ mode: Int, with effect: Int, _ facts: PromiseFacts) -> Bool {
    let starts = facts.steps.filter { facts.isSet(effect, by: $0) && !facts.holds[mode][$0.from] }
    let causes = Dictionary(grouping: starts) { $0.cause.prefix { $0 != "(" } }
    let beginning = causes.values.count { $0.allSatisfy { facts.holds[mode][$0.to] } }
    return beginning * 2 > causes.count
  }
}
