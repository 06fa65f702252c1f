import StoreCore
import StoreDependencies

/// One step in a state space: what a message, or the end of an effect, makes of a situation.
///
/// It follows the rules of the engine, message for message, but keeps everything in values that can be compared. That both do the
/// same is what `SpaceAgreementTests` is for.
struct SpacePass<Feature: Reducer> where Feature.State: Hashable {
  /// An effect of the feature.
  typealias Node = EffectNode<Feature.Feedback, Feature.Output>

  /// A feedback that the feature has sent to itself.
  private struct Pending {
    /// The feedback.
    let feedback: Feature.Feedback

    /// Where it was made.
    let description: EffectDescription

    /// The innermost id around it.
    let scope: SpaceScope?
  }

  /// Where intervals are said to be made, as nobody is told of them.
  private static var intervalSite: CallSite { CallSite() }

  /// What the space is made of.
  private let rules: SpaceRules<Feature>

  /// The number of the step, which no other has.
  private let step: Int

  /// The state.
  private(set) var state: Feature.State

  /// The effects that run, in the order in which they started.
  private(set) var effects: [PendingEffect<Feature>]

  /// What has happened.
  private(set) var events: [SpaceEvent<Feature>] = []

  /// What the feature has sent to itself and not yet reduced.
  private var queue: [Pending] = []

  /// How much of that was reduced already.
  private var reduced = 0

  /// How many effects were started.
  private var startCount = 0

  /// How often each id was cancelled in this step.
  private var cancellations: [EffectIdentifier: Int] = [:]

  /// Scopes that were spared by the last cancellation of their id, and how often that was cancelled by then.
  private var spared: [ObjectIdentifier: Int] = [:]

  /// Begins a step.
  init(_ rules: SpaceRules<Feature>, state: Feature.State, effects: [PendingEffect<Feature>]) {
    self.rules = rules
    self.state = state
    self.effects = effects
    step = rules.nextStep()
    for index in effects.indices { self.effects[index].origin = .unchanged(index) }
  }

  /// Starts what the feature begins with.
  mutating func begin() throws {
    let node = rules.start(from: state)
    try start(node, SpacePlace())
    try catchUp()
  }

  /// Handles an input.
  mutating func send(_ input: Feature.Input) throws {
    try reduce(.input(input))
    try catchUp()
  }

  /// Lets an effect go on.
  mutating func proceed(_ index: Int, choice: Int) throws {
    var effect = effects[index]
    guard effect.kind == .work else { return try end(index) }
    let response = effect.responses[choice]
    guard effect.position < response.feedbacks.count else { return try end(index) }
    let feedback = response.feedbacks[effect.position]
    effect.choice = choice
    effect.position += 1
    effect.origin = .progressed(index)
    var endsNow = false
    if effect.position == response.feedbacks.count {
      switch response.end {
      case .startsOver: (effect.choice, effect.position) = (nil, 0)
      case .ends: endsNow = effect.chain == nil
      case .hangs: break
      }
    }
    effects[index] = effect
    try reduce(.feedback(feedback))
    try catchUp()
    // What it has sent may have cancelled it.
    if endsNow, let place = effects.firstIndex(where: { $0.origin == .progressed(index) }) {
      effects.remove(at: place)
      events.append(.ended(effect.description))
    }
  }

  // MARK: - Messages

  /// Reduces a message, and starts what follows.
  private mutating func reduce(_ message: Message<Feature.Input, Feature.Feedback>) throws {
    let before = state
    let node = try rules.reduce(message, into: &state)
    events.append(.reduced(before, message, state))
    if !effects.isEmpty || reduced < queue.count { try cancelDeparted() }
    try start(node, SpacePlace())
  }

  /// Reduces what the feature has sent to itself.
  private mutating func catchUp() throws {
    // Taking the first out of a long queue, again and again, would take time that grows with its square.
    while reduced < queue.count {
      let next = queue[reduced]
      reduced += 1
      guard !isCancelled(next.scope) else { continue }
      guard reduced <= messageLimit else {
        let last = queue[..<reduced].suffix(4).map { describe($0.feedback) }
        throw SpaceObstacle.circle(last, place: "\(next.description.site)")
      }
      try reduce(.feedback(next.feedback))
    }
    (queue, reduced) = ([], 0)
  }

  /// Cancels what runs, or waits to, for children that have left.
  private mutating func cancelDeparted() throws {
    var departed: [EffectIdentifier] = []
    // A chain of a child may wait for something that is none of the child's, such as what follows from its output.
    let chains = effects.flatMap { sequence(first: $0.chain) { $0?.outer }.map { $0?.place.scope } }
    for scope in effects.map(\.scope) + chains + queue[reduced...].map(\.scope) {
      for scope in sequence(first: scope, next: { $0?.parent }) {
        guard let scope, let way = scope.way, !departed.contains(scope.id), !isThere(way, in: state) else { continue }
        departed.append(scope.id)
      }
    }
    for id in departed { cancel(id) }
  }

  // MARK: - Effects

  /// Starts an effect.
  private mutating func start(_ node: Node, _ place: SpacePlace<Feature>) throws {
    if case .none = node { return }
    guard !isCancelled(place.scope) else { return }
    guard !place.isGone else {
      _ = try sayWords(of: node, place)
      return
    }
    switch node {
    case .none: break
    case .output(let output): events.append(.output(output))
    case .feedback(let feedback, let description):
      queue.append(Pending(feedback: feedback, description: description, scope: place.scope))
    case .run(let work): try run(work.description, place)
    case .merge(let nodes): for node in nodes { try start(node, place) }
    case .concatenate(let nodes): try proceed(nodes[...], place)
    case .cancel(let id): cancel(place.identifier(id))
    case .cancellable(let node, let id, let cancelInFlight):
      let id = place.identifier(id)
      if cancelInFlight { cancel(id, sparing: place.scope) }
      try start(node, within(place, id))
    case .throttle(let node, let id, let interval, let latest, let site):
      try throttle(node, id, interval, latest: latest, site, place)
    case .openThrottle(let id, let interval):
      let id = place.identifier(id)
      effects.removeAll { $0.kind == .interval(id) }
      guard interval > .zero else { return }
      guard case .run(let work) = Node.delay(interval, name: "interval", site: Self.intervalSite) else { return }
      let scope = childScope(of: place.scope)
      effects.append(PendingEffect(.interval(id), work.description, scope: scope, chain: nil, origin: .opened))
    case .child(let node, let child): try start(node, at: child, place)
    case .said(let node): try start(node, outside(place))
    case .overriding(let node, _): try start(node, place)
    }
  }

  /// Starts work.
  private mutating func run(_ description: EffectDescription, _ place: SpacePlace<Feature>) throws {
    events.append(.started(description))
    let isWait = description.kind == .delay
    let responses = isWait ? [] : try rules.responses(to: description)
    effects.append(
      PendingEffect(
        isWait ? .wait : .work,
        description,
        scope: place.scope,
        chain: place.chain,
        responses: responses,
        origin: .started(startCount)
      )
    )
    startCount += 1
  }

  /// Starts the first of several effects, and those behind it as far as they end at once.
  private mutating func proceed(_ nodes: ArraySlice<Node>, _ place: SpacePlace<Feature>) throws {
    var rest = nodes
    while !isCancelled(place.scope), let first = rest.popFirst() {
      // Nobody waits for the last one, but whoever waits for the whole chain.
      guard !rest.isEmpty else { return try start(first, place) }
      var inner = place
      let chain = SpaceChain(rest, place)
      inner.chain = chain
      try start(first, inner)
      guard !isHeld(chain) else { return }
    }
  }

  /// Starts a throttled effect now, at the end of its interval, or never.
  private mutating func throttle(
    _ node: Node,
    _ id: EffectIdentifier,
    _ interval: Duration,
    latest: Bool,
    _ site: CallSite,
    _ place: SpacePlace<Feature>
  ) throws {
    let waiting = EffectIdentifier(ThrottleTable.Waiting(id: id))
    let open = effects.contains { $0.kind == .interval(place.identifier(id)) }
    if !open {
      cancel(place.identifier(waiting))
      try start(.openThrottle(id, interval), place)
      try start(.cancellable(node, id: id, cancelInFlight: false), place)
    } else if latest {
      let late = Node.concatenate([.delay(interval, name: "throttle", site: site), .openThrottle(id, interval), node])
      try start(
        .cancellable(.cancellable(late, id: waiting, cancelInFlight: true), id: id, cancelInFlight: false),
        place
      )
    }
  }

  /// Ends an effect, and goes on with what waited for that.
  private mutating func end(_ index: Int) throws {
    let effect = effects.remove(at: index)
    if effect.isShown { events.append(.ended(effect.description)) }
    try leave(effect.chain)
    try catchUp()
  }

  /// Goes on with chains for whose end nothing runs any more, from the innermost outwards.
  private mutating func leave(_ chain: SpaceChain<Feature>?) throws {
    var next = chain
    while let chain = next, !isHeld(chain) {
      try proceed(chain.rest, chain.place)
      next = chain.outer
    }
  }

  /// Whether anything still runs for whose end a chain waits.
  private func isHeld(_ chain: SpaceChain<Feature>) -> Bool {
    effects.contains { effect in sequence(first: effect.chain) { $0?.outer }.contains { $0 === chain } }
  }

  // MARK: - Ids

  /// Whether nothing more may start in a scope.
  private func isCancelled(_ scope: SpaceScope?) -> Bool {
    guard let scope, !cancellations.isEmpty else { return false }
    let known = spared[ObjectIdentifier(scope)] ?? (scope.step == step ? scope.cancellations : 0)
    return known < cancellations[scope.id, default: 0] || isCancelled(scope.parent)
  }

  /// Cancels what runs under an id.
  private mutating func cancel(_ id: EffectIdentifier, sparing inner: SpaceScope? = nil) {
    let number = cancellations[id, default: 0] + 1
    cancellations[id] = number
    for scope in sequence(first: inner, next: { $0?.parent }) {
      if let scope, scope.id == id { spared[ObjectIdentifier(scope)] = number }
    }
    var pruned: [ObjectIdentifier: SpaceChain<Feature>?] = [:]
    effects = effects.compactMap { effect in
      let isCancelled = effect.scope?.isWithin(id) ?? false
      let chain = open(effect.chain, &pruned)
      guard isCancelled || chain !== effect.chain else { return effect }
      if isCancelled, effect.isShown { events.append(.cancelled(effect.description)) }
      if !isCancelled { return effect.waited(for: chain) }
      // Cancelled work takes its time to end, and a chain outside of what was cancelled waits for that.
      return chain.map { effect.cancelled(waitedFor: $0) }
    }
  }

  /// A chain, and those around it, without those that were cancelled.
  private func open(
    _ chain: SpaceChain<Feature>?,
    _ pruned: inout [ObjectIdentifier: SpaceChain<Feature>?]
  ) -> SpaceChain<Feature>? {
    guard let chain else { return nil }
    if let known = pruned[ObjectIdentifier(chain)] { return known }
    let outer = open(chain.outer, &pruned)
    var result: SpaceChain<Feature>? = chain
    if isCancelled(chain.place.scope) {
      result = outer
    } else if outer !== chain.outer {
      var place = chain.place
      place.chain = outer
      result = SpaceChain(chain.rest, place)
    }
    pruned[ObjectIdentifier(chain)] = .some(result)
    return result
  }

  /// The same place within an id.
  private func within(
    _ place: SpacePlace<Feature>,
    _ id: EffectIdentifier,
    way: [any ChildPlace]? = nil
  ) -> SpacePlace<Feature> {
    var inner = place
    inner.scope = SpaceScope(
      id,
      parent: place.scope,
      way: way,
      cancellations: cancellations[id, default: 0],
      step: step
    )
    return inner
  }

  // MARK: - Children

  /// Starts an effect of a child, if the child is there.
  private mutating func start(_ node: Node, at child: any ChildPlace, _ place: SpacePlace<Feature>) throws {
    let way = place.children.map(\.place) + [child]
    var inner = place
    inner.children.append((child, place.scope))
    inner.isGone = !isThere(way, in: state)
    guard !inner.isGone, let id = childIdentifier(way) else { return try start(node, inner) }
    try start(node, within(inner, id, way: way))
  }

  /// The place just outside of the innermost child.
  private func outside(_ place: SpacePlace<Feature>) -> SpacePlace<Feature> {
    var outer = place
    guard let child = outer.children.popLast() else { return place }
    outer.scope = child.outerScope
    outer.isGone = !outer.children.isEmpty && !isThere(outer.children.map(\.place), in: state)
    return outer
  }

  /// The scopes of the children alone: an interval outlives what it was opened for, but not the child.
  private func childScope(of scope: SpaceScope?) -> SpaceScope? {
    guard let scope else { return nil }
    let outer = childScope(of: scope.parent)
    guard let way = scope.way else { return outer }
    return SpaceScope(scope.id, parent: outer, way: way, cancellations: scope.cancellations, step: scope.step)
  }

  /// Passes on the outputs with which an effect begins whose child is not there any more.
  ///
  /// - Returns: Whether the effect consists of nothing else.
  private mutating func sayWords(of node: Node, _ place: SpacePlace<Feature>) throws -> Bool {
    switch node {
    case .none, .cancel, .openThrottle, .output: return true
    case .run, .feedback, .throttle: return false
    case .said(let node):
      try start(node, outside(place))
      return true
    case .merge(let nodes):
      var isAll = true
      for node in nodes where try !sayWords(of: node, place) { isAll = false }
      return isAll
    case .concatenate(let nodes):
      for node in nodes where try !sayWords(of: node, place) { return false }
      return true
    case .cancellable(let node, _, _), .overriding(let node, _): return try sayWords(of: node, place)
    case .child(let node, let child):
      var inner = place
      inner.children.append((child, place.scope))
      inner.isGone = true
      return try sayWords(of: node, inner)
    }
  }
}
