package import StoreDependencies

/// Whoever owns an engine: gives the effects their tasks, and takes what they have to say.
///
/// The engine itself knows no actor and no executor. A store runs it on the main actor, a test store on the test's own
/// thread; both get the same behaviour.
package protocol EffectHost<Feedback>: AnyObject, Sendable {
  /// What effects send.
  associatedtype Feedback: Sendable

  /// Makes the task of an effect, under the feature's dependencies.
  ///
  /// The task must not keep the host alive.
  func launch(
    _ effect: EffectToken,
    _ work: EffectWork<Feedback>,
    dependencies: DependencyValues
  ) -> Task<Void, Never>

  /// Takes what an effect has to say, from wherever it says it, and returns when the engine has handled it.
  func arrive(_ arrival: Arrival<Feedback>, from effect: EffectToken) async

  /// Hears of a feedback that goes nowhere because its effect was cancelled, from wherever the effect sends it.
  func ignore(_ feedback: Feedback, from effect: EffectToken)
}

extension EffectHost {
  /// Doesn't care what goes nowhere.
  package func ignore(_ feedback: Feedback, from effect: EffectToken) {}
}

/// What an effect has to say.
package enum Arrival<Feedback: Sendable>: Sendable {
  /// A feedback to be reduced.
  case feedback(Feedback)

  /// The operation has returned.
  case finished

  /// The operation has thrown an error that nobody handles.
  case failed(any Error)
}

extension EffectWork {
  /// Runs the work from start to end, and tells the host what comes of it.
  ///
  /// This is what a host gives its task to do. A host that is gone hears nothing.
  package func perform(_ effect: EffectToken, for link: HostLink<Feedback>) async {
    let send = Send<Feedback> { feedback in
      // A cancelled effect that goes on sending in a loop must leave its thread to others now and then.
      guard !effect.isCancelled else {
        link.host?.ignore(feedback, from: effect)
        return await Task.yield()
      }
      await link.host?.arrive(.feedback(feedback), from: effect)
    }
    var end = Arrival<Feedback>.finished
    do {
      try await operation(send)
    } catch {
      // A cancelled effect may throw whatever its client makes of the cancellation.
      let isCancellation = error is CancellationError || Task.isCancelled || effect.isCancelled
      if !isCancellation {
        if let handler { await handler(error, send) } else { end = .failed(error) }
      }
    }
    await link.host?.arrive(end, from: effect)
  }
}

/// The way from the tasks of effects to their host, which does not keep the host alive.
///
/// A host makes one for all its effects: to form and to copy weak references is dear.
package final class HostLink<Feedback: Sendable>: Sendable {
  /// The host, if it is still there.
  fileprivate weak let host: (any EffectHost<Feedback>)?

  /// Leads to a host.
  package init(_ host: any EffectHost<Feedback>) {
    self.host = host
  }
}
