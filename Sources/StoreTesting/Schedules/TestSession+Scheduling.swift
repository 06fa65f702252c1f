import StoreCore

extension TestSession {
  /// Waits until the schedule lets a feedback in, wherever its effect runs.
  func waitForTurn(of effect: EffectToken, _ feedback: any Sendable, under probe: ScheduleProbe) async {
    // One that was cancelled delivers nothing, so its turn doesn't matter.
    guard !effect.isCancelled, !environment.isEnded, let scope = InFlightEffect.running else { return }
    await probe.waitForTurn(of: scope) { "\(effect.description.title) sends \(describe(feedback as Any))" }
  }

  /// Takes a feedback whose turn it is, on the thread that drains the queue.
  func arrive(inTurn feedback: any Sendable, from effect: EffectToken) async {
    guard !environment.isEnded else { return }
    engine.arrive(feedback, from: effect)
    // In an app others may go first here, as the store has its work done elsewhere.
    if environment.probe?.granularity == .jobs || environment.executor.countWork() { await Task.yield() }
  }
}
