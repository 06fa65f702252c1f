import StoreCore
import StoreDependencies

// The environment is the host of effects, as their tasks must not retain the session.
extension TestEnvironment: EffectHost {
  /// Records that the operation of the current task's effect begins.
  package func beginOperation() { InFlightEffect.current?.beginOperation() }

  /// Makes the lease of a sender of the current task's effect.
  package func makeLease() -> SenderLease? { InFlightEffect.current.map { EffectLease(of: $0) } }

  /// Receives a feedback when it is its turn: on the draining thread at once, otherwise through the queue.
  ///
  /// After the end of the store, feedback is dropped: the effect was cancelled or reported at the end.
  package func arrive(_ feedback: any Sendable, from effect: EffectToken) async {
    if isEnded { return }
    // The test itself calls a sender, and no other code drains the queue in the meantime.
    if !executor.isDrainingHere, isOnTestTask {
      session?.enter(feedback, from: effect)
      return
    }
    if !order.deliversAtOnce {
      await waitForTurn(of: effect, feedback)
      if isEnded { return }
    }
    guard executor.isDrainingHere else {
      _ = await executor.call { self.session?.enter(feedback, from: effect) }
      return
    }
    session?.enter(feedback, from: effect)
    // In an app, other tasks may run at this point, as the store runs on another executor. And without the yield, an
    // effect that sends in a loop would never suspend, so the test couldn't stop it.
    if executor.ordersJobs || executor.countWork() { await Task.yield() }
  }

  /// Waits until a feedback may be delivered, on any executor.
  private func waitForTurn(of token: EffectToken, _ feedback: any Sendable) async {
    // A cancelled effect delivers nothing, so the order doesn't matter.
    guard !token.isCancelled else { return }
    order.willAct(for: token, in: self)
    guard let effect = InFlightEffect.running else { return }
    await order.waitForTurn(of: effect) { "\(token.description.title) sends \(describe(feedback as Any))" }
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

extension TestEnvironment {
  /// Records that work has arrived since the last step, which the test or another thread has caused.
  ///
  /// Each step runs all work that can run, unless an exploration leaves some of it for later.
  func noteUnseenWork() {
    if !executor.isEmpty, order.deliversAtOnce { session?.noteUnseenWork() }
  }
}
