extension EffectEngine {
  /// Starts an effect, or adds the steps that start its parts.
  mutating func start(
    _ node: EffectNode,
    at place: EffectPlace,
    _ present: (_ path: [any ChildPlace]) -> Int
  ) {
    guard !isCancelled(at: place) else { return }
    guard !place.isInRemovedChild else { return emitLastOutputs(of: node, place) }
    switch node {
    case .none: break
    case .output(let output): actions.append(.output(output))
    case .feedback(let feedback, let description):
      // The scope stays open until the feedback is reduced, so that a cancellation still reaches it.
      send(EffectMessage(feedback, of: description, at: place))
    case .run(let work): start(work, at: place)
    case .merge(let parts): for node in parts.nodes.reversed() { steps.append(.start(node, place)) }
    case .concatenate(let parts): start(chain: parts.nodes[...], at: place)
    // Also cancels effects that an earlier part of the same merge has started.
    case .cancel(let id): cancel(place.identifier(id), because: place.origin)
    case .cancellable(let node, let id, let cancelInFlight):
      let id = place.identifier(id)
      if cancelInFlight { cancel(id, because: place.origin, sparing: place.scope) }
      steps.append(.start(node, open(id, place)))
    case .throttle(let node, let id, let interval, let latest, let site):
      start(node, throttledBy: Throttle(id: id, interval: interval, latest: latest, site: site), at: place)
    case .openThrottle(let id, let interval): openInterval(id, lasting: interval, at: place)
    case .child(let node, let child): start(node, of: child, within: place, present)
    case .outsideChild(let node): steps.append(.start(node, place.outsideChild))
    case .overriding(let node, let override): steps.append(.start(node, place.overriding(override)))
    }
  }

  /// Opens the scope of an id, and leaves it once all effects in it have started.
  ///
  /// - Parameter child: The child that the id represents, if any.
  /// - Returns: The place within the scope.
  mutating func open(_ id: EffectIdentifier, _ place: EffectPlace, for child: Int? = nil) -> EffectPlace {
    let scope = scopes.open(id, within: place.scope, for: child)
    steps.append(.leaveScope(scope, effect: nil))
    return place.within(scope)
  }

  private mutating func start(_ work: EffectWork, at place: EffectPlace) {
    lastEffect += 1
    effects.add(Effect(work: work, place: place), number: lastEffect)
    enter(group: place.group, effect: lastEffect)
    scopes.enter(place.scope, effect: lastEffect)
    if let chain = place.chain { chains.update(chain) { $0.open += 1 } }
    actions.append(.start(lastEffect, work, place))
  }

  /// Starts the first effect of a chain.
  private mutating func start(chain nodes: ArraySlice<EffectNode>, at place: EffectPlace) {
    lastChain += 1
    chains.add(Chain(rest: nodes, place: place), number: lastChain)
    enter(group: place.group)
    scopes.enter(place.scope)
    if let outer = place.chain { chains.update(outer) { $0.open += 1 } }
    proceed(lastChain)
  }

  /// Starts the next effect of a chain, or ends the chain.
  mutating func proceed(_ number: Int) {
    guard let place = chains[number]?.place else { return }
    let isOpen = !isCancelled(at: place)
    let next = chains.update(number) { chain -> EffectNode? in
      guard isOpen, let next = chain.rest.popFirst() else { return nil }
      chain.open = 1
      return next
    }
    if case let node?? = next {
      // The chain continues at once if the whole effect has started and has no active work.
      steps.append(.leaveChain(number))
      steps.append(.start(node, place.linked(to: number)))
    } else {
      chains.remove(number)
      steps.append(.leaveGroup(place.group))
      steps.append(.leaveScope(place.scope, effect: nil))
      steps.append(.leaveChain(place.chain))
    }
  }
}
