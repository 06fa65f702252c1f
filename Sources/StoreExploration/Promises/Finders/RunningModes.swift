import StoreTesting

/// Finds which effects run in which modes: "while `isLoading`, load runs", and the reverse.
///
/// A value that moves to another case of an enum keeps its modes.
struct RunningModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let effects = facts.atoms.indices.filter { !facts.atoms[$0].isOfState }
    let conditions = facts.atoms.indices.filter { facts.atoms[$0].isOfState && facts.alike[$0].first == $0 }
    let holds = facts.atoms.indices.map { facts.holdsInAnyCase($0) }
    return effects.flatMap { effect in
      conditions.flatMap { condition in
        [(effect, condition), (condition, effect)].compactMap { one, other in
          RunningMode(if: one, then: other, holds: holds, in: facts).candidate
        }
      }
    }
  }
}

/// That one condition holds whenever another one does, where one of both is that an effect runs.
private struct RunningMode {
  private let first: Int
  private let second: Int

  /// The situations in which each condition holds, in any case of an enum.
  private let holds: [[Bool]]

  private let facts: PromiseFacts

  init(if first: Int, then second: Int, holds: [[Bool]], in facts: PromiseFacts) {
    (self.first, self.second, self.holds, self.facts) = (first, second, holds, facts)
  }

  var candidate: Candidate? {
    let (one, other) = (facts.atoms[first], facts.atoms[second])
    // Only a mode promises that work is going on.
    guard !one.isOfState || one.isMode, !other.isOfState || other.isModeOrValue else {
      return nil
    }
    let nodes = holds[first].indices.filter { holds[first][$0] }
    var wrong = nodes.filter { !holds[second][$0] }
    if !other.isOfState, !wrong.isEmpty {
      // A mode promises the work that it begins with.
      let entries = entries(startingWith: other.subject)
      let starts = entries.count { $0.started.contains(other.subject) }
      guard !entries.isEmpty, wrong.first != 0, starts * 5 >= entries.count * 4,
        startsOnlyInMode(other.subject) || facts.isOwned(other.subject, among: facts.running, by: holds[first])
      else { return nil }
      // Where the work ends by itself and the mode goes on, the mode is more than a wait.
      guard !isOutlived else { return nil }
      // Where something else forbids the effect, its absence is meant.
      let bans = facts.atoms.indices.filter { facts.atoms[$0].isMeant && isBan($0) }
      let waits = continuations(of: other.subject).union(limits(startingWith: entries))
      wrong.removeAll { node in
        isBanned(node, bans) || isDecided(at: node, bans) || !waits.isDisjoint(with: facts.running[node])
      }
      guard !wrong.isEmpty else { return nil }
    }
    // What an effect brings is missing while it runs for the first time.
    guard one.isOfState || other.kind != .presence(true) || !facts.isBrought(second, by: [one.subject]) else {
      return nil
    }
    // What always holds isn't about the effect.
    guard holds[second].contains(false), wrong.first != 0, nodes.count >= 2,
      wrong.count * (!other.isOfState && isForgotten ? 2 : 5) <= nodes.count || !other.isOfState && isGivenUp
    else { return nil }
    guard
      one.isOfState || wrong.isEmpty
        || !facts.isOtherWork(one.subject, at: wrong, than: nodes.filter { holds[second][$0] })
    else { return nil }
    return Candidate(
      text: "\(other.text) whenever \(one.text)",
      code: one.isCode && other.isCode
        ? ".always(\(quoted("\(other.text) whenever \(one.text)"))) { !(\(one.code)) || \(other.code) }" : nil,
      complaint: wrong.isEmpty ? "" : "\(holding(at: wrong[0]).text), though \(other.negatedText)",
      support: nodes.count - wrong.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      // What doesn't begin with the effect is there for other reasons. `GovernedEffects` judges whether the effect needs it.
      weight: one.isOfState || wrong.isEmpty || beginsMostly ? 0.5 : 0,
      cause: one.isOfState ? LeavableModes.cause(of: one) : nil
    )
  }

  /// Returns the first condition in the case of an enum for which it holds.
  private func holding(at node: Int) -> SpaceAtom {
    facts.atoms[facts.alike[first].first { facts.holds[$0][node] } ?? first]
  }

  private func isSet(_ condition: Int, by step: PromiseFacts.Step) -> Bool {
    !holds[condition][step.from] && holds[condition][step.to]
  }

  /// Returns the steps that begin the mode, without those of inputs that only lead back to it, such as from the background, and never
  /// start the effect.
  private func entries(startingWith effect: String) -> [PromiseFacts.Step] {
    let entries = facts.steps.filter { isSet(first, by: $0) }
    let starts = Set(entries.filter { $0.started.contains(effect) }.map { withoutValues($0.cause) })
    let returns = entries.filter { entry in
      entry.input != nil
        && facts.stepsFrom[entry.to].contains { facts.steps[$0].input != nil && facts.steps[$0].to == entry.from }
    }
    let leadingBack = Set(returns.map { withoutValues($0.cause) }).subtracting(starts)
    return entries.filter { !leadingBack.contains(withoutValues($0.cause)) }
  }

  /// Whether the effect starts nowhere but where the mode begins.
  private func startsOnlyInMode(_ effect: String) -> Bool {
    facts.steps.allSatisfy { !$0.started.contains(effect) || isSet(first, by: $0) }
  }

  /// Whether a condition and the effect exclude each other, or inputs that begin it stop the effect, so that it isn't to run then.
  private func isBan(_ condition: Int) -> Bool {
    if zip(facts.holds[condition], holds[second]).allSatisfy({ !($0 && $1) }) { return true }
    let entries = facts.steps.filter { holds[second][$0.from] && facts.isSet(condition, by: $0) }
    return facts.atoms[condition].isChoice && !entries.isEmpty
      && entries.allSatisfy { $0.input != nil && !holds[second][$0.to] }
  }

  private func isBanned(_ node: Int, _ bans: [Int]) -> Bool { bans.contains { facts.holds[$0][node] } }

  /// Whether other work runs whose next step ends the mode, starts the effect anew, or leads to where it isn't to run: each one of all work,
  /// or one that starts the effect, such as a pause before it.
  private func isDecided(at node: Int, _ bans: [Int]) -> Bool {
    guard facts.isExplored[node] else { return false }
    let next = facts.stepsFrom[node].map { facts.steps[$0] }.filter { $0.input == nil }
    func decide(_ next: [PromiseFacts.Step]) -> Bool {
      next.allSatisfy { !holds[first][$0.to] || holds[second][$0.to] || isBanned($0.to, bans) }
    }
    if next.contains(where: { !holds[first][$0.to] || holds[second][$0.to] }), decide(next) { return true }
    return facts.running[node].indices.contains { effect in
      let own = next.filter { $0.survivors[effect] == nil }
      return own.contains { $0.started.contains(facts.atoms[second].subject) } && decide(own)
    }
  }

  /// Returns the effects that follow on an effect in the mode, and whose end always ends the mode: what a server has been asked for is
  /// waited for.
  private func continuations(of effect: String) -> Set<String> {
    (facts.successors[effect] ?? []).filter { $0 != effect && endsMode($0) }
  }

  /// Returns the effects that always start with the mode, and end it when their time is over.
  private func limits(startingWith entries: [PromiseFacts.Step]) -> Set<String> {
    entries.dropFirst().reduce(into: Set(entries.first?.started ?? [])) { $0.formIntersection($1.started) }
      .filter { endsMode($0, where: \.isWake) }
  }

  /// Whether each end of an effect in the mode ends that, and meets a condition.
  private func endsMode(_ effect: String, where isMet: (PromiseFacts.Step) -> Bool = { _ in true }) -> Bool {
    let ends = facts.steps.filter { step in
      step.input == nil && holds[first][step.from] && facts.senders(in: step).contains(effect)
        && !facts.running[step.to].contains(effect)
    }
    return !ends.isEmpty && ends.allSatisfy { !holds[first][$0.to] && isMet($0) }
  }

  /// Whether the mode goes on whenever the effect ends in it by itself.
  private var isOutlived: Bool {
    let ends = facts.steps.filter {
      $0.input == nil && holds[first][$0.from] && facts.isEnded(second, by: $0)
    }
    return !ends.isEmpty && ends.allSatisfy { holds[first][$0.to] }
  }

  /// Whether each last message of the effect that leaves the mode as it is ends the mode elsewhere.
  private var isForgotten: Bool {
    let ends = facts.steps.filter { holds[first][$0.from] && facts.isEnded(second, by: $0) && $0.input == nil }
    let ending = Set(ends.lazy.filter { !holds[first][$0.to] }.map { withoutValues($0.cause) })
    return ends.allSatisfy { ending.contains(withoutValues($0.cause)) }
  }

  /// Whether nothing leaves the mode without the effect but inputs that cancel it and start nothing, and most ends of the effect end the mode:
  /// the spinner of a price that is asked for in vain, with all that can happen beside it.
  private var isGivenUp: Bool {
    let ends = facts.steps.filter { holds[first][$0.from] && facts.isEnded(second, by: $0) }
    let leaving = ends.filter { holds[first][$0.to] }
    return leaving.count * 2 <= ends.count
      && leaving.allSatisfy {
        $0.input != nil && $0.started.isEmpty && $0.cancelled.contains(facts.atoms[second].subject)
      }
      && !facts.steps.contains { isSet(first, by: $0) && !holds[second][$0.to] }
  }

  /// Whether most messages that start the effect outside of the mode begin the mode.
  private var beginsMostly: Bool {
    let starts = facts.steps.filter { isSet(first, by: $0) && !holds[second][$0.from] }
    let causes = Dictionary(grouping: starts) { $0.cause.prefix { $0 != "(" } }
    let beginning = causes.values.count { $0.allSatisfy { holds[second][$0.to] } }
    return beginning * 2 > causes.count
  }
}
