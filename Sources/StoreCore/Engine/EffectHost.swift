package import StoreDependencies

/// Whoever owns an engine: gives the effects their tasks, and takes what they have to say.
///
/// The engine itself knows no actor and no executor. A store runs it on the main actor, a test store on the test's own
/// thread; both get the same behaviour.
package protocol EffectHost<Feedback>: HostKeeper {
  /// What effects send.
  associatedtype Feedback

  /// Makes the task of an effect, under the feature's dependencies.
  ///
  /// The task must not keep the host alive.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - work: What the task does.
  ///   - dependencies: The feature's dependencies; nil if they are in force where this is called.
  /// - Returns: The task.
  func launch(
    _ effect: EffectToken,
    _ work: EffectWork<Feedback>,
    dependencies: DependencyValues?
  ) -> Task<Void, Never>

  /// Notes that the task of an effect begins, from within that task.
  ///
  /// - Returns: What its sender is to hold; nil if the host doesn't ask who holds it.
  func beginOperation() -> (any SenderLease)?

  /// Takes a feedback at once, if that can be done where the effect sends it; otherwise ``arrive(_:from:)`` is called.
  ///
  /// To wait for what need not be waited for costs more than all else that is done here.
  func arriveAtOnce(_ feedback: Feedback, from effect: EffectToken) -> EffectArrival

  /// Hears at once that an operation has returned, if that can be done where it has; otherwise ``end(_:throwing:)`` is
  /// called.
  ///
  /// - Parameters:
  ///   - effect: Whose operation it is.
  ///   - error: What the operation has thrown, if nobody handles it.
  /// - Returns: Whether it was heard.
  func endAtOnce(_ effect: EffectToken, throwing error: (any Error)?) -> Bool

  /// Takes a feedback, from wherever the effect sends it, and returns when the engine has handled it.
  func arrive(_ feedback: Feedback, from effect: EffectToken) async

  /// Hears that an operation has returned, from wherever it has, and returns when the engine has handled that.
  ///
  /// - Parameters:
  ///   - effect: Whose operation it is.
  ///   - error: What the operation has thrown, if nobody handles it.
  func end(_ effect: EffectToken, throwing error: (any Error)?) async

  /// Hears of a feedback that goes nowhere because its effect was cancelled, from wherever the effect sends it.
  func ignore(_ feedback: Feedback, from effect: EffectToken)
}

/// Whoever keeps a host, so that the host is there as long as its keeper is.
package protocol HostKeeper<Feedback>: AnyObject, Sendable {
  /// What effects send.
  associatedtype Feedback: Sendable

  /// The host.
  var host: any EffectHost<Feedback> { get }
}

/// What has become of a feedback that might have been handled at once.
package enum EffectArrival {
  /// It was handled.
  case handled

  /// It was handled, and so much else before it that its effect should let others go on.
  case handledAtLength

  /// It must be waited for.
  case pending
}

extension EffectHost {
  /// A host needs nobody else to keep it.
  package var host: any EffectHost<Feedback> { self }

  /// Doesn't ask who holds a sender.
  package func beginOperation() -> (any SenderLease)? { nil }

  /// Has everything waited for.
  package func arriveAtOnce(_ feedback: Feedback, from effect: EffectToken) -> EffectArrival { .pending }

  /// Has everything waited for.
  package func endAtOnce(_ effect: EffectToken, throwing error: (any Error)?) -> Bool { false }

  /// Doesn't care what goes nowhere.
  package func ignore(_ feedback: Feedback, from effect: EffectToken) {}
}

extension EffectWork {
  /// Runs the work from start to end, and tells the host what comes of it.
  ///
  /// This is what a host gives its task to do. A host that is gone hears nothing.
  package func perform(_ effect: EffectToken, for link: HostLink<Feedback>) async {
    let send = makeSender(effect, link)
    var unhandled: (any Error)?
    do {
      try await operation(send)
    } catch {
      // What was cancelled is known of the task, not of the error: a cancelled effect may throw whatever its client makes
      // of that, and a client may throw a `CancellationError` by itself.
      if !Task.isCancelled, !effect.isCancelled {
        if let handler { await handler(error, send) } else { unhandled = error }
      }
    }
    if link.host?.endAtOnce(effect, throwing: unhandled) ?? true { return }
    await link.host?.end(effect, throwing: unhandled)
  }

  /// Makes the sender of an effect.
  ///
  /// It stands by itself so that the sender alone holds its lease.
  private func makeSender(_ effect: EffectToken, _ link: HostLink<Feedback>) -> Send<Feedback> {
    Send(lease: link.host?.beginOperation()) { feedback in
      // A cancelled effect that goes on sending in a loop must leave its thread to others now and then.
      guard !effect.isCancelled else {
        link.host?.ignore(feedback, from: effect)
        return await Task.yield()
      }
      switch link.host?.arriveAtOnce(feedback, from: effect) ?? .handled {
      case .handled: break
      case .handledAtLength: await Task.yield()
      case .pending: await link.host?.arrive(feedback, from: effect)
      }
    }
  }
}

/// The way from the tasks of effects to their host, which does not keep the host alive.
///
/// A host makes one for all its effects: to form and to copy weak references is dear.
package final class HostLink<Feedback: Sendable>: Sendable {
  /// Who keeps the host, if that is still there.
  private weak let keeper: (any HostKeeper<Feedback>)?

  /// Leads to a host as long as its keeper is there.
  package init(_ keeper: any HostKeeper<Feedback>) {
    self.keeper = keeper
  }

  /// The host, if it is still there.
  fileprivate var host: (any EffectHost<Feedback>)? { keeper?.host }
}
