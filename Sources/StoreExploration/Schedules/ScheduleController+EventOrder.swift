import StoreCore
import StoreDependencies
import StoreTesting

extension ScheduleController: EventOrder {
  // MARK: Steps

  func begin(_ step: TestStep, in store: TestEnvironment) { beginStep(step, in: store) }

  /// Does nothing, as each event is chosen.
  func settleAtOnce(_ store: TestEnvironment, _ work: inout StepWork, isOnMainActor: Bool) -> Bool { false }

  func settle(_ store: TestEnvironment, in step: TestStep, work: inout StepWork, mayContinue: () -> Bool) async {
    await scheduled(store).settle(step, work: &work, mayContinue: mayContinue)
  }

  func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool {
    await ScheduledClock(clock: clock, controller: self, site: site)
      .move(to: target, limit: limit, endsAtTarget: endsAtTarget)
  }

  func release(_ store: TestEnvironment) { scheduled(store).release() }

  func end(_ store: TestEnvironment) {
    noteEnd()
    releaseDeliveries(in: store)
  }

  private func scheduled(_ store: TestEnvironment) -> ScheduledStore {
    ScheduledStore(store: store, controller: self)
  }

  // MARK: Events

  var deliversAtOnce: Bool { false }

  var choosesAnswers: Bool { true }

  var repeatsAnswers: Bool { answersGatesManually }

  func open(_ answers: [OpenAnswer], for effect: InFlightEffect) { add(answers, for: effect) }

  func close(_ call: any WaitingCall) { removeAnswers(to: call) }

  // MARK: Tasks

  var ordersJobs: Bool { granularity == .jobs }

  var watchesJobs: Bool { true }

  func willEnqueue(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool, in store: TestEnvironment) {
    scheduled(store).reportUncontrolledJob(job, of: effect, isPreferred: isPreferred)
  }

  func willAct(for effect: EffectToken, in store: TestEnvironment) {
    scheduled(store).reportUnorderedTask(of: effect)
  }

  func controlsCurrentThread(in store: TestEnvironment) -> Bool { store.isOnThreadOfTest }

  var waitsForUnseenWork: Bool { false }

  /// Records a wait for effects. Some of them may wait for outside work, which the scheduler can't order.
  func willWait(for effects: () -> [EffectSnapshot]) {
    for effect in effects() where !effect.isHeld {
      noteOutsideWork(effect.label + (effect.realSleep.map { " (\($0))" } ?? ""))
    }
  }
}
