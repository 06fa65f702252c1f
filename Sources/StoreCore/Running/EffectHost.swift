/// A type that receives the feedback and the ends of effects, from the effects' tasks.
package protocol EffectHost: AnyObject, Sendable {
  /// Notes that the task of an effect begins. It is called within that task.
  ///
  /// - Returns: The lease for the effect's sender; nil if the host doesn't track who holds the sender.
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
  /// The task of an effect calls it. A host that was released receives nothing.
  package func perform(_ effect: EffectToken, for reference: WeakHost) async {
    let error = await run({ makeSender(effect, reference) }, isCancelled: { effect.isCancelled })
    await reference.host?.end(effect, throwing: error)
  }

  /// Makes the sender of an effect.
  ///
  /// It is a separate function so that only the sender holds its lease.
  private func makeSender(_ effect: EffectToken, _ reference: WeakHost) -> Send<any Sendable> {
    Send(of: reference.host?.beginOperation()) { feedback in
      guard effect.isCancelled else {
        await reference.host?.arrive(feedback, from: effect)
        return
      }
      // The yield lets other tasks run if a cancelled effect keeps sending in a loop.
      reference.host?.ignore(feedback, from: effect)
      await Task.yield()
    }
  }
}

/// A weak reference from an effect's task to the effect's host.
package struct WeakHost: Sendable {
  fileprivate weak let host: (any EffectHost)?

  package init(_ host: any EffectHost) {
    self.host = host
  }
}
