/// That a step makes a condition true, while an effect runs that goes on.
struct Setting {
  let atom: Int

  let step: PromiseFacts.Step

  /// The name of the effect.
  let effect: String

  /// Whether the effect has nothing to do with the step.
  let isOlder: Bool

  let roles: ConditionRoles

  /// Whether an answer brings an element to where it stays.
  var lasts: Bool { step.input == nil && roles.lasting.contains(atom) }

  /// Whether a step of the effect ends the condition, though it should not.
  ///
  /// - Parameters:
  ///   - late: The step, the next one of the effect.
  ///   - others: The positions of all steps that may be the next one.
  ///   - facts: Everything known.
  func isUndone(by late: PromiseFacts.Step, among others: [Int], in facts: PromiseFacts) -> Bool {
    guard let value = facts.value(insteadOf: atom, at: late.to), !isEndOfNews(late, in: facts) else { return false }
    let isTakenBack =
      late.isFailure && facts.atoms[atom].isMode
      && others.contains { !facts.steps[$0].isFailure && facts.holds[atom][facts.steps[$0].to] }
    if lasts { return isTakenBack }
    guard isOlder else { return false }
    guard step.input == nil else {
      return isTakenBack && late.command != nil && outranks(value, facts) || isUndone(by: late, with: value, in: facts)
        || !late.isElement && roles.isStopped(effect, wherever: atom, beginsWithout: step.cause)
          && !isMeant(late, to: value, in: facts)
    }
    // What time has given up may succeed after all, and that it takes long is no longer so then.
    if step.isWake, late.isSuccess,
      roles.fails(effect, with: atom) || facts.isOfFailuresOrTime[atom] || roles.notes.contains(atom)
    {
      return false
    }
    // What returns something may fail beside another result, but not if its success would have been that.
    if isTakenBack {
      return late.command != nil || !step.isFailure && facts.isBrought(atom, by: [effect])
        || step.isSuccess && facts.isReached(atom) && roles.bars(effect, under: atom)
    }
    // A new element wasn't asked for before, so it may replace a result. So may a failure, and what follows on one.
    return !late.isElement && !late.isFailure && !step.isFailure && !isMeant(late, to: value, in: facts)
      && !isLast(value, by: late, in: facts) && !(step.isSuccess && late.isWake && roles.outlasts(effect, atom))
  }

  /// Whether a step does what the input has only kept in mind, and does at once elsewhere: a user leaves as soon as the save has ended.
  private func isDoneLater(by late: PromiseFacts.Step, in facts: PromiseFacts) -> Bool {
    guard let input = step.input, step.started.isEmpty, step.cancelled.isEmpty else { return false }
    let done = facts.atoms.indices.filter {
      facts.atoms[$0].isOfState && facts.atoms[$0].subject != facts.atoms[atom].subject && facts.isSet($0, by: late)
    }
    return facts.steps.contains { other in
      other.input == input && !facts.holds[atom][other.to] && !facts.running[other.from].contains(effect)
        && done.contains { facts.isSet($0, by: other) }
    }
  }

  /// Whether a step of the effect also stops the stream that has told of the condition, which nothing would then tell the end of.
  private func isEndOfNews(_ late: PromiseFacts.Step, in facts: PromiseFacts) -> Bool {
    step.isElement && !facts.senders(in: step).isDisjoint(with: late.cancelled)
  }

  /// Whether the step is more than a choice or another try, and also takes back a failure: the receipt of a payment that has failed.
  private func outranks(_ failure: Int, _ facts: PromiseFacts) -> Bool {
    (!step.started.isEmpty || !step.cancelled.isEmpty) && !step.started.contains(effect)
      && facts.steps.contains {
        $0.input == step.input && facts.holds[failure][$0.from] && facts.holds[atom][$0.to]
      }
  }

  /// Whether a command has brought what nothing ends any more but an input that leads back to the start, such as an order that is cancelled,
  /// instead of what others end, too.
  private func isLast(_ value: Int, by late: PromiseFacts.Step, in facts: PromiseFacts) -> Bool {
    func ends(_ condition: Int, by step: PromiseFacts.Step) -> Bool {
      facts.isEnded(condition, by: step) && !facts.isReset(step)
    }
    return late.command == effect && !facts.steps.contains { ends(value, by: $0) }
      && facts.steps.contains { ends(atom, by: $0) && !facts.senders(in: $0).contains(effect) }
  }

  /// Whether a step of the effect takes back an input.
  ///
  /// - Parameters:
  ///   - late: The step.
  ///   - value: The condition that it sets instead.
  ///   - facts: Everything known.
  private func isUndone(by late: PromiseFacts.Step, with value: Int, in facts: PromiseFacts) -> Bool {
    // What the user has chosen may go on. A result may not become another one, but the answer after a reset is none.
    let isOld = value == facts.value(insteadOf: atom, at: step.from)
    guard isOld,
      facts.isReset(step) && !late.isElement
        || facts.hasEqualContent(in: facts.atoms[atom].subject, at: step.from, late.to)
    else { return false }
    guard !facts.isDismissal(atom, in: step), facts.isReset(step) || !facts.replacesText(emptiedBy: step, late) else {
      return false
    }
    guard !isMeant(late, to: value, in: facts) else { return false }
    // A failure is news at any time, unless it takes back a choice that the user has made anew.
    return !late.isFailure
      || facts.atoms[atom].isChoice && step.started.contains(effect)
        && !(facts.atoms[atom].kind == .flag(false) && facts.isOfFailures[value])
  }

  /// Whether a step has a reason to end the condition.
  ///
  /// - Parameters:
  ///   - late: The step.
  ///   - value: The condition that it sets instead.
  ///   - facts: Everything known.
  private func isMeant(_ late: PromiseFacts.Step, to value: Int, in facts: PromiseFacts) -> Bool {
    // What stops the work that has begun with it ends it on purpose, unless all that it was to end had ended when it began. Where an
    // element goes, what refers to it goes too.
    if !Set(late.cancelled).isDisjoint(with: step.started), !roles.begunByResets.contains(effect) { return true }
    if facts.removesElement(late) { return true }
    // What begins more work is news, unless all was to end, or unless an answer has stopped that work.
    if !facts.isReset(step), !late.isFailure, late.started.count != late.continued.count,
      step.input != nil || Set(late.started).isDisjoint(with: step.cancelled)
    {
      return true
    }
    // What was chosen to be shown later is shown.
    if facts.atoms[atom].kind == .presence(true), facts.isMoved(facts.atoms[atom].subject, by: late) { return true }
    if facts.isReached(atom), isDoneLater(by: late, in: facts) { return true }
    guard late.isElement else { return false }
    // What ends what the input needs, such as a session, ends what it has begun.
    if roles.ends(late, oneNeedOf: step.cause, besides: atom, in: facts) { return true }
    guard !facts.isReset(step) else { return false }
    // What begins a mode of the whole has a reason to change all of its elements.
    if facts.atoms[atom].element != nil, facts.beginsModeOfWhole(by: late) { return true }
    // A stream may tell anew what an input has closed or mended, but not what an undo has brought back with more elements.
    return facts.atoms[atom].element == nil
      || roles.told.contains(value)
        && facts.changedSubjects(from: step.from, to: step.to) == [facts.atoms[atom].subject]
  }
}
