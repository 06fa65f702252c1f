import StoreCore
import StoreDependencies
import StoreTesting

/// A transition of a state space: the result of a message, or of the end of an effect, in a situation.
///
/// It owns an engine, like a store, but only records the engine's actions. It creates no tasks, and takes responses
/// from their declaration.
struct SpaceTransition<Feature: Reducer> where Feature.State: Hashable {
  /// The shared group of all effects, because the space doesn't await or cancel groups.
  private static var group: Int { 1 }

  private let rules: SpaceRules<Feature>
  private var state: Feature.State
  private var engine: EffectEngine

  /// The pending effects, in the order in which they started.
  private var effects: [PendingEffect<Feature>]

  private(set) var events: [SpaceEvent<Feature>] = []

  init(_ rules: SpaceRules<Feature>, from node: SpaceNode<Feature>) {
    self.rules = rules
    state = node.state
    engine = node.engine
    effects = node.effects
    for index in effects.indices { effects[index].origin = index }
  }

  /// The situation after the step.
  var node: SpaceNode<Feature> { SpaceNode(state: state, effects: effects, engine: engine) }

  mutating func begin() throws(SpaceError) {
    follow(rules.start(from: state))
    try work()
  }

  mutating func send(_ input: Feature.Input) throws(SpaceError) {
    engine.send(EffectMessage(.input(input), from: .outside, group: Self.group))
    try work()
  }

  mutating func proceed(_ index: Int, choice: Int) throws(SpaceError) {
    let effect = effects[index]
    switch effect.kind {
    case .interval:
      effects.remove(at: index)
      engine.measured(interval: effect.number, .zero)
    case .work where effect.position < effect.responses[choice].feedbacks.count: return try answer(index, choice)
    case .work, .wait, .ending: engine.end(effect.number)
    }
    try work()
  }

  /// Sends the next feedback of an effect.
  private mutating func answer(_ index: Int, _ choice: Int) throws(SpaceError) {
    let effect = effects[index]
    let response = effect.responses[choice]
    effects[index].choice = choice
    effects[index].position += 1
    effects[index].origin = nil
    var endsNow = false
    if effect.position + 1 == response.feedbacks.count {
      switch response.end {
      case .repeats: (effects[index].choice, effects[index].position) = (nil, 0)
      case .ends: endsNow = effect.chains.isEmpty
      case .neverCompletes: break
      }
    }
    let sender = EffectMessage.Sender.effect(effect.number, nil)
    let feedback = response.feedbacks[effect.position]
    engine.send(EffectMessage(.feedback(feedback), from: sender, group: Self.group))
    try work()
    guard endsNow else { return }
    // The engine ignores the end of an effect that the feedback has cancelled, because no chain waited for it.
    engine.end(effect.number)
    try work()
  }

  // MARK: - Actions

  /// Performs the engine's actions until none are left.
  private mutating func work() throws(SpaceError) {
    repeat {
      while let action = engine.next(in: state) { try perform(action) }
    } while endUnawaited()
    // A cancellation may have changed what follows work that is ending.
    for index in effects.indices where effects[index].kind == .ending {
      effects[index] = effects[index].ending(in: engine)
    }
  }

  private mutating func perform(_ action: EffectAction) throws(SpaceError) {
    switch action {
    case .reduce(let message): try reduce(message.content.restored(), by: description(of: message.sender))
    case .output(let output): events.append(.output(output))
    case .start(let number, let work, _):
      events.append(.started(work.description))
      try start(number, work.description)
    case .cancel(let number, _):
      guard let index = effects.firstIndex(where: { $0.isEffect(number) }) else { return }
      events.append(.cancelled(effects[index].description))
      effects[index] = effects[index].ending(in: engine)
    case .end(let number, _):
      guard let index = effects.firstIndex(where: { $0.isEffect(number) }) else { return }
      let effect = effects.remove(at: index)
      if effect.isShown { events.append(.ended(effect.description)) }
    case .openInterval(let number, let duration, _): open(interval: number, duration)
    case .closeInterval(let number): effects.removeAll { $0.isInterval(number) }
    case .measureInterval(let number):
      // An interval may end at any time, in a separate step.
      let interval = effects.first { $0.isInterval(number) }
      engine.measured(interval: number, interval?.description.delay ?? .zero)
    case .breakLoop(let message): throw endlessLoop(message)
    case .drop, .finish: break
    }
  }

  /// Reduces a message, and starts the effect that follows.
  private mutating func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectDescription?
  ) throws(SpaceError) {
    let before = state
    let node = try rules.reduce(message, into: &state)
    events.append(.reduced(SpaceReduction(before: before, message: message, after: state, sender: sender)))
    follow(node)
  }

  /// Returns the description of the effect that sends a message; nil for an input.
  private func description(of sender: EffectMessage.Sender) -> EffectDescription? {
    guard case .effect(let number, _) = sender else { return sender.description }
    return effects.first { $0.isEffect(number) }?.description
  }

  /// Passes the effect of a reducer to the engine.
  private mutating func follow(_ node: EffectNode) {
    engine.follow(node, in: Self.group, from: rules.origin, state: state)
  }

  private mutating func start(_ number: Int, _ description: EffectDescription) throws(SpaceError) {
    let isWait = description.kind == .delay
    var effect = PendingEffect<Feature>(isWait ? .wait : .work, number: number, description, in: engine)
    if !isWait { effect.responses = try rules.responses(to: effect.running) }
    effects.append(effect)
  }

  /// Records the interval of a throttled id.
  private mutating func open(interval number: Int, _ duration: Duration) {
    guard let id = engine.identifier(ofInterval: number) else { return }
    let description = EffectDescription(
      kind: .delay,
      name: "interval",
      payload: nil,
      site: CallSite(),
      delay: duration
    )
    effects.append(PendingEffect(.interval(id), number: number, description, in: engine))
  }

  /// Ends cancelled work that no chain waits for, because its duration doesn't matter.
  ///
  /// - Returns: Whether any work ended.
  private mutating func endUnawaited() -> Bool {
    guard effects.contains(where: { $0.kind == .ending }) else { return false }
    let unawaited = effects.filter { $0.kind == .ending && engine.waitingChains(for: $0.number).isEmpty }
    for effect in unawaited { engine.end(effect.number) }
    return !unawaited.isEmpty
  }

  /// Returns the error of a feature that sends itself feedback in an endless loop.
  private func endlessLoop(_ last: EffectMessage) -> SpaceError {
    let feedbacks = events.suffix(3).compactMap { event in
      if case .reduced(let reduction) = event, case .feedback(let feedback) = reduction.message {
        describe(feedback)
      } else {
        nil
      }
    }
    let newest: [String] = if case .feedback(let feedback) = last.content { [describe(feedback as Any)] } else { [] }
    return .endlessLoop(feedbacks + newest, place: last.sender.description.map { "\($0.site)" } ?? "")
  }
}
