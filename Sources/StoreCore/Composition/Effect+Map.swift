import StoreDependencies

extension Effect {
  /// Converts the effect to the feedback and output types of another feature.
  ///
  /// A parent uses it for the effect of a child whose reducer it calls itself. ``Scope`` does more: it also separates
  /// the ids of children, and cancels the effects of children that leave.
  ///
  /// ```swift
  /// child.reduce(message: .input(input), into: &state.child)
  ///   .map(feedback: Feedback.child) { output in .feedback(.childSaid(output)) }
  /// ```
  ///
  /// Effect ids stay unchanged. Outputs are converted during this call, not when they are emitted. The closures see the
  /// dependencies in force at this call, even if the effect runs under others.
  ///
  /// - Parameters:
  ///   - feedback: Converts each feedback that the effect sends.
  ///   - output: Returns the effect that replaces an output: an output of the other feature, a feedback, or `.none`.
  public func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback,
    output: (Output) -> Effect<NewFeedback, NewOutput>
  ) -> Effect<NewFeedback, NewOutput> {
    Effect<NewFeedback, NewOutput>(node: node.map(feedback: feedback) { output(typed($0)).node })
  }
}

extension Effect where Output == Never {
  /// Converts the effect of a feature without outputs to the types of another feature.
  ///
  /// - Parameter feedback: Converts each feedback that the effect sends.
  public func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback
  ) -> Effect<NewFeedback, NewOutput> {
    map(feedback: feedback, output: never)
  }
}

private func never<Result>(_ output: Never) -> Result {}

/// A pending step of the conversion of an effect's parts.
private enum MapStep {
  /// Convert a part that is nested in this many dependency overrides.
  case part(EffectNode, depth: Int)

  /// Build an effect from the newest converted parts.
  case whole(of: Int, ([EffectNode]) -> EffectNode)
}

extension EffectNode {
  /// Converts the parts to the types of another feature.
  func map<Feedback: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> some Sendable,
    output: (any Sendable) -> EffectNode
  ) -> EffectNode {
    // The effect may run under other dependencies than the closures, which were created under these.
    let override = DependencyOverride.local
    func follow(_ value: any Sendable, depth: Int) -> EffectNode {
      let node = output(value)
      switch node {
      case .run, .merge, .concatenate, .cancellable, .throttle, .child, .overriding:
        return depth == 0 ? node : .overriding(node.asOnlyPart, .leaving(depth))
      case .none, .output, .feedback, .cancel, .openThrottle, .outsideChild: return node
      }
    }
    // A loop instead of recursion: parts may nest deeper than the stack allows.
    var steps: [MapStep] = [.part(self, depth: 0)]
    var finished: [EffectNode] = []
    while let step = steps.popLast() {
      switch step {
      case .whole(let count, let make):
        let parts = Array(finished.suffix(count))
        finished.removeLast(count)
        finished.append(make(parts))
      case .part(let node, let depth):
        /// Schedules the conversion of parts, and the construction of an effect from them.
        func take(_ parts: [EffectNode], depth: Int, _ make: @escaping ([EffectNode]) -> EffectNode) {
          steps.append(.whole(of: parts.count, make))
          for part in parts.reversed() { steps.append(.part(part, depth: depth)) }
        }
        switch node {
        case .none: finished.append(.none)
        case .output(let value): finished.append(follow(value, depth: depth))
        case .feedback(let value, let description): finished.append(.feedback(feedback(typed(value)), description))
        case .run(let work): finished.append(.run(work.map(feedback, depth: depth, override: override)))
        case .cancel(let id): finished.append(.cancel(id))
        case .openThrottle(let id, let interval): finished.append(.openThrottle(id, interval))
        case .merge(let parts): take(parts.nodes, depth: depth) { .merge($0) }
        case .concatenate(let parts): take(parts.nodes, depth: depth) { .concatenate($0) }
        case .cancellable(let node, let id, let cancelInFlight):
          take([node], depth: depth) { .cancellable($0[0], id: id, cancelInFlight: cancelInFlight) }
        case .throttle(let node, let id, let interval, let latest, let site):
          take([node], depth: depth) { .throttle($0[0], id: id, interval: interval, latest: latest, site: site) }
        case .child(let node, let place):
          // Nested children are converted together, because each parent around them converts all of them again.
          var (node, places) = (node, [place])
          while case .child(let inner, let place) = node {
            node = inner
            places.append(place)
          }
          take([node], depth: depth) { parts in places.reversed().reduce(parts[0]) { .child($0, $1) } }
        case .outsideChild(let node): take([node], depth: depth) { .outsideChild($0[0]) }
        case .overriding(let node, let override):
          take([node], depth: depth + override.depth) { .overriding($0[0], override) }
        }
      }
    }
    return finished[0]
  }
}
