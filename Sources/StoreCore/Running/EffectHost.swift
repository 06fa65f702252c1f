/// Takes what the tasks of effects have to say, from wherever they say it.
package protocol EffectHost: AnyObject, Sendable {
  /// Notes that the task of an effect begins, from within that task.
  ///
  /// - Returns: What its sender is to hold; nil if the host doesn't ask who holds it.
  func beginOperation() -> (any SenderLease)?

  /// Takes a feedback, and returns when the engine has handled it.
  func arrive(_ feedback: any Sendable, from effect: EffectToken) async

  /// Hears that an operation has returned, and returns when the engine has handled that.
  ///
  /// - Parameters:
  ///   - effect: Whose operation it is.
  ///   - error: What the operation has thrown, if nobody handles it.
  func end(_ effect: EffectToken, throwing error: (any Error)?) async

  /// Hears of a feedback that goes nowhere because its effect was cancelled.
  func ignore(_ feedback: any Sendable, from effect: EffectToken)
}

extension EffectHost {
  /// Doesn't ask who holds a sender.
  package func beginOperation() -> (any SenderLease)? { nil }

  /// Doesn't care what goes nowhere.
  package func ignore(_ feedback: any Sendable, from effect: EffectToken) {}
}

extension EffectWork {
  /// Runs the work from start to end, and tells the host what comes of it.
  ///
  /// This is what a host gives its task to do. A host that is gone hears nothing.
  package func perform(_ effect: EffectToken, for reference: WeakHost) async {
    let error = await run({ makeSender(effect, reference) }, isCancelled: { effect.isCancelled })
    await reference.host?.end(effect, throwing: error)
  }

  /// Makes the sender of an effect.
  ///
  /// It stands by itself so that the sender alone holds its lease.
  private func makeSender(_ effect: EffectToken, _ reference: WeakHost) -> Send<any Sendable> {
    Send(of: reference.host?.beginOperation()) { feedback in
      guard effect.isCancelled else {
        await reference.host?.arrive(feedback, from: effect)
        return
      }
      // A cancelled effect that goes on sending in a loop must leave its thread to others now and then.
      reference.host?.ignore(feedback, from: effect)
      await Task.yield()
    }
  }
}

/// A weak reference to the host of an effect, for the effect's task.
package struct WeakHost: Sendable {
  /// The host, while it exists.
  fileprivate weak let host: (any EffectHost)?

  package init(_ host: any EffectHost) {
    self.host = host
  }
}
