import StoreDependencies

/// The active and waiting effects of a feature: a state machine that determines the next action.
///
/// Its inputs are events: a message was reduced, an effect has ended, an effect is cancelled, an interval is over. Its
/// outputs are the actions of ``next(_:)``, which the owner performs one by one. Within one message, the message is
/// reduced first. Then the effects of removed children are cancelled. Then outputs are emitted and effects
/// start, in the order of the returned effect. Messages that arrive meanwhile wait for their turn.
///
/// It is independent of tasks, clocks, threads and the feature's types. It is a value, so a copy continues on its own.
package struct EffectEngine {
  /// An effect from its start until it has ended and all its messages are handled.
  struct Effect {
    let work: EffectWork
    let place: EffectPlace

    /// Whether the messages that it sends are dropped.
    var isCancelled = false

    /// Whether its operation has returned.
    var hasEnded = false

    var messages = 0
  }

  /// Several effects, each of which starts when all work of the one before it has ended.
  package struct Chain {
    /// The effects that have not started.
    package internal(set) var rest: ArraySlice<EffectNode>

    package let place: EffectPlace

    /// The number of active items that the next effect waits for.
    var open = 0
  }

  /// All work that follows from one input, while any of it is active.
  private struct Group {
    /// The number of active items.
    var open = 1

    var effects = NumberedValues<Void>()
    var isCancelled = false
  }

  /// A pending step of the current message.
  ///
  /// A loop over a list of steps replaces recursion, as effects may nest deeper than the stack allows.
  enum Step {
    case start(EffectNode, EffectPlace)

    /// Start a throttled effect, depending on its current interval. Performance: it is rare and large.
    indirect case throttle(EffectNode, Throttle, EffectPlace)

    /// Leave a scope, because an effect in it has ended or all effects in it have started.
    case leaveScope(Int?, effect: Int?)

    /// Continue a chain, because an item of its current effect has ended or the whole effect has started.
    case leaveChain(Int?)

    case leaveGroup(Int)
  }

  /// The default of ``messageLimit``.
  package static let defaultMessageLimit = 100_000

  /// The number of messages that a feature may send to itself in a row before that counts as an endless loop.
  package var messageLimit: Int

  /// The effects by number, counted from 1 in the order in which they start.
  var effects = NumberedValues<Effect>()

  /// The scopes of ids under which effects run or wait.
  var scopes = CancellationScopes()

  /// The chains that have not ended.
  var chains = NumberedValues<Chain>()

  var children = ActiveChildren()
  var intervals = ThrottleIntervals()

  /// The groups with active items.
  private var groups = NumberedValues<Group>()

  private var messages = Queue<EffectMessage>()

  /// The number of messages that the feature has sent to itself since the engine was last idle.
  private var streak = 0

  /// Whether the current endless loop of messages was reported.
  private var hasReportedLoop = false

  /// The pending steps of the current message, the newest last.
  var steps: [Step] = []

  /// The actions that ``next(_:)`` has not yet returned.
  var actions = Queue<EffectAction>()

  /// The number of the newest effect.
  var lastEffect = 0

  /// The number of the newest chain.
  var lastChain = 0

  package init(messageLimit: Int = Self.defaultMessageLimit) {
    self.messageLimit = messageLimit
  }

  /// Whether the engine tracks no children.
  var hasNoChildren: Bool { children.isEmpty }

  /// Returns the place of an effect; nil once the effect has ended and all its messages are handled.
  package func place(of effect: Int) -> EffectPlace? { effects[effect]?.place }

  /// Returns the ids under which effects at a place can be cancelled, from the innermost outwards.
  package func identifiers(around place: EffectPlace) -> [EffectIdentifier] { scopes.identifiers(of: place.scope) }

  /// Returns the ids under which an effect can be cancelled, from the innermost outwards.
  package func identifiers(of effect: Int) -> [EffectIdentifier] { place(of: effect).map(identifiers(around:)) ?? [] }

  /// Whether no further effect starts at a place.
  package func isCancelled(at place: EffectPlace) -> Bool {
    isCancelled(group: place.group) || scopes.isCancelled(place.scope)
  }

  /// Returns a chain; nil if it has ended.
  package func chain(_ number: Int) -> Chain? { chains[number] }

  /// Returns the id of an interval; nil if the interval is over.
  package func identifier(ofInterval number: Int) -> EffectIdentifier? { intervals.identifier(of: number) }

  /// Returns the next action for a feature in a state; nil until the next event.
  package mutating func next<State>(in state: State) -> EffectAction? { next { count(of: $0, in: state) } }

  /// Returns the next action; nil until the next event.
  ///
  /// - Parameter present: Returns the number of present places on a path into the state.
  package mutating func next(_ present: (_ path: [any ChildPlace]) -> Int) -> EffectAction? {
    while true {
      if let action = actions.popFirst() { return action }
      if let step = steps.popLast() {
        take(step, present)
      } else if let message = messages.popFirst() {
        take(message)
      } else {
        (streak, hasReportedLoop) = (0, false)
        return nil
      }
    }
  }

  private mutating func take(_ step: Step, _ present: (_ path: [any ChildPlace]) -> Int) {
    switch step {
    case .start(let node, let place): start(node, at: place, present)
    case .throttle(let node, let throttle, let place): start(node, throttledBy: throttle, at: place)
    case .leaveScope(let scope, let effect):
      for child in scopes.leave(scope, effect: effect) { children.removeIfIdle(child) }
    case .leaveChain(let chain):
      guard let chain else { return }
      let mayContinue = chains.update(chain) { chain in
        chain.open -= 1
        return chain.open == 0
      }
      if mayContinue ?? false { proceed(chain) }
    case .leaveGroup(let group): leave(group: group)
    }
  }
}

// MARK: - Messages

extension EffectEngine {
  /// Adds a message, which the engine handles after the earlier ones.
  package mutating func send(_ message: EffectMessage) {
    enter(group: message.group)
    if case .effect(let number, _) = message.sender { effects.update(number) { $0.messages += 1 } }
    scopes.enter(message.scope)
    messages.append(message)
  }

  /// Decides how to handle the next message.
  private mutating func take(_ message: EffectMessage) {
    if message.sentByItself { streak += 1 }
    steps.append(.leaveGroup(message.group))
    if message.scope != nil { steps.append(.leaveScope(message.scope, effect: nil)) }
    if isCancelled(message) {
      actions.append(.drop(message))
    } else if message.sentByItself, streak > messageLimit {
      // Messages after the first belong to the same loop, so only the first is reported.
      if !hasReportedLoop { actions.append(.breakLoop(message)) }
      hasReportedLoop = true
    } else {
      actions.append(.reduce(message))
    }
    if case .effect(let number, _) = message.sender { forgetMessage(of: number) }
  }

  /// Whether a message is cancelled, with its effect, its scope or its group.
  private func isCancelled(_ message: EffectMessage) -> Bool {
    switch message.sender {
    case .outside: false
    case .itself: isCancelled(group: message.group) || scopes.isCancelled(message.scope)
    case .effect(let number, _): effects[number]?.isCancelled ?? false || isCancelled(group: message.group)
    }
  }

  /// Removes a waiting message of an effect. Removes the effect too if it has ended and this was its last message.
  private mutating func forgetMessage(of number: Int) {
    let isOver = effects.update(number) { effect in
      effect.messages -= 1
      return effect.hasEnded && effect.messages == 0
    }
    if isOver ?? false { effects.remove(number) }
  }

  /// Starts the effect of a reduced message, or the start effect of the feature.
  ///
  /// - Parameters:
  ///   - node: The effect that the reducer returned.
  ///   - group: The group of all work that follows.
  ///   - origin: The message.
  ///   - state: The state after the message.
  package mutating func follow<State>(_ node: EffectNode, in group: Int, from origin: EffectOrigin, state: State) {
    if !children.isEmpty { cancelEffectsOfRemovedChildren(from: state, because: origin) }
    enter(group: group)
    steps.append(.leaveGroup(group))
    steps.append(.start(node, EffectPlace(group: group, origin: origin)))
  }
}

// MARK: - Ends

extension EffectEngine {
  /// Ends an effect whose operation has returned, or has thrown an unhandled error.
  package mutating func end(_ number: Int, throwing error: (any Error)? = nil) {
    guard let effect = effects[number], !effect.hasEnded else { return }
    if effect.messages == 0 { effects.remove(number) } else { effects.update(number) { $0.hasEnded = true } }
    groups.update(effect.place.group) { $0.effects.remove(number) }
    actions.append(.end(number, throwing: effect.isCancelled ? nil : error))
    // Effects that follow start before this one leaves its group, so that the group is never empty in between.
    steps.append(.leaveGroup(effect.place.group))
    if effect.place.scope != nil { steps.append(.leaveScope(effect.place.scope, effect: number)) }
    if effect.place.chain != nil { steps.append(.leaveChain(effect.place.chain)) }
  }

  /// Cancels all work that follows from one input, on behalf of the owner.
  package mutating func cancel(group: Int) {
    groups.update(group) { $0.isCancelled = true }
    cancel(groups[group]?.effects.numbers ?? [], because: nil)
  }

  /// Cancels every effect and all work that would follow, on behalf of the owner.
  package mutating func cancelAll() {
    cancel(effects.numbers, because: nil)
    for group in groups.numbers { groups.update(group) { $0.isCancelled = true } }
  }

  /// Cancels the effects that run under an id.
  ///
  /// - Parameter inner: The scope of an effect that is about to start. It and the scopes around it stay open, so that
  ///   the effect doesn't cancel itself. Only the effects that already run in them are cancelled.
  mutating func cancel(_ id: EffectIdentifier, because origin: EffectOrigin, sparing inner: Int? = nil) {
    cancel(scopes.cancel(id, sparing: inner), because: origin)
  }

  private mutating func cancel(_ numbers: [Int], because origin: EffectOrigin?) {
    for number in numbers {
      let isNew = effects.update(number) { effect in
        guard !effect.isCancelled, !effect.hasEnded else { return false }
        effect.isCancelled = true
        return true
      }
      if isNew ?? false { actions.append(.cancel(number, because: origin)) }
    }
  }
}

// MARK: - Groups

extension EffectEngine {
  /// Adds an active item to a group.
  mutating func enter(group: Int) {
    if groups.update(group, { $0.open += 1 }) == nil { groups.add(Group(), number: group) }
  }

  mutating func enter(group: Int, effect: Int) {
    enter(group: group)
    groups.update(group) { $0.effects.insert(effect) }
  }

  private mutating func leave(group: Int) {
    let isOver = groups.update(group) { group in
      group.open -= 1
      return group.open == 0
    }
    guard isOver ?? false else { return }
    groups.remove(group)
    actions.append(.finish(group: group))
  }

  /// Whether a group exists and is cancelled, so that no further effect starts in it.
  package func isCancelled(group: Int) -> Bool { groups[group]?.isCancelled ?? false }
}
