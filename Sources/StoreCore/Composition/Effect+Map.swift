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
  /// Ids stay as they are, and outputs are put into the other feature's words here, whenever they are emitted.
  ///
  /// - Parameters:
  ///   - feedback: Makes the other feature's feedback of each that the effect sends.
  ///   - output: Says what follows from each output: one of the other feature, a feedback, or nothing.
  public func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback,
    output: (Output) -> Effect<NewFeedback, NewOutput>
  ) -> Effect<NewFeedback, NewOutput> {
    Effect<NewFeedback, NewOutput>(node: node.map(feedback: feedback) { output($0).node })
  }
}

extension Effect where Output == Never {
  /// The same effect in the words of another feature, which may have outputs.
  ///
  /// - Parameter feedback: Makes the other feature's feedback of each that the effect sends.
  public func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback
  ) -> Effect<NewFeedback, NewOutput> {
    Effect<NewFeedback, NewOutput>(node: node.map(feedback: feedback, output: never))
  }
}

/// What follows from an output that can't be.
private func never<Result>(_ output: Never) -> Result {}

/// What is left to do while the parts of an effect are taken over.
private enum MapStep<Node, NewNode> {
  /// Take a part over.
  case part(Node)

  /// Make a whole of the newest parts that were taken over.
  case whole(of: Int, ([NewNode]) -> NewNode)
}

extension EffectNode {
  /// The same parts in the words of another feature.
  func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback,
    output: (Output) -> EffectNode<NewFeedback, NewOutput>
  ) -> EffectNode<NewFeedback, NewOutput> {
    typealias NewNode = EffectNode<NewFeedback, NewOutput>
    // Parts may nest deeper than the stack is.
    var steps: [MapStep<EffectNode, NewNode>] = [.part(self)]
    var finished: [NewNode] = []
    while let step = steps.popLast() {
      switch step {
      case .whole(let count, let make):
        let parts = Array(finished.suffix(count))
        finished.removeLast(count)
        finished.append(make(parts))
      case .part(let node):
        /// Takes parts over, and makes a whole of them.
        func take(_ parts: [EffectNode], _ make: @escaping ([NewNode]) -> NewNode) {
          steps.append(.whole(of: parts.count, make))
          for part in parts.reversed() { steps.append(.part(part)) }
        }
        switch node {
        case .none: finished.append(.none)
        case .output(let value): finished.append(output(value))
        case .feedback(let value, let description): finished.append(.feedback(feedback(value), description))
        case .run(let work): finished.append(.run(work.map(feedback)))
        case .cancel(let id): finished.append(.cancel(id))
        case .openThrottle(let id, let interval): finished.append(.openThrottle(id, interval))
        case .merge(let parts): take(parts.nodes) { .merge($0) }
        case .concatenate(let parts): take(parts.nodes) { .concatenate($0) }
        case .cancellable(let node, let id, let cancelInFlight):
          take([node]) { .cancellable($0[0], id: id, cancelInFlight: cancelInFlight) }
        case .throttle(let node, let id, let interval, let latest, let site):
          take([node]) { .throttle($0[0], id: id, interval: interval, latest: latest, site: site) }
        case .child(let node, let place):
          // Children may stand within children: each of those around takes over all of this once more.
          var (node, places) = (node, [place])
          while case .child(let inner, let place) = node {
            node = inner
            places.append(place)
          }
          take([node]) { parts in places.reversed().reduce(parts[0]) { .child($0, $1) } }
        case .said(let node): take([node]) { .said($0[0]) }
        case .overriding(let node, let override): take([node]) { .overriding($0[0], override) }
        }
      }
    }
    return finished[0]
  }
}
