/// An object that receives feedback and ends from the tasks of effects.
///
/// The task of an effect retains its host. So a host must not retain the store.
package protocol EffectHost: AnyObject, Sendable {
  /// Notifies the host that the operation of an effect begins. Only the effect's task calls this.
  func beginOperation()

  /// Makes an object that the copies of one sender of the current task's effect retain; nil if the host doesn't track
  /// senders.
  func makeLease() -> SenderLease?

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
  package func beginOperation() {}

  /// Returns no lease.
  package func makeLease() -> SenderLease? { nil }

  /// Does nothing.
  package func ignore(_ feedback: any Sendable, from effect: EffectToken) {}
}

extension EffectWork {
  /// Runs the work, and passes its feedback and its end to the host.
  ///
  /// The task of an effect calls this.
  package func perform(_ effect: EffectToken, for host: any EffectHost) async {
    host.beginOperation()
    do {
      try await run(for: Arrivals(from: effect, at: host))
      await host.end(effect, throwing: nil)
    } catch {
      await host.end(effect, throwing: error)
    }
  }
}

/// The receiver that passes the feedback of an effect to its host.
private final class Arrivals: FeedbackReceiver {
  private let effect: EffectToken
  private let host: any EffectHost

  init(from effect: EffectToken, at host: any EffectHost) {
    self.effect = effect
    self.host = host
  }

  var isCancelled: Bool { effect.isCancelled }

  func makeLease() -> SenderLease? { host.makeLease() }

  func receive(_ feedback: any Sendable) async {
    guard effect.isCancelled else { return await host.arrive(feedback, from: effect) }
    // The yield lets other tasks run if a cancelled effect keeps sending in a loop.
    host.ignore(feedback, from: effect)
    await Task.yield()
  }
}
