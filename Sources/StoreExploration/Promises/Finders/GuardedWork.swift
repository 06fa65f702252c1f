import StoreTesting

/// Finds effects that inputs respect, and one does not: "nothing discards a running save".
///
/// An input respects an effect if it does nothing while the effect runs, and would otherwise end what the canceller ends.
/// Where the effect's call returns nothing, it is made for what it does outside. Then any input that does nothing
/// meanwhile respects it, if the canceller isn't there only to cancel. So does an input that asks before it ends what the canceller
/// ends, then or where the effect doesn't run, and the answer to the question may cancel. Otherwise, an input that starts the effect
/// only refuses to start it twice, as it does if the canceller ends the mode in which alone the effect starts. An input that removes an
/// element also ends the work for it, unless the work is for the document that gives way with all its elements. Another child in the
/// place of one ends that one. An input that leads back to the start, such as a log-out, means to end all.
///
/// So it is with an element of a stream that takes away the mode in which work starts that is made for what it does
/// outside, though it leaves that mode alone while the work doesn't run. And with a wait whose end takes away what an input takes away as
/// well, though never while the work runs.
struct GuardedWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    candidates(where: { $0.input != nil }, facts, candidate(of:_:))
      + candidates(where: \.isElement, facts, candidate(of:_:))
      + candidates(where: \.isWake, facts, candidate(ofTime:_:))
  }

  private func candidates(
    where isCounted: (PromiseFacts.Step) -> Bool,
    _ facts: PromiseFacts,
    _ candidate: (Cancellation, PromiseFacts) -> Candidate?
  ) -> [Candidate] {
    var exceptions: [String: [Int]] = [:]
    for (position, step) in facts.steps.enumerated() where isCounted(step) {
      for effect in Set(step.cancelled) {
        // What begins anew, be it after an answer, goes on.
        let isRestarted = step.started.contains { facts.leads($0, to: effect) }
        guard !isRestarted, !facts.removesIdentifiedElement(step) || facts.isReplaced(by: step, whatIsOf: effect)
        else { continue }
        exceptions[effect, default: []].append(position)
      }
    }
    return exceptions.sorted { $0.key < $1.key }.compactMap { effect, positions in
      candidate(Cancellation(of: effect, at: positions, in: facts), facts)
    }
  }

  private func candidate(of all: Cancellation, _ facts: PromiseFacts) -> Candidate? {
    let effect = all.effect
    let asking = inputs(asking: all, facts)
    let cancellation = all.withoutAnswers(to: asking.union(all.causesThatAsk))
    let kinds = Set(cancellation.causes.map(withoutValues))
    let isCommand = cancellation.isOfCommand && cancellation.acts { !facts.running[$0.from].contains(effect) }
    let endsTheSame = isCommand ? nil : { cancellation.endsTheSame(as: $0) }
    let respecting = inputs(respecting: effect, ending: endsTheSame, facts).subtracting(asking)
    let respectful = (asking.sorted() + respecting.sorted())
      .filter { !kinds.contains(withoutValues($0)) && !cancellation.starters.contains($0) }
    guard cancellation.isByInput || isCommand && cancellation.isSparedElsewhere, !cancellation.hasResult,
      !cancellation.isReset, !cancellation.isUndone
    else { return nil }
    let reason =
      respectful.first.map { "which \($0) respects" }
      ?? (cancellation.causesThatAsk.isEmpty ? nil : "though elsewhere it asks first")
    // Who can do nothing but cancel means to.
    guard let reason, kinds.count == 1, cancellation.acts(where: \.cancelled.isEmpty) else { return nil }
    return Candidate(
      text: "\(cancellation.isByInput ? "no input" : "no element of a stream") cancels a running \(effect)",
      complaint: "\(cancellation.causes.sorted().joined(separator: ", ")) cancels \(effect), \(reason)",
      support: max(1, respectful.count),
      exceptions: cancellation.exceptions,
      weight: 0.8
    )
  }

  /// Returns the candidate for what a wait ends with an effect that an input never ends it with.
  private func candidate(ofTime all: Cancellation, _ facts: PromiseFacts) -> Candidate? {
    guard all.isOfCommand,
      all.acts(where: { !facts.running[$0.from].contains(all.effect) && all.endsTheSame(as: $0) })
    else { return nil }
    let respectful = inputs(facts) { steps in
      steps.contains { !facts.running[$0.from].contains(all.effect) && all.endsTheSame(as: $0) }
        && !steps.contains {
          facts.running[$0.from].contains(all.effect) && ($0.cancelled.contains(all.effect) || all.endsTheSame(as: $0))
        }
    }
    // One that a user has meanwhile says more.
    let offered = inputs(facts) { $0.contains { facts.running[$0.from].contains(all.effect) } }
    guard let first = respectful.intersection(offered).min() ?? respectful.min() else { return nil }
    return Candidate(
      text: "no wait cancels a running \(all.effect)",
      complaint: "\(all.causes.sorted().joined(separator: ", ")) cancels \(all.effect), which \(first) respects",
      support: respectful.count,
      exceptions: all.exceptions,
      weight: 0.8
    )
  }

  /// Returns the inputs that end something while an effect doesn't run, and do nothing while it does.
  ///
  /// - Parameter isEnd: Whether a step ends it; nil if the inputs need only do something.
  private func inputs(
    respecting effect: String,
    ending isEnd: ((PromiseFacts.Step) -> Bool)?,
    _ facts: PromiseFacts
  ) -> Set<String> {
    inputs(facts) { all in
      let meanwhile = all.filter { facts.running[$0.from].contains(effect) }
      let acting = all.filter { $0.isEffective && !facts.running[$0.from].contains(effect) }
      guard !meanwhile.contains(where: \.isEffective), !acting.isEmpty else { return false }
      if let isEnd {
        guard acting.contains(where: isEnd),
          !all.contains(where: { $0.started.contains(effect) })
        else { return false }
      }
      let needs = conditions(of: acting, besides: effect, facts)
      return meanwhile.contains { step in needs.allSatisfy { facts.holds[$0][step.from] } }
    }
  }

  /// Returns the inputs that end what a cancellation ends while the effect doesn't run, or only begin a mode then. While it runs they
  /// only begin a mode, or respect it.
  private func inputs(asking cancellation: Cancellation, _ facts: PromiseFacts) -> Set<String> {
    guard cancellation.isOfCommand else { return [] }
    func isQuestion(_ step: PromiseFacts.Step) -> Bool {
      facts.beginsMode(by: step) && !cancellation.endsTheSame(as: step)
    }
    let asking = inputs(facts) { all in
      let meanwhile = all.filter { facts.running[$0.from].contains(cancellation.effect) }
      return meanwhile.contains { facts.beginsMode(by: $0) }
        && !meanwhile.contains { $0.cancelled.contains(cancellation.effect) || cancellation.endsTheSame(as: $0) }
        && all.contains { !facts.running[$0.from].contains(cancellation.effect) && cancellation.endsTheSame(as: $0) }
    }
    let respectful = inputs(respecting: cancellation.effect, ending: { cancellation.endsTheSame(as: $0) }, facts)
    return asking.union(facts.steps.filter(isQuestion).compactMap(\.input).filter { respectful.contains($0) })
  }

  /// Returns the inputs that a predicate on all their steps chooses.
  private func inputs(_ facts: PromiseFacts, where isChosen: ([PromiseFacts.Step]) -> Bool) -> Set<String> {
    let steps = Dictionary(grouping: facts.steps) { $0.input }
    return Set(steps.filter { isChosen($0.value) }.compactMap(\.key))
  }

  /// Returns the conditions that hold wherever an input acts, and whose lack has nothing to do with an effect.
  private func conditions(of acting: [PromiseFacts.Step], besides effect: String, _ facts: PromiseFacts) -> [Int] {
    let others = facts.running.indices.filter { !facts.running[$0].contains(effect) }
    return facts.atoms.indices.filter { atom in
      // Where there is no optional, nothing within it is missing.
      facts.atoms[atom].isOfState && acting.allSatisfy { facts.holds[atom][$0.from] }
        && others.contains { facts.value(insteadOf: atom, at: $0) != nil }
    }
  }
}

/// The steps in which some causes cancel an effect.
private struct Cancellation {
  let effect: String

  /// The positions of the steps.
  let positions: [Int]

  let causes: Set<String>

  /// The conditions that all of the steps end.
  private let ended: [Int]

  /// The paths of the ids of the children that all of the steps leave.
  private let left: [String]

  /// The steps that start the effect.
  private let starts: [PromiseFacts.Step]

  private let facts: PromiseFacts

  init(of effect: String, at positions: [Int], in facts: PromiseFacts) {
    let steps = positions.map { facts.steps[$0] }
    self.effect = effect
    self.positions = positions
    self.facts = facts
    causes = Set(steps.map(\.cause))
    ended = facts.atoms.indices.filter { atom in
      facts.atoms[atom].isOfState && steps.allSatisfy { facts.isEnded(atom, by: $0) }
    }
    left = facts.idPaths.filter { path in steps.allSatisfy { facts.leavesChild(with: path, by: $0) } }
    starts = facts.steps.filter { $0.started.contains(effect) }
  }

  /// Returns the steps without those of inputs that answer a question, as they only act in modes that the inputs that ask begin.
  func withoutAnswers(to asking: Set<String>) -> Self {
    guard !asking.isEmpty else { return self }
    let questions = facts.atoms.indices.filter { atom in
      facts.isReached(atom)
        && facts.steps.allSatisfy { step in
          !facts.isSet(atom, by: step)
            || step.input.map { asking.contains($0) || causes.contains($0) } ?? false
        }
    }
    let answers = causes.filter { cause in
      questions.contains { atom in
        facts.steps.allSatisfy { $0.cause != cause || !$0.isEffective || facts.holds[atom][$0.from] }
      }
    }
    return Self(of: effect, at: positions.filter { !answers.contains(facts.steps[$0].cause) }, in: facts)
  }

  var exceptions: [Candidate.Exception] {
    positions.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) }
  }

  /// Whether all of the steps lead back to the start.
  var isReset: Bool { positions.allSatisfy { facts.likeStart[facts.steps[$0].to] && facts.steps[$0].started.isEmpty } }

  var isByInput: Bool { positions.contains { facts.steps[$0].input != nil } }

  /// Whether the call of the effect returns nothing.
  var isOfCommand: Bool { facts.isCommand(effect) }

  /// The inputs that start the effect, if the steps end the value in which alone it starts.
  var starters: Set<String> {
    homes.contains { facts.atoms[$0].kind == .presence(true) } ? Set(starts.compactMap(\.input)) : []
  }

  /// Whether the causes leave the mode in which alone the effect starts as it is where it doesn't run, or ask before they take away its
  /// child.
  var isSparedElsewhere: Bool {
    facts.steps.contains { step in
      causes.contains(step.cause) && !facts.running[step.from].contains(effect)
        && (homes.contains { facts.holds[$0][step.from] && facts.holds[$0][step.to] }
          || left.contains { facts.keepsChild(with: $0, by: step) } && facts.beginsMode(by: step))
    }
  }

  /// The causes that ask before they end what the steps end, where the effect doesn't run. Empty unless the effect's call returns nothing.
  var causesThatAsk: Set<String> {
    guard isOfCommand else { return [] }
    let questions = facts.steps.filter { step in
      causes.contains(step.cause) && !facts.running[step.from].contains(effect) && facts.beginsMode(by: step)
        && ended.contains { facts.holds[$0][step.from] && facts.holds[$0][step.to] }
    }
    return Set(questions.map(\.cause))
  }

  /// Whether something that the effect brings with its end is there already, so that it needs no more work.
  var hasResult: Bool {
    let ends = facts.steps.filter { facts.senders(in: $0).contains(effect) && !facts.speaks(effect, in: $0) }
    return facts.atoms.indices.contains { atom in
      facts.isReached(atom) && positions.allSatisfy { facts.holds[atom][facts.steps[$0].from] }
        && ends.contains { facts.isSet(atom, by: $0) }
    }
  }

  /// Whether the causes call for the opposite, by a command, and end what the effect has brought: a player that starts is stopped.
  var isUndone: Bool {
    let undoes = positions.allSatisfy { position in
      facts.steps[position].started.contains { $0 != effect && facts.isCommand($0) }
    }
    guard undoes else { return false }
    let brought = facts.atoms.indices.filter { atom in
      facts.isReached(atom)
        && facts.steps.contains { $0.command == effect && !$0.isFailure && facts.isSet(atom, by: $0) }
    }
    return facts.steps.contains { step in
      causes.contains(step.cause) && !facts.running[step.from].contains(effect)
        && brought.contains { facts.isEnded($0, by: step) }
    }
  }

  /// Whether a step ends something that the steps end.
  func endsTheSame(as step: PromiseFacts.Step) -> Bool {
    ended.contains { facts.holds[$0][step.from] && !facts.holds[$0][step.to] }
      || left.contains { facts.leavesChild(with: $0, by: step) }
  }

  /// Whether the causes do something in some steps.
  func acts(where isCounted: (PromiseFacts.Step) -> Bool) -> Bool {
    facts.steps.contains { $0.isEffective && causes.contains($0.cause) && isCounted($0) }
  }

  /// The modes, and the values, that the steps end, and in which alone the effect starts.
  private var homes: [Int] {
    ended.filter { atom in facts.isReached(atom) && starts.allSatisfy { facts.holds[atom][$0.from] } }
  }
}
