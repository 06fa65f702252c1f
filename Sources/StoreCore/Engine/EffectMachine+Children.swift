extension EffectMachine {
  /// Starts an effect of a child, and of those that stand directly within it, as far as they are there.
  ///
  /// They are looked for in the state all at once: to look for each of them from the outermost on would take time that grows
  /// with the square of their number.
  mutating func start(
    _ node: EffectNode,
    at place: any ChildPlace,
    _ around: EffectPlace,
    _ present: (_ way: [any ChildPlace]) -> Int
  ) {
    var (node, around, places) = (node, around, [place])
    while case .child(let inner, let place) = node {
      node = inner
      places.append(place)
    }
    let way = children.way(to: around.context?.child?.number)
    let count = present(way + places) - way.count
    for (index, place) in places.enumerated() {
      if index < count {
        let child = children.child(at: place, within: around.context?.child?.number)
        around = open(child.id, around.inside(child), for: child.number)
      } else {
        around = around.inside(nil)
      }
    }
    steps.append(.start(node, around))
  }

  /// Cancels what runs for children that have left with a message.
  mutating func cancelDeparted<State>(from state: State, because origin: EffectOrigin) {
    for child in children.departed(from: state) {
      if let id = children.id(of: child) { cancel(id, because: origin) }
      for gone in children.remove(child) {
        for interval in intervals.remove(of: gone) { actions.append(.closeInterval(interval)) }
      }
    }
  }

  /// Passes on what a child that is not there any more still has to say: the outputs for which nothing has to run first.
  mutating func emitLastOutputs(of node: EffectNode, _ place: EffectPlace) {
    for (node, place) in LastOutputs(node, place).found.reversed() { steps.append(.start(node, place)) }
  }
}

/// The outputs of a child that is not there any more for which nothing has to run first.
private struct LastOutputs {
  /// What is left to do.
  private enum Step {
    case visit(EffectNode, EffectPlace)

    /// Look into the rest of a chain, if what was visited last consists of nothing else.
    case chain(ArraySlice<EffectNode>, EffectPlace)

    /// Look into the rest of a merge, of which the first ones may consist of nothing else.
    case merge(ArraySlice<EffectNode>, hasPassed: Bool, EffectPlace)
  }

  /// What the parent does because of them, in order.
  private(set) var found: [(node: EffectNode, place: EffectPlace)] = []

  private var steps: [Step] = []

  /// Whether what was visited last consists of nothing else, so that the next one of a chain is reached.
  private var passes = true

  init(_ node: EffectNode, _ place: EffectPlace) {
    steps = [.visit(node, place)]
    while let step = steps.popLast() {
      switch step {
      case .visit(let node, let place): visit(node, place)
      case .chain(let rest, let place):
        guard passes, let next = rest.first else { break }
        steps += [.chain(rest.dropFirst(), place), .visit(next, place)]
      case .merge(let rest, let hasPassed, let place):
        passes = passes && hasPassed
        guard let next = rest.first else { break }
        steps += [.merge(rest.dropFirst(), hasPassed: passes, place), .visit(next, place)]
        passes = true
      }
    }
  }

  /// Looks into an effect, or adds the steps that do it.
  private mutating func visit(_ node: EffectNode, _ place: EffectPlace) {
    switch node {
    // An output of the store's own feature can't stand among the effects of a child.
    case .none, .cancel, .openThrottle, .output: passes = true
    case .run, .feedback, .throttle: passes = false
    case .outsideChild(let node):
      found.append((node, place.outsideChild))
      passes = true
    case .merge(let parts): steps.append(.merge(parts.nodes[...], hasPassed: true, place))
    case .concatenate(let parts): steps.append(.chain(parts.nodes[...], place))
    case .cancellable(let node, _, _): steps.append(.visit(node, place))
    case .overriding(let node, let override): steps.append(.visit(node, place.overriding(override)))
    case .child(let node, _): steps.append(.visit(node, place.inside(nil)))
    }
  }
}
