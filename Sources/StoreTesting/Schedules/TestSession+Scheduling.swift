import StoreCore

extension TestSession {
  /// Takes a feedback when the schedule lets it in.
  func arrive(_ feedback: Feature.Feedback, from effect: EffectToken, under probe: ScheduleProbe) async {
    // One that was cancelled delivers nothing, so its turn doesn't matter.
    if !effect.isCancelled, let scope = InFlightEffect.running {
      await probe.waitForTurn(of: scope) { "\(effect.description.title) sends \(describe(feedback))" }
    }
    guard !environment.isEnded else { return }
    engine.arrive(feedback, from: effect)
    if environment.executor.countWork() { await Task.yield() }
  }
}
