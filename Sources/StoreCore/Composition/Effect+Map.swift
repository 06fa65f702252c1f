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

extension EffectNode {
  /// The same parts in the words of another feature.
  func map<NewFeedback: Sendable, NewOutput: Sendable>(
    feedback: @escaping @Sendable (Feedback) -> NewFeedback,
    output: (Output) -> EffectNode<NewFeedback, NewOutput>
  ) -> EffectNode<NewFeedback, NewOutput> {
    switch self {
    case .none: .none
    case .output(let value): output(value)
    case .feedback(let value, let description): .feedback(feedback(value), description)
    case .run(let work): .run(work.map(feedback))
    case .merge(let nodes): .merge(nodes.map { $0.map(feedback: feedback, output: output) })
    case .concatenate(let nodes): .concatenate(nodes.map { $0.map(feedback: feedback, output: output) })
    case .cancel(let id): .cancel(id)
    case .cancellable(let node, let id, let cancelInFlight):
      .cancellable(node.map(feedback: feedback, output: output), id: id, cancelInFlight: cancelInFlight)
    case .throttle(let node, let id, let interval, let latest, let site):
      .throttle(
        node.map(feedback: feedback, output: output),
        id: id,
        interval: interval,
        latest: latest,
        site: site
      )
    case .openThrottle(let id, let interval): .openThrottle(id, interval)
    case .child(let node, let place): .child(node.map(feedback: feedback, output: output), place)
    case .said(let node): .said(node.map(feedback: feedback, output: output))
    case .overriding(let node, let override): .overriding(node.map(feedback: feedback, output: output), override)
    }
  }
}

extension EffectWork {
  /// The same work with another feature to send its feedback to.
  fileprivate func map<NewFeedback: Sendable>(
    _ feedback: @escaping @Sendable (Feedback) -> NewFeedback
  ) -> EffectWork<NewFeedback> {
    let operation = operation
    var newHandler: (@Sendable (any Error, Send<NewFeedback>) async -> Void)?
    if let handler {
      newHandler = { error, send in await handler(error, send.pullback(feedback)) }
    }
    return EffectWork<NewFeedback>(
      description: description,
      priority: priority,
      operation: { send in try await operation(send.pullback(feedback)) },
      handler: newHandler
    )
  }
}
