import StoreDependencies

extension EffectEngine {
  /// Starts an effect of a child, if the child is there.
  func start(
    _ node: EffectNode<Feature.Feedback, Feature.Output>,
    at place: any ChildPlace,
    _ context: EffectContext
  ) {
    let child = children.child(at: place, within: context.surroundings?.child)
    if children.isThere(child, in: state) {
      let group = groups.make(child.id)
      group.child = child
      start(node, in: group, context.inside(child))
    } else {
      child.leave()
      start(node, context.inside(child, isGone: true))
    }
  }

  /// Cancels what runs for children that have left with a message.
  func cancelDeparted(because message: FeatureMessage) {
    for child in children.departed(from: state) {
      if let group = groups.find(child.id) { cancel(group, by: MessageCause(message)) }
      forgetThrottles(of: child)
      child.leave()
    }
  }

  /// Passes on what a child that is not there any more still has to say: outputs for which nothing has to run first.
  func sayLastWords(_ node: EffectNode<Feature.Feedback, Feature.Output>, _ context: EffectContext) {
    _ = sayWords(of: node, context)
  }

  /// Passes on the outputs with which an effect begins.
  ///
  /// - Returns: Whether the effect consists of nothing else.
  private func sayWords(of node: EffectNode<Feature.Feedback, Feature.Output>, _ context: EffectContext) -> Bool {
    switch node {
    case .none, .cancel, .openThrottle: return true
    case .run, .feedback, .throttle: return false
    case .output:
      // An output of the store's own feature can't stand among the effects of a child.
      return true
    case .said(let node):
      start(node, context.outsideChild)
      return true
    case .merge(let nodes): return nodes.map { sayWords(of: $0, context) }.allSatisfy(\.self)
    case .concatenate(let nodes): return nodes.allSatisfy { sayWords(of: $0, context) }
    case .cancellable(let node, _, _): return sayWords(of: node, context)
    case .overriding(let node, let override): return sayWords(of: node, context.overriding(override))
    case .child(let node, let place):
      let child = children.child(at: place, within: context.surroundings?.child)
      defer { child.leave() }
      return sayWords(of: node, context.inside(child, isGone: true))
    }
  }
}

extension EffectIdentifier {
  /// Whether a child, or one within it, has given the id.
  func isWithin(_ child: LiveChild) -> Bool {
    guard let identifier = base as? ChildIdentifier else { return false }
    var next: EffectIdentifier? = identifier.child
    while let id = next {
      if id == child.id { return true }
      next = (id.base as? ChildPath)?.parent
    }
    return false
  }
}
