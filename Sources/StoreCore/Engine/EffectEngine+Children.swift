extension EffectEngine {
  /// Starts an effect of a child, and of directly nested children, if all of them are present.
  ///
  /// Performance: all places are looked up in the state at once. Looking up each place from the outermost takes
  /// quadratic time.
  mutating func start(
    _ node: EffectNode,
    of place: any ChildPlace,
    within around: EffectPlace,
    _ present: (_ path: [any ChildPlace]) -> Int
  ) {
    var (node, around, places) = (node, around, [place])
    while case .child(let inner, let place) = node {
      node = inner
      places.append(place)
    }
    let path = children.path(to: around.context?.child?.number)
    let count = present(path + places) - path.count
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

  /// Cancels the effects of children that a message removed.
  mutating func cancelEffectsOfRemovedChildren<State>(from state: State, because origin: EffectOrigin) {
    for child in children.removed(from: state) {
      if let id = children.id(of: child) { cancel(id, because: origin) }
      for gone in children.remove(child) {
        for interval in intervals.remove(of: gone) { actions.append(.closeInterval(interval)) }
      }
    }
  }

  /// Emits the outputs of a removed child that need no further work.
  mutating func emitLastOutputs(of node: EffectNode, _ place: EffectPlace) {
    for (node, place) in LastOutputs(node, place).found.reversed() { steps.append(.start(node, place)) }
  }
}

/// A search for the outputs of a removed child that don't depend on any work.
private struct LastOutputs {
  /// A pending step of the search.
  private enum Step {
    case visit(EffectNode, EffectPlace)

    /// Search the rest of a chain, if the last visited effect has only such outputs.
    case chain(ArraySlice<EffectNode>, EffectPlace)

    /// Search the rest of a merge, and remember whether the visited effects have only such outputs.
    case merge(ArraySlice<EffectNode>, hasPassed: Bool, EffectPlace)
  }

  /// The parent's reactions to the outputs, in order.
  private(set) var found: [(node: EffectNode, place: EffectPlace)] = []

  private var steps: [Step] = []

  /// Whether the last visited effect has only such outputs, so that a chain continues after it.
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

  /// Visits an effect, or adds steps that visit its parts.
  private mutating func visit(_ node: EffectNode, _ place: EffectPlace) {
    switch node {
    // Each visit begins with `passes`. The effect of a child can't contain an output of the store's own feature.
    case .none, .cancel, .openThrottle, .output: break
    case .run, .feedback, .throttle: passes = false
    case .outsideChild(let node): found.append((node, place.outsideChild))
    case .merge(let parts): steps.append(.merge(parts.nodes[...], hasPassed: true, place))
    case .concatenate(let parts): steps.append(.chain(parts.nodes[...], place))
    case .cancellable(let node, _, _): steps.append(.visit(node, place))
    case .overriding(let node, let override): steps.append(.visit(node, place.overriding(override)))
    case .child(let node, _): steps.append(.visit(node, place.inside(nil)))
    }
  }
}
