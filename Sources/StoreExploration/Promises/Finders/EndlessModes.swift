import StoreTesting

/// Finds modes that end by themselves nearly always: "a spinner ends".
struct EndlessModes: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.atoms.indices.compactMap { index in
      let atom = facts.atoms[index]
      let holds = facts.holds[index]
      guard atom.isMode || atom.isMember || atom.isFilled && !facts.isPart && isJudged(atom, facts), !holds[0]
      else { return nil }
      let inside = holds.indices.filter { holds[$0] }
      let ends = facts.steps.filter { $0.input == nil && facts.isEnded(index, by: $0) }
      let entries = facts.steps.filter { facts.isSet(index, by: $0) }
      // A failure that starts nothing is no wait.
      guard !facts.isOfFailuresOrTime[index] || isWork(entries) else { return nil }
      // A mode that ends by itself begins with work, or waits in a queue for the work that ends it.
      let enders = facts.senders(in: ends)
      let beginsWithWork = entries.count { leads($0, to: enders, facts) } * 5 >= entries.count * 4
      let isQueued = entries.allSatisfy { !enders.isDisjoint(with: facts.running[$0.to]) }
      guard !ends.isEmpty, beginsWithWork || isQueued else { return nil }
      // A mode in which a child begins, and in which alone it is taken away, is no wait of its own.
      let isOfChild = entries.allSatisfy { facts.isBegun(index, by: $0) }
      guard !isOfChild || ends.contains(where: { facts.isThere(index, at: $0.to) }) else { return nil }
      // An element that arrives in a mode was there in it before, and the feature only shows it.
      guard atom.element == nil || !entries.contains(where: { arrives(atom, by: $0, facts) }) else { return nil }
      let reaches = facts.reachingWithoutInput(holds.map(!))
      let pauses = Pauses(of: atom, where: holds, reaching: reaches, in: facts)
      let endless = inside.filter { !reaches[$0] }
      let isMeant =
        isTakenOver(endless, of: index, in: facts) || isHandedOver(endless, of: atom, in: facts)
        || isPlace(index, leftBy: ends, facts)
      let stuck = isMeant ? [] : endless.filter { !pauses.includes($0) }
      guard !stuck.isEmpty || endless.isEmpty else { return nil }
      // Where each entry can end by itself, the rest was cut off.
      guard entries.allSatisfy({ reaches[$0.to] }) || stuck.count * 2 < inside.count else { return nil }
      // Where an answer starts what goes on, the mode is that, and not the wait for the answer.
      let last = lastAnswers(holds, reaching: reaches, in: facts)
      guard last.allSatisfy(\.started.isEmpty) else { return nil }
      // What a stream brings and takes away is what it tells, but for what its end leaves.
      guard
        !(entries + ends).allSatisfy(\.isElement)
          || last.contains(where: { $0.endsStream && !isWord(atom, leftBy: $0, facts) })
      else { return nil }
      // What only failures take back, and successes leave, was shown before it was so. A stream that ends without a word has no success.
      guard !ends.allSatisfy(\.isFailure) || last.allSatisfy({ $0.isFailure || $0.endsStream && $0.messages.isEmpty })
      else { return nil }
      // What an answer leaves behind is a result, but for a failure after which nothing ends it any more, and for an answer that
      // cancels what would end it.
      let leaves = facts.reaching(holds.map(!))
      let results = last.filter { enders.isDisjoint(with: $0.cancelled) }
      let isResult = results.contains { !$0.isFailure } || !results.isEmpty && stuck.contains { leaves[$0] }
      // Where nothing at all ends it, that is the bug, and not that elsewhere an input does.
      let lost = atom.isMode ? LeavableModes.stuck(in: index, facts) ?? [] : stuck.filter { !leaves[$0] }
      guard !lost.isEmpty || !atom.isMode || !isTold(by: enders, besides: atom, facts) else { return nil }
      let isCutOff = !last.isEmpty && results.isEmpty
      guard
        atom.isMode
          || (isWork(entries) || isQueued && !lost.isEmpty) && !isResult
            && (stuck.count * 2 < inside.count || !lost.isEmpty || isCutOff)
      else { return nil }
      return Candidate(
        text: "\(atom.text) ends without an input",
        code: atom.isCode
          ? ".leadsTo(\(quoted("\(atom.text) ends")), fairness: .responsesOnceInputsEnd, from: { \(atom.code) }, to: { \(atom.negatedCode) })"
          : nil,
        complaint: atom.isMode || last.isEmpty && lost.isEmpty
          ? "nothing ends \(atom.text) but an input" : "nothing at all ends \(atom.text)",
        support: inside.count - stuck.count,
        exceptions: (lost.isEmpty ? stuck : lost).map { Candidate.Exception(node: $0) },
        weight: !stuck.isEmpty && beginsWithWork && !(atom.element == nil && startsAnew(entries, until: enders))
          && !hasOwnWork(ends, holds, in: facts)
          ? 0 : lost.isEmpty ? 0.95 : 0.8,
        cause: LeavableModes.cause(of: atom),
        isOfAbsence: true
      )
    }
  }

  /// Whether a mode with a payload is a place rather than a wait, as only elements of streams end it, and inputs start other work in it: an
  /// account whose session a server may end.
  private func isPlace(_ mode: Int, leftBy ends: [PromiseFacts.Step], _ facts: PromiseFacts) -> Bool {
    guard case .choice(_, hasPayload: true) = facts.atoms[mode].kind, ends.allSatisfy(\.isElement) else { return false }
    let enders = facts.senders(in: ends)
    return facts.steps.contains { step in
      step.input != nil && facts.holds[mode][step.from] && facts.holds[mode][step.to]
        && !enders.isSuperset(of: step.started)
    }
  }

  /// Whether one of several states that need not be there stays as the last word of a stream whose end the feature tells: the last scan of a
  /// lost scanner.
  private func isWord(_ atom: SpaceAtom, leftBy end: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    guard case .choice = atom.kind, atom.subject.hasSuffix("?") else { return false }
    return facts.atoms.indices.contains { facts.atoms[$0].isMode && facts.isSet($0, by: end) }
  }

  /// Whether a step starts one of some effects, or what leads to one.
  private func leads(_ step: PromiseFacts.Step, to effects: Set<String>, _ facts: PromiseFacts) -> Bool {
    step.started.contains { started in effects.contains { facts.leads(started, to: $0) } }
  }

  /// Whether only inputs begin a mode, and start each time an effect that ends it: a refresh that listens to a stream anew.
  private func startsAnew(_ entries: [PromiseFacts.Step], until enders: Set<String>) -> Bool {
    entries.allSatisfy { $0.input != nil && !enders.isDisjoint(with: $0.started) }
  }

  /// Whether another mode is on exactly while each effect runs that ends one, so that the other one is the wait for it.
  private func isTold(by effects: Set<String>, besides atom: SpaceAtom, _ facts: PromiseFacts) -> Bool {
    let others = facts.atoms.indices.filter {
      facts.atoms[$0].isMode && facts.atoms[$0].element == nil && facts.atoms[$0].subject != atom.subject
    }
    return effects.allSatisfy { effect in
      others.contains { other in
        facts.running.indices.allSatisfy { facts.holds[other][$0] == facts.running[$0].contains(effect) }
      }
    }
  }

  /// Whether what is filled is judged by itself: of a set, each element is, and of what has a payload, the whole.
  private func isJudged(_ atom: SpaceAtom, _ facts: PromiseFacts) -> Bool {
    !atom.subject.contains(where: "?(".contains)
      && !facts.atoms.contains { $0.isMember && $0.subject == atom.subject }
  }

  /// Whether inputs have stopped the work that would end a value, and say so in a mode within it: a call that is answered rings no
  /// more.
  private func isTakenOver(_ endless: [Int], of value: Int, in facts: PromiseFacts) -> Bool {
    facts.atoms.indices.contains { mode in
      let holds = facts.holds[mode]
      let entries = facts.steps.filter {
        facts.holds[value][$0.from] && facts.holds[value][$0.to] && facts.isSet(mode, by: $0)
      }
      return facts.atoms[mode].isMode && facts.atoms[mode].subject.hasPrefix("\(facts.atoms[value].subject)?")
        && !entries.isEmpty && entries.allSatisfy { $0.input != nil && !$0.cancelled.isEmpty }
        && endless.allSatisfy { holds[$0] }
    }
  }

  /// Whether the mode itself tells wherever it doesn't end any more, and an input can then begin again what ends it: an approval that is
  /// overdue, and for which a user may ask.
  private func isHandedOver(_ endless: [Int], of mode: SpaceAtom, in facts: PromiseFacts) -> Bool {
    guard case .choice(let name, hasPayload: true) = mode.kind else { return false }
    return facts.atoms.indices.contains { told in
      let holds = facts.holds[told]
      return facts.atoms[told].isMode
        && facts.atoms[told].subject.hasPrefix("\(mode.subject.isEmpty ? "state" : mode.subject).\(name)(")
        && !endless.isEmpty && endless.allSatisfy { holds[$0] }
        && facts.steps.allSatisfy { !facts.isSet(told, by: $0) || $0.input == nil }
        && facts.steps.contains { holds[$0.from] && $0.input != nil && !$0.started.isEmpty }
    }
  }

  /// Whether the effects that end a condition run mostly under it. Others are no wait for its end.
  private func hasOwnWork(_ ends: [PromiseFacts.Step], _ holds: [Bool], in facts: PromiseFacts) -> Bool {
    Set(ends.flatMap(\.messages).compactMap(\.sender)).contains { facts.isOwned($0, among: facts.labels, by: holds) }
  }

  /// Whether an answer brings an element about which there was nothing before.
  private func arrives(_ atom: SpaceAtom, by step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    step.call != nil
      && !facts.atoms.indices.contains { facts.atoms[$0].subject == atom.subject && facts.holds[$0][step.from] }
  }

  /// Whether each step that begins something starts an effect.
  private func isWork(_ entries: [PromiseFacts.Step]) -> Bool { entries.allSatisfy { !$0.started.isEmpty } }

  /// Returns the steps of answers that lead to where a condition ends no more.
  private func lastAnswers(_ holds: [Bool], reaching reaches: [Bool], in facts: PromiseFacts) -> [PromiseFacts.Step] {
    facts.steps.filter { step in
      step.input == nil && holds[step.from] && holds[step.to] && reaches[step.from] && !reaches[step.to]
    }
  }
}
