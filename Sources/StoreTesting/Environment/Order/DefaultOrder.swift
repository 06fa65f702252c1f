package import StoreDependencies

/// The order in which each event happens as soon as it can: what was enqueued first runs first, a call gets its first
/// answer, and sleepers wake by their deadlines.
package final class DefaultOrder: EventOrder {
  /// The shared instance, as it has no state.
  package static let shared = DefaultOrder()

  package func settleAtOnce(_ store: TestEnvironment, _ work: inout StepWork, isOnMainActor: Bool) -> Bool {
    store.runAtOnce(&work, isOnMainActor: isOnMainActor) && !store.hasCompanions
  }

  package func settle(
    _ store: TestEnvironment,
    in step: TestStep,
    work: inout StepWork,
    mayContinue: () -> Bool
  ) async {
    await store.runToRest(&work)
    if store.hasCompanions { await store.settleCompanions(&work) }
  }

  package func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool {
    await clock.settle(site)
    var woken = 0
    while clock.wakeNext(by: target) {
      await clock.settle(site, hasBegun: true)
      woken += 1
      guard woken < limit || clock.pendingSleeps.isEmpty else { return false }
    }
    return true
  }

  package let deliversAtOnce = true
  package let choosesAnswers = false
  package let repeatsAnswers = false
  package let ordersJobs = false
  package let watchesJobs = false
  package let waitsForUnseenWork = true

  package func controlsCurrentThread(in store: TestEnvironment) -> Bool { true }

  // No event stays open, so there is nothing to keep.

  package func begin(_ step: TestStep, in store: TestEnvironment) {}
  package func release(_ store: TestEnvironment) {}
  package func end(_ store: TestEnvironment) {}
  package func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async {}
  package func open(_ answers: [OpenAnswer], for effect: InFlightEffect) {}
  package func close(_ call: any WaitingCall) {}
  package func willEnqueue(
    _ job: UnownedJob,
    of effect: InFlightEffect?,
    isPreferred: Bool,
    in store: TestEnvironment
  ) {}
  package func willAct(for effect: EffectToken, in store: TestEnvironment) {}
  package func willWait(for effects: () -> [EffectSnapshot]) {}
}

extension Hooks {
  /// The order of events.
  @TaskLocal package static var order: any EventOrder = DefaultOrder.shared
}
