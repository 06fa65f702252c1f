import StoreCore

@testable import StoreTesting

/// The default order, but for what a test implements.
protocol UsualOrder: EventOrder {}

extension UsualOrder {
  private var usual: DefaultOrder { .shared }

  func settleAtOnce(_ store: TestEnvironment, _ work: inout StepWork, isOnMainActor: Bool) -> Bool {
    usual.settleAtOnce(store, &work, isOnMainActor: isOnMainActor)
  }

  func settle(_ store: TestEnvironment, in step: TestStep, work: inout StepWork, mayContinue: () -> Bool) async {
    await usual.settle(store, in: step, work: &work, mayContinue: mayContinue)
  }

  func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool {
    await usual.move(clock, to: target, site, limit: limit, endsAtTarget: endsAtTarget)
  }

  var deliversAtOnce: Bool { usual.deliversAtOnce }
  var choosesAnswers: Bool { usual.choosesAnswers }
  var repeatsAnswers: Bool { usual.repeatsAnswers }
  var ordersJobs: Bool { usual.ordersJobs }
  var watchesJobs: Bool { usual.watchesJobs }
  var waitsForUnseenWork: Bool { usual.waitsForUnseenWork }
  func begin(_ step: TestStep, in store: TestEnvironment) {}
  func release(_ store: TestEnvironment) {}
  func end(_ store: TestEnvironment) {}
  func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async {}
  func open(_ answers: [OpenAnswer], for effect: InFlightEffect) {}
  func close(_ call: any WaitingCall) {}
  func willAct(for effect: EffectToken, in store: TestEnvironment) {}
  func willEnqueue(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool, in store: TestEnvironment) {}
  func controlsCurrentThread(in store: TestEnvironment) -> Bool { true }
  func willWait(for effects: () -> [EffectSnapshot]) {}
}
