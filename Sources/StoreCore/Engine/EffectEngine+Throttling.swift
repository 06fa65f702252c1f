import StoreDependencies

extension EffectEngine {
  /// What a throttled effect comes to now: it starts, at once or at the end of its interval, or there is nothing to start.
  func throttled(
    _ node: Node,
    _ id: EffectIdentifier,
    _ interval: Duration,
    latest: Bool,
    site: CallSite,
    _ context: EffectContext
  ) -> [Node] {
    let remaining = throttles.remaining(context.identifier(id))
    let waiting = EffectIdentifier(ThrottleTable.Waiting(id: id))
    if remaining <= .zero {
      // What waits for the end of the interval may not have noticed it yet; it would be a second start.
      if let group = groups.find(context.identifier(waiting)) { cancel(group, by: context.cause) }
      return [.openThrottle(id, interval), .cancellable(node, id: id, cancelInFlight: false)]
    }
    guard latest else { return [] }
    let wait = Node.delay(remaining, name: "throttle", site: site)
    let late = Node.concatenate([wait, .openThrottle(id, interval), node])
    return [.cancellable(.cancellable(late, id: waiting, cancelInFlight: true), id: id, cancelInFlight: false)]
  }

  /// Begins the interval of a throttled id.
  func openThrottle(_ id: EffectIdentifier, _ interval: Duration, on clock: any Clock<Duration>) {
    changeThrottles { $0.open(id, interval, on: clock) }
  }

  /// Forgets the intervals of a child, and of those within it.
  func forgetThrottles(of child: LiveChild) {
    if !throttles.isEmpty { changeThrottles { $0.forget { $0.isWithin(child) } } }
  }

  /// Changes a copy of the table, as clocks and ids are the user's code: it must not run while the table itself is accessed.
  private func changeThrottles(_ change: (inout ThrottleTable) -> Void) {
    var table = throttles
    change(&table)
    swap(&throttles, &table)
  }

  /// The clock that the feature's timing follows.
  func clock(_ context: EffectContext) -> any Clock<Duration> {
    let dependencies = context.dependencies(over: dependencies)
    return DependencyValues.withValues(dependencies) { dependencies.continuousClock }
  }
}
