import StoreDependencies

extension EffectEngine {
  /// Starts a throttled effect now, at the end of its interval, or never.
  func throttle(
    _ node: EffectNode<Feature.Feedback, Feature.Output>,
    _ id: EffectIdentifier,
    _ interval: Duration,
    latest: Bool,
    site: CallSite,
    _ context: EffectContext
  ) {
    let remaining = throttles.remaining(context.identifier(id))
    let waiting = EffectIdentifier(ThrottleTable.Waiting(id: id))
    if remaining <= .zero {
      // What waits for the end of the interval may not have noticed it yet; it would be a second start.
      if let group = groups.find(context.identifier(waiting)) { cancel(group, by: context.cause) }
      start(.openThrottle(id, interval), context)
      start(.cancellable(node, id: id, cancelInFlight: false), context)
    } else if latest {
      let wait = EffectNode<Feature.Feedback, Feature.Output>.delay(remaining, name: "throttle", site: site)
      let late = EffectNode.concatenate([wait, .openThrottle(id, interval), node])
      start(
        .cancellable(.cancellable(late, id: waiting, cancelInFlight: true), id: id, cancelInFlight: false),
        context
      )
    }
  }

  /// The clock that the feature's timing follows.
  func clock(_ context: EffectContext) -> any Clock<Duration> {
    let dependencies = context.dependencies(over: dependencies)
    return DependencyValues.withValues(dependencies) { dependencies.continuousClock }
  }
}
