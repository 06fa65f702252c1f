import StoreCore
import StoreDependencies

// The environment is the host of effects, as their tasks must not retain the session.
extension TestEnvironment: EffectHost {
  /// Records that the operation of the current task's effect begins.
  package func beginOperation() { InFlightEffect.current?.beginOperation() }

  /// Makes the lease of a sender of the current task's effect.
  package func makeLease() -> SenderLease? { InFlightEffect.current.map { EffectLease(of: $0) } }

  /// Receives a feedback: on the draining thread at once, unless a scheduler determines the order; otherwise through
  /// the queue.
  ///
  /// After the end of the store, feedback is dropped: the effect was cancelled or reported at the end.
  package func arrive(_ feedback: any Sendable, from effect: EffectToken) async {
    if isEnded { return }
    let isDraining = executor.isDrainingHere
    if isDraining, scheduler == nil {
      session?.enter(feedback, from: effect)
      // Without the yield, an effect that sends in a loop would never suspend. The test couldn't stop it.
      if executor.countWork() { await Task.yield() }
      return
    }
    // The test itself calls a sender, and no other code drains the queue in the meantime.
    if !isDraining, isOnTestTask {
      session?.enter(feedback, from: effect)
      return
    }
    if let scheduler {
      await waitForTurn(of: effect, feedback, scheduler)
      if executor.isDrainingHere { return await arrive(inTurn: feedback, from: effect) }
    }
    _ = await executor.call { self.session?.enter(feedback, from: effect) }
  }

  /// Waits until the scheduler permits a feedback, on any executor.
  private func waitForTurn(of token: EffectToken, _ feedback: any Sendable, _ scheduler: any Scheduler) async {
    // A cancelled effect delivers nothing, so the order doesn't matter.
    guard !token.isCancelled, !isEnded else { return }
    reportUnorderedTask(of: token)
    guard let effect = InFlightEffect.running else { return }
    await scheduler.waitForTurn(of: effect) { "\(token.description.title) sends \(describe(feedback as Any))" }
  }

  /// Receives a feedback that the scheduler permits, on the draining thread.
  private func arrive(inTurn feedback: any Sendable, from effect: EffectToken) async {
    guard !isEnded else { return }
    session?.enter(feedback, from: effect)
    // In an app, other tasks may run at this point, as the store runs on another executor.
    if scheduler?.ordersJobs ?? false || executor.countWork() { await Task.yield() }
  }

  /// Receives the end of an operation: on the draining thread at once, otherwise through the queue.
  package func end(_ effect: EffectToken, throwing error: (any Error)?) async {
    if isEnded { return }
    if executor.isDrainingHere || isOnTestTask {
      session?.enterEnd(of: effect, throwing: error)
    } else {
      _ = await executor.call { self.session?.enterEnd(of: effect, throwing: error) }
    }
  }

  /// Records a dropped feedback of a cancelled effect, if this thread may access the log.
  package func ignore(_ feedback: any Sendable, from effect: EffectToken) {
    if executor.isDrainingHere { session?.noteDrop(of: feedback, from: effect) }
  }
}
