import StoreDependencies

extension EffectEngine {
  /// Enters a child, and those that stand directly within it, as far as they are there.
  ///
  /// They are looked for in the state all at once: to look for each of them from the outermost on would take time that grows
  /// with the square of their number.
  ///
  /// - Returns: The effect of the innermost child that was entered, and its place.
  func enter(
    _ place: any ChildPlace,
    _ node: Node,
    _ context: EffectContext,
    _ steps: inout [Step]
  ) -> (node: Node, context: EffectContext) {
    var (node, context, places) = (node, context, [place])
    while case .child(let inner, let place) = node {
      node = inner
      places.append(place)
    }
    let present = children.count(of: places, within: context.surroundings?.child, in: state)
    for (index, place) in places.enumerated() {
      let child = children.child(at: place, within: context.surroundings?.child)
      if index < present {
        let group = groups.make(child.id)
        group.child = child
        context = open(group, context.inside(child), &steps)
      } else {
        child.leave()
        context = context.inside(child, isGone: true)
      }
    }
    return (node, context)
  }

  /// Cancels what runs for children that have left with a message.
  func cancelDeparted(because message: FeatureMessage) {
    for child in children.departed(from: state) {
      if let group = groups.find(child.id) { cancel(group, by: MessageCause(message)) }
      forgetThrottles(of: child)
      child.leave()
    }
  }

  /// Passes on what a child that is not there any more still has to say: the outputs for which nothing has to run first.
  func emitLastOutputs(of node: Node, _ context: EffectContext) {
    var steps: [LastOutputStep] = [.visit(node, context)]
    // Whether what was visited last consists of nothing else, so that the next one of a chain is reached.
    var passes = true
    while let step = steps.popLast() {
      switch step {
      case .visit(let node, let context): passes = visit(node, context, &steps) ?? passes
      case .chain(let rest, let context):
        guard passes, let next = rest.first else { break }
        steps += [.chain(rest.dropFirst(), context), .visit(next, context)]
      case .merge(let rest, let hasPassed, let context):
        let hasPassed = hasPassed && passes
        passes = hasPassed
        guard let next = rest.first else { break }
        passes = true
        steps += [.merge(rest.dropFirst(), hasPassed: hasPassed, context), .visit(next, context)]
      case .leave(let child): child.leave()
      }
    }
  }

  /// Passes on an output, or adds the steps that find those within an effect.
  ///
  /// - Returns: Whether the effect consists of nothing else; nil if its steps tell.
  private func visit(_ node: Node, _ context: EffectContext, _ steps: inout [LastOutputStep]) -> Bool? {
    switch node {
    case .none, .cancel, .openThrottle: return true
    case .run, .feedback, .throttle: return false
    case .output:
      // An output of the store's own feature can't stand among the effects of a child.
      return true
    case .said(let node):
      start(node, context.outsideChild)
      return true
    case .merge(let parts): steps.append(.merge(parts[...], hasPassed: true, context))
    case .concatenate(let parts): steps.append(.chain(parts[...], context))
    case .cancellable(let node, _, _): steps.append(.visit(node, context))
    case .overriding(let node, let override): steps.append(.visit(node, context.overriding(override)))
    case .child(let node, let place):
      let child = children.child(at: place, within: context.surroundings?.child)
      steps += [.leave(child), .visit(node, context.inside(child, isGone: true))]
    }
    return nil
  }

  /// What is left to do while the last outputs of a child are looked for.
  private enum LastOutputStep {
    /// Look into an effect.
    case visit(Node, EffectContext)

    /// Look into the rest of a chain, if what was visited last consists of nothing else.
    case chain(ArraySlice<Node>, EffectContext)

    /// Look into the rest of a merge, of which the first ones may consist of nothing else.
    case merge(ArraySlice<Node>, hasPassed: Bool, EffectContext)

    /// Forget a child.
    case leave(LiveChild)
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
