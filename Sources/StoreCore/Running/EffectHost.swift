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
  package func perform(_ effect: EffectToken, for link: HostLink) async {
    let error = await run({ makeSender(effect, link) }, isCancelled: { effect.isCancelled })
    await link.host?.end(effect, throwing: error)
  }

  /// Makes the sender of an effect.
  ///
  /// It stands by itself so that the sender alone holds its lease.
  private func makeSender(_ effect: EffectToken, _ link: HostLink) -> Send<any Sendable> {
    Send(of: link.host?.beginOperation()) { feedback in
      guard effect.isCancelled else {
        await link.host?.arrive(feedback, from: effect)
        return
      }
      // A cancelled effect that goes on sending in a loop must leave its thread to others now and then.
      link.host?.ignore(feedback, from: effect)
      await Task.yield()
    }
  }
}

/// Keeps a host, so that the host is there as long as its keeper is.
package protocol HostKeeper: AnyObject, Sendable {
  /// The host.
  var host: any EffectHost { get }
}

/// The way from the tasks of effects to their host, which does not keep the host alive.
package final class HostLink: Sendable {
  /// Who keeps the host, if that is still there.
  private weak let keeper: (any HostKeeper)?

  /// Leads to a host as long as its keeper is there.
  package init(_ keeper: any HostKeeper) {
    self.keeper = keeper
  }

  /// The host, if it is still there.
  fileprivate var host: (any EffectHost)? { keeper?.host }
}
