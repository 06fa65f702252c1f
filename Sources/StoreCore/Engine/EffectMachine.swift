import StoreDependencies

/// What runs for a feature and what waits to: a state machine that decides all that may still happen.
///
/// What happens goes in: a message was reduced, an effect has ended, something is cancelled, an interval is over. What follows
/// comes out of ``next(_:)``, an action at a time, and its owner performs it. The order within one message is: reduce, cancel
/// what ran for children that have left, then emit outputs and start effects as they stand in the returned effect. Messages
/// that come meanwhile wait for their turn.
///
/// It knows nothing of tasks, clocks, threads and the feature's types. It is a value, so it can be copied and compared.
package struct EffectMachine {
  /// An effect that has started, until it has ended and all that it has sent is dealt with.
  struct Effect {
    let work: EffectWork
    let place: EffectPlace

    /// Whether what it sends is dropped.
    var isCancelled = false

    /// Whether its operation has returned.
    var hasEnded = false

    var messages = 0
  }

  /// Several effects, each of which starts when all work of the one before it has ended.
  struct Chain {
    /// The effects that have not started.
    var rest: ArraySlice<EffectNode>

    let place: EffectPlace

    /// How much has not ended of what the next one waits for.
    var open = 0
  }

  /// The work that follows from one input, of which something is under way.
  private struct Group {
    /// How much is under way.
    var open = 1

    var effects = NumberedValues<Void>()
    var isCancelled = false
  }

  /// What is left to do for the message at hand.
  ///
  /// Effects may nest deeper than the stack is, so they are started with a list of steps, and not by calls within calls.
  enum Step {
    case start(EffectNode, EffectPlace)

    /// Start a throttled effect, as the interval at hand allows it.
    case throttle(EffectNode, Throttle, EffectPlace)

    /// Leave a scope, in which an effect has ended or everything has started.
    case leaveScope(Int?, effect: Int?)

    /// Go on with a chain, of whose last effect a part has ended or all has started.
    case leaveChain(Int?)

    case leaveGroup(Int)
  }

  /// The effects by number, counted from 1 in the order in which they start.
  var effects = NumberedValues<Effect>()

  /// The ids under which something runs or waits to.
  var scopes = CancellationScopes()

  /// The chains of which something has not ended.
  var chains = NumberedValues<Chain>()

  var children = LiveChildren()
  var intervals = ThrottleIntervals()

  /// The groups in which something is under way.
  private var groups = NumberedValues<Group>()

  private var messages = Queue<EffectMessage>()

  /// How many messages the feature has sent to itself since nothing was left to do.
  private var streak = 0

  /// Whether it was told that the feature sends itself messages in circles.
  private var hasBrokenCircle = false

  /// What is left to do for the message at hand, the newest step last.
  var steps: [Step] = []

  /// What was decided and not yet given out.
  var actions = Queue<EffectAction>()

  /// The number of the newest effect.
  var lastEffect = 0

  /// The number of the newest chain.
  var lastChain = 0

  package init() {}

  /// Whether no child can leave for which something runs.
  var hasNoChildren: Bool { children.isEmpty }

  /// The ids under which an effect can be cancelled, from the innermost outwards.
  package func identifiers(of effect: Int) -> [EffectIdentifier] {
    scopes.identifiers(of: effects[effect]?.place.scope)
  }

  /// The id of an interval that is not known to be over.
  package func identifier(ofInterval number: Int) -> EffectIdentifier? { intervals.identifier(of: number) }

  /// A chain that goes on when an effect has ended.
  package struct WaitingChain {
    package let number: Int
    package let rest: ArraySlice<EffectNode>

    /// The ids under which it can be cancelled, from the innermost outwards.
    package let identifiers: [EffectIdentifier]
  }

  /// The chains that wait for the end of an effect and have something left to start, from the innermost outwards.
  package func waitingChains(for effect: Int) -> [WaitingChain] {
    var waiting: [WaitingChain] = []
    var next = effects[effect]?.place.chain
    while let number = next, let chain = chains[number] {
      next = chain.place.chain
      guard !chain.rest.isEmpty, !isCancelled(group: chain.place.group), !scopes.isCancelled(chain.place.scope)
      else { continue }
      let identifiers = scopes.identifiers(of: chain.place.scope)
      waiting.append(WaitingChain(number: number, rest: chain.rest, identifiers: identifiers))
    }
    return waiting
  }

  /// Gives out what is to be done next; nil if nothing is before something else happens.
  ///
  /// - Parameter present: How many places of a way into the state are there.
  package mutating func next(_ present: (_ way: [any ChildPlace]) -> Int) -> EffectAction? {
    while true {
      if let action = actions.popFirst() { return action }
      if let step = steps.popLast() {
        take(step, present)
      } else if let message = messages.popFirst() {
        take(message)
      } else {
        (streak, hasBrokenCircle) = (0, false)
        return nil
      }
    }
  }

  private mutating func take(_ step: Step, _ present: (_ way: [any ChildPlace]) -> Int) {
    switch step {
    case .start(let node, let place): start(node, place, present)
    case .throttle(let node, let throttle, let place): start(node, throttle, place)
    case .leaveScope(let scope, let effect): for child in scopes.leave(scope, effect: effect) { children.rest(child) }
    case .leaveChain(let chain):
      guard let chain else { return }
      let mayGoOn = chains.update(chain) { chain in
        chain.open -= 1
        return chain.open == 0
      }
      if mayGoOn ?? false { proceed(chain) }
    case .leaveGroup(let group): leave(group: group)
    }
  }
}

// MARK: - Messages

extension EffectMachine {
  /// A message has come; it waits for its turn.
  package mutating func send(_ message: EffectMessage) {
    enter(group: message.group)
    if case .effect(let number, _) = message.sender { effects.update(number) { $0.messages += 1 } }
    scopes.enter(message.scope)
    messages.append(message)
  }

  /// Decides what becomes of a message whose turn has come.
  private mutating func take(_ message: EffectMessage) {
    if message.sentByItself { streak += 1 }
    steps.append(.leaveGroup(message.group))
    if message.scope != nil { steps.append(.leaveScope(message.scope, effect: nil)) }
    if isCancelled(message) {
      actions.append(.drop(message))
    } else if message.sentByItself, streak > messageLimit {
      // Whatever would follow follows from the same mistake.
      if !hasBrokenCircle { actions.append(.breakCircle(message)) }
      hasBrokenCircle = true
    } else {
      actions.append(.reduce(message))
    }
    if case .effect(let number, _) = message.sender { forgetMessage(of: number) }
  }

  /// Whether what has sent a message was cancelled, with its effect, its scope or its group.
  private func isCancelled(_ message: EffectMessage) -> Bool {
    switch message.sender {
    case .outside: false
    case .itself: isCancelled(group: message.group) || scopes.isCancelled(message.scope)
    case .effect(let number, _): effects[number]?.isCancelled ?? false || isCancelled(group: message.group)
    }
  }

  /// Notes that a message of an effect waits no more, and forgets the effect if it has ended and that was the last.
  private mutating func forgetMessage(of number: Int) {
    let isOver = effects.update(number) { effect in
      effect.messages -= 1
      return effect.hasEnded && effect.messages == 0
    }
    if isOver ?? false { effects.remove(number) }
  }

  /// A message was reduced, or the feature begins.
  ///
  /// - Parameters:
  ///   - node: What the reducer has returned.
  ///   - group: The group that takes up everything that follows.
  ///   - origin: The message.
  ///   - state: The state after it.
  package mutating func follow<State>(_ node: EffectNode, in group: Int, from origin: EffectOrigin, state: State) {
    if !children.isEmpty { cancelDeparted(from: state, because: origin) }
    enter(group: group)
    steps.append(.leaveGroup(group))
    steps.append(.start(node, EffectPlace(group: group, origin: origin)))
  }
}

// MARK: - Ends

extension EffectMachine {
  /// The operation of an effect has returned, or has thrown an error that nothing handles.
  package mutating func end(_ number: Int, throwing error: (any Error)? = nil) {
    guard let effect = effects[number], !effect.hasEnded else { return }
    if effect.messages == 0 { effects.remove(number) } else { effects.update(number) { $0.hasEnded = true } }
    groups.update(effect.place.group) { $0.effects.remove(number) }
    actions.append(.end(number, throwing: effect.isCancelled ? nil : error))
    // What follows starts before the effect leaves its group, so that the group is never empty in between.
    steps.append(.leaveGroup(effect.place.group))
    if effect.place.scope != nil { steps.append(.leaveScope(effect.place.scope, effect: number)) }
    if effect.place.chain != nil { steps.append(.leaveChain(effect.place.chain)) }
  }

  /// The owner cancels all that follows from one input.
  package mutating func cancel(group: Int) {
    groups.update(group) { $0.isCancelled = true }
    cancel(groups[group]?.effects.numbers ?? [], because: nil)
  }

  /// The owner cancels every effect, and everything that would follow.
  package mutating func cancelAll() {
    cancel(effects.numbers, because: nil)
    for group in groups.numbers { groups.update(group) { $0.isCancelled = true } }
  }

  /// Cancels what runs under an id.
  ///
  /// - Parameter inner: A scope in which something is about to start. It and those around it stay open, or that would cancel
  ///   itself; only the effects that run in them already are cancelled.
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

extension EffectMachine {
  /// Notes that something of a group is under way.
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

  /// Whether a group is there in which nothing more may start.
  package func isCancelled(group: Int) -> Bool { groups[group]?.isCancelled ?? false }
}

/// How many messages a feature may send to itself in a row before that counts as running in circles.
package let messageLimit = 100_000
