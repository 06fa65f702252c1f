/// A type that receives feedback and ends from the tasks of effects.
///
/// The task of an effect retains its host. So a host must not retain the store.
package protocol EffectHost: Sendable {
  /// Notifies the host that the task of an effect begins. Only that task calls this.
  ///
  /// - Returns: The lease for the effect's sender; nil if the host doesn't track references to the sender.
  func beginOperation() -> (any SenderLease)?

  /// Receives a feedback, and returns when the engine has handled it.
  func arrive(_ feedback: any Sendable, from effect: EffectToken) async

  /// Receives the end of an operation, and returns when the engine has handled it.
  ///
  /// - Parameters:
  ///   - effect: The effect whose operation has returned.
  ///   - error: The error that the operation threw, if it has no handler.
  func end(_ effect: EffectToken, throwing error: (any Error)?) async

  /// Receives a feedback that is dropped because its effect was cancelled.
  func ignore(_ feedback: any Sendable, from effect: EffectToken)
}

extension EffectHost {
  /// Returns no lease.
  package func beginOperation() -> (any SenderLease)? { nil }

  /// Does nothing.
  package func ignore(_ feedback: any Sendable, from effect: EffectToken) {}
}

extension EffectWork {
  /// Runs the work, and passes its feedback and its end to the host.
  ///
  /// The task of an effect calls this.
  package func perform(_ effect: EffectToken, for host: any EffectHost) async {
    let error = await run({ makeSender(effect, host) }, isCancelled: { effect.isCancelled })
    await host.end(effect, throwing: error)
  }

  /// Makes the sender of an effect.
  ///
  /// It is a separate function, so that only the sender retains the lease.
  private func makeSender(_ effect: EffectToken, _ host: any EffectHost) -> Send<any Sendable> {
    Send(of: host.beginOperation()) { feedback in
      guard effect.isCancelled else { return await host.arrive(feedback, from: effect) }
      // The yield lets other tasks run if a cancelled effect keeps sending in a loop.
      host.ignore(feedback, from: effect)
      await Task.yield()
    }
  }
}
