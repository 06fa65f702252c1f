import StoreTesting

/// Finds effects that inputs respect, and one does not: "nothing discards a running save".
///
/// An input respects an effect if it does nothing while the effect runs, and would otherwise end what the canceller ends.
/// Where the effect's call returns nothing, it is made for what it does outside. Then any input that does nothing
/// meanwhile respects it, if the canceller isn't there only to cancel. So does an input that asks before it ends what the canceller
/// ends, then or where the effect doesn't run, and the answer to the question may cancel. Otherwise, an input that starts the effect
/// only refuses to start it twice, as it does if the canceller ends the mode in which alone the effect starts. An input that removes an
/// element also ends the work for it, unless the work is for the document that gives way with all its elements. Another child in the
/// place of one ends that one. An input that leads back to the start, such as a log-out, means to end all. A canceller that itself asks where
/// the effect doesn't run needs no other input that respects it.
///
/// So it is with an element of a stream that takes away the mode in which work starts that is made for what it does
/// outside, though it leaves that mode alone while the work doesn't run. And with a wait whose end takes away what an input takes away as
/// well, though never while the work runs. And with an answer that takes away the child that works, and doesn't bring
/// what the work is for.
struct GuardedWork: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    candidates(where: { $0.input != nil }, facts, candidate(of:_:))
      + candidates(where: \.isElement, facts, candidate(of:_:))
      + candidates(where: \.isWake, facts, candidate(ofTime:_:))
      + candidates(where: \.isAnswer, facts, candidate(ofAnswers:_:))
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
    let askingFirst = cancellation.causesThatAsk
    let isCommand = cancellation.isOfCommand && cancellation.actsElsewhere
    let endsTheSame = isCommand ? nil : { cancellation.endsTheSame(as: $0) }
    let respecting = inputs(respecting: effect, ending: endsTheSame, facts).subtracting(asking)
    let respectful = (asking.sorted() + respecting.sorted())
      .filter { !kinds.contains(withoutValues($0)) && !cancellation.starters.contains($0) }
    guard cancellation.isByInput || isCommand && cancellation.isSparedElsewhere, !cancellation.hasResult,
      !cancellation.isReset, !cancellation.isUndone
    else { return nil }
    let reason =
      respectful.first.map { "which \($0) respects" }
      ?? (askingFirst.isEmpty ? nil : "though elsewhere it asks first")
    // Who can do nothing but cancel means to, and several inputs that cancel may, unless each of them asks elsewhere.
    guard let reason, kinds.count == 1 || kinds.isSubset(of: askingFirst.map(withoutValues)),
      cancellation.acts(where: \.cancelled.isEmpty)
    else { return nil }
    return Candidate(
      text: "\(cancellation.isByInput ? "no input" : "no element of a stream") cancels a running \(effect)",
      complaint: "\(cancellation.causes.sorted().joined(separator: ", ")) cancels \(effect), \(reason)",
      support: max(1, respectful.count),
      exceptions: cancellation.exceptions,
      weight: 0.8
    )
  }

  /// Returns the candidate for a wait that cancels the effect as it ends what an input ends as well, though never while the effect runs.
  private func candidate(ofTime all: Cancellation, _ facts: PromiseFacts) -> Candidate? {
    guard all.isOfCommand, !all.isOfSameEnd,
      all.acts(where: { !all.runs(before: $0) && all.endsTheSame(as: $0) })
    else { return nil }
    let respectful = inputs(facts) { steps in
      guard all.isSpared(by: steps) else { return false }
      // What it needs is there, so that it would act if the effect didn't run.
      let acting = steps.filter { !all.runs(before: $0) && all.endsTheSame(as: $0) }
      let needs = conditions(of: acting, besides: all.effect, facts)
      return facts.running.indices.contains { node in
        facts.running[node].contains(all.effect) && needs.allSatisfy { facts.holds[$0][node] }
      }
    }
    guard let first = respectful.min() else { return nil }
    return Candidate(
      text: "no wait cancels a running \(all.effect)",
      complaint: "\(all.causes.sorted().joined(separator: ", ")) cancels \(all.effect), which \(first) respects",
      support: respectful.count,
      exceptions: all.exceptions,
      weight: 0.8
    )
  }

  /// Returns the candidate for answers that cancel the effect with its child, though they act where it doesn't run as well.
  private func candidate(ofAnswers all: Cancellation, _ facts: PromiseFacts) -> Candidate? {
    guard all.isOfCommand, all.leavesChild, !all.leavesResult, !all.isReset, all.actsElsewhere
    else { return nil }
    return Candidate(
      text: "no answer cancels a running \(all.effect)",
      complaint: "\(all.causes.sorted().joined(separator: ", ")) cancels \(all.effect) before its answer",
      support: 1,
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
    let asking = inputs(facts) { all in
      cancellation.isSpared(by: all) && all.contains { cancellation.runs(before: $0) && facts.beginsMode(by: $0) }
    }
    let respectful = inputs(respecting: cancellation.effect, ending: { cancellation.endsTheSame(as: $0) }, facts)
    return asking.union(
      facts.steps.filter(cancellation.isQuestion).compactMap(\.input).filter { respectful.contains($0) }
    )
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
