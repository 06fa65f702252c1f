import StoreDependencies

extension Effect {
  /// The same effect in the words of another feature.
  ///
  /// It is how a parent takes over an effect of a child whose reducer it has called itself. ``Scope`` does that, and more:
  /// it also keeps the ids of children apart, and cancels the effects of those that leave.
  ///
  /// ```swift
  /// child.reduce(message: .input(input), into: &state.child)
  ///   .map(feedback: Feedback.child) { output in .feedback(.childSaid(output)) }
  /// ```
  ///
  /// Ids stay as they are, and outputs are put into the other feature's words here, whenever they are emitted. What the closures
  /// read are the dependencies that are in force here, whatever the effect itself runs under.
  ///
  /// - Parameters:
  ///   - feedback: Makes the other feature's feedback of each that the effect sends.
  ///   - output: Says what follows from each output: one of the other feature, a feedback, or nothing.
  public func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback,
    output: (Output) -> Effect<NewFeedback, NewOutput>
  ) -> Effect<NewFeedback, NewOutput> {
    Effect<NewFeedback, NewOutput>(node: node.map(feedback: feedback) { output(typed($0)).node })
  }
}

extension Effect where Output == Never {
  /// The same effect in the words of another feature, which may have outputs.
  ///
  /// - Parameter feedback: Makes the other feature's feedback of each that the effect sends.
  public func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback
  ) -> Effect<NewFeedback, NewOutput> {
    map(feedback: feedback, output: never)
  }
}

/// What follows from an output that can't be.
private func never<Result>(_ output: Never) -> Result {}

/// What is left to do while the parts of an effect are taken over.
private enum MapStep {
  /// Take a part over that stands within so many overrides of the dependencies.
  case part(EffectNode, depth: Int)

  /// Make a whole of the newest parts that were taken over.
  case whole(of: Int, ([EffectNode]) -> EffectNode)
}

extension EffectNode {
  /// The same parts in the words of another feature.
  func map<Feedback: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> some Sendable,
    output: (any Sendable) -> EffectNode
  ) -> EffectNode {
    // What is mapped may run under other dependencies than those here, under which the closures were made.
    let override = DependencyOverride.local
    func follow(_ value: any Sendable, depth: Int) -> EffectNode {
      let node = output(value)
      switch node {
      case .run, .merge, .concatenate, .cancellable, .throttle, .child, .overriding:
        return depth == 0 ? node : .overriding(node.asOnlyPart, .leaving(depth))
      case .none, .output, .feedback, .cancel, .openThrottle, .outsideChild: return node
      }
    }
    // Parts may nest deeper than the stack is.
    var steps: [MapStep] = [.part(self, depth: 0)]
    var finished: [EffectNode] = []
    while let step = steps.popLast() {
      switch step {
      case .whole(let count, let make):
        let parts = Array(finished.suffix(count))
        finished.removeLast(count)
        finished.append(make(parts))
      case .part(let node, let depth):
        /// Takes parts over, and makes a whole of them.
        func take(_ parts: [EffectNode], depth: Int, _ make: @escaping ([EffectNode]) -> EffectNode) {
          steps.append(.whole(of: parts.count, make))
          for part in parts.reversed() { steps.append(.part(part, depth: depth)) }
        }
        switch node {
        case .none: finished.append(.none)
        case .output(let value): finished.append(follow(value, depth: depth))
        case .feedback(let value, let description): finished.append(.feedback(feedback(typed(value)), description))
        case .run(let work): finished.append(.run(work.map(feedback, depth: depth, override)))
        case .cancel(let id): finished.append(.cancel(id))
        case .openThrottle(let id, let interval): finished.append(.openThrottle(id, interval))
        case .merge(let parts): take(parts.nodes, depth: depth) { .merge($0) }
        case .concatenate(let parts): take(parts.nodes, depth: depth) { .concatenate($0) }
        case .cancellable(let node, let id, let cancelInFlight):
          take([node], depth: depth) { .cancellable($0[0], id: id, cancelInFlight: cancelInFlight) }
        case .throttle(let node, let id, let interval, let latest, let site):
          take([node], depth: depth) { .throttle($0[0], id: id, interval: interval, latest: latest, site: site) }
        case .child(let node, let place):
          // Children may stand within children: each of those around takes over all of this once more.
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
