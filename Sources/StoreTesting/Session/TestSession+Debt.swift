import StoreCore

/// Time that a test has forgotten to let pass, and what did not come for want of it.
///
/// That something did not come is reported, and is the one failure. What the test receives before any time passes has not come
/// either; when it does, it is let in silently, in its turn. What follows from it is late by as much, and is no second failure.
struct TimeDebt<Feature: Reducer> {
  /// How much time may have been forgotten: all since anything has happened, and what would have woken whoever sleeps.
  let amount: Duration

  /// What time it would have been then.
  let deadline: TestClock.Instant

  /// The feedback and outputs that the test has received in vain, in order.
  var owed: [(Entry<Feature>) -> Bool] = []

  /// The effects that the test has named in vain.
  var owedEffects: [(EffectDescription) -> Bool] = []
}

extension TestSession {
  /// Notes that something did not come because nobody let time pass, which is reported.
  func beginDebt(_ effects: [EffectSnapshot]) {
    debt = shortestSleep(of: effects).map { remaining in
      let idle = story.moments.last.map { $0.instant.duration(to: time.now) } ?? .zero
      return TimeDebt(amount: idle + remaining, deadline: time.now.advanced(by: remaining))
    }
  }

  /// Notes that an effect was not started, perhaps because nobody let time pass.
  ///
  /// - Returns: What to type then; nil if nobody sleeps, or there is something to receive first.
  func beginDebt(naming isNamed: @escaping (EffectDescription) -> Bool) -> String? {
    let ledger = ledger
    let effects = ledger.map(\.snapshot)
    guard entries.isEmpty, let cure = timeCure(effects) else { return nil }
    stalled = story.count
    environment.excuse(ledger.map(\.token.id))
    beginDebt(effects)
    debt?.owedEffects.append(isNamed)
    return cure
  }

  /// Whether something did not come for want of the time that the test has forgotten before.
  ///
  /// Then that, too, has been reported, and nothing is missing for another reason until something happens.
  func isInDebt() -> Bool {
    guard let debt, !entries.all.contains(where: { $0.effect == nil }) else { return false }
    let ledger = ledger
    guard let remaining = shortestSleep(of: ledger.map(\.snapshot)), remaining <= debt.amount else { return false }
    stalled = story.count
    environment.excuse(ledger.map(\.token.id))
    // What may have been received once more was not: the test has gone on.
    if hasForgiven { forgiven.removeAll() }
    return true
  }

  /// Lets in what the test has received in vain before.
  ///
  /// If it is just the time now that was missing, it has come late, and the debt is paid: the test may receive all of it once
  /// more. So it may if it is a single thing.
  @inline(never)
  func letInOwed() {
    guard var debt, !debt.owed.isEmpty else { return }
    let isPaid = time.now == debt.deadline
    let isExpectedAgain = isPaid || debt.owed.count == 1
    var hasCome = false
    while let index = entries.firstIndex(where: { $0.kind != .effect }), let isOwed = debt.owed.first,
      isOwed(entries.all[index])
    {
      let entry = entries.take(at: index)
      if isExpectedAgain { forgiven.append(Forgiven(entry: entry, before: asserted)) }
      asserted = entry.stateAfter ?? asserted
      debt.owed.removeFirst()
      takeOwedEffects(&debt)
      hasCome = true
    }
    self.debt = isPaid && hasCome ? nil : debt
  }

  /// Lets go of the effects that the test has named in vain, as far as what has come so far has started them.
  private func takeOwedEffects(_ debt: inout TimeDebt<Feature>) {
    var index = 0
    while let effect = index < entries.all.count ? entries.all[index].effect : nil {
      if let match = debt.owedEffects.firstIndex(where: { $0(effect.description) }) {
        debt.owedEffects.remove(at: match)
        _ = entries.take(at: index)
      } else {
        index += 1
      }
    }
  }

  /// How much time wakes the first effect that sleeps.
  func shortestSleep(of effects: [EffectSnapshot]) -> Duration? {
    effects.compactMap { effect in
      if case .sleep(_, let remaining) = effect.waitingOn { remaining } else { nil }
    }
    .min()
  }
}
