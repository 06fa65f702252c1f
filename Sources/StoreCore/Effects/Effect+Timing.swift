package import StoreDependencies

extension Effect {
  /// Waits before the effect starts, and restarts the wait each time an effect with the same id is returned.
  ///
  /// The wait uses `\.continuousClock`. Cancelling the id cancels the wait, or the effect once it runs.
  ///
  /// - Parameters:
  ///   - id: The id of the effect. A newer effect with the same id supersedes the older one, running or not.
  ///   - duration: The time between the last such effect and its start. A negative duration is reported, and counts as
  ///     zero.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let duration = checked(duration, of: "debounce", at: site)
    var wait = EffectNode.delay(duration, name: "debounce", site: site)
    if let override = DependencyOverride.local { wait = .overriding(wait, override) }
    return Self(
      node: .cancellable(.concatenate([wait, node]), id: EffectIdentifier(id), cancelInFlight: true)
    )
  }

  /// Starts the effect at most once in an interval.
  ///
  /// The first effect with an id starts at once and opens the interval. If `latest` is false, effects that are returned
  /// within the interval don't start. If it is true, the last of them starts when the interval ends, and opens the next
  /// one. The interval uses `\.continuousClock`.
  ///
  /// - Parameters:
  ///   - id: The id of the effect. Cancelling it cancels the effect that runs under it and the one that waits for the
  ///     interval's end.
  ///   - interval: The shortest time between two starts. A negative interval is reported, and counts as zero.
  ///   - latest: Whether the last effect of an interval starts at its end.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    latest: Bool,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let interval = checked(interval, of: "throttle", at: site)
    /// Wraps an effect in a throttle.
    func throttled(_ node: EffectNode) -> EffectNode {
      .throttle(node.asOnlyPart, id: EffectIdentifier(id), interval: interval, latest: latest, site: site)
    }
    guard let override = DependencyOverride.local else { return Self(node: throttled(node)) }
    // The interval uses the clock in force here. The effect itself keeps the dependencies in force at its creation.
    let own = EffectNode.overriding(node.asOnlyPart, .leaving(1))
    return Self(node: .overriding(throttled(own).asOnlyPart, override))
  }
}

/// Reports a negative duration, and returns zero for it.
private func checked(_ duration: Duration, of operation: String, at site: CallSite) -> Duration {
  guard duration < .zero else { return duration }
  RuntimeIssue(
    kind: .misuse,
    subject: operation,
    headline: "A \(operation) was given the negative duration \(duration).",
    details: "It counts as zero. Give it a duration of zero or more.",
    site: site
  )
  .report(to: DependencyValues.current.observer)
  return .zero
}

extension EffectNode {
  /// Makes an effect that only waits, on the injected clock.
  package static func delay(_ duration: Duration, name: String, site: CallSite) -> Self {
    .run(
      EffectWork(
        description: EffectDescription(kind: .delay, name: name, payload: nil, site: site, delay: duration),
        priority: nil,
        operation: { _ in try await DependencyValues.current.continuousClock.sleep(for: duration) },
        handler: nil
      )
    )
  }
}
