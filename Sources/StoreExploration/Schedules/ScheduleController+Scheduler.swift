import StoreTesting

extension ScheduleController: Scheduler {
  func begin(_ step: TestStep, in store: TestEnvironment) { begin(step, with: store) }

  func settle(_ store: TestEnvironment, _ step: TestStep, mayContinue: () -> Bool) async -> Bool {
    await store.settle(under: self, step, mayContinue: mayContinue)
  }

  func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool {
    await clock.move(under: self, to: target, site, limit: limit, endsAtTarget: endsAtTarget)
  }

  var ordersJobs: Bool { granularity == .jobs }

  func open(_ answers: [OpenAnswer], for effect: InFlightEffect) { add(answers, for: effect) }

  func close(_ call: any WaitingCall) { removeAnswers(to: call) }

  func release(_ store: TestEnvironment) { store.release(under: self) }

  func end(_ store: TestEnvironment) { releaseDeliveries(in: store) }
}
