package import StoreDependencies

/// An object that performs the actions of an engine, for a store and for a test store.
///
/// It adds the parts that the engine lacks: the tasks of effects, the groups that can be awaited, and the dependencies.
/// Only one thread enters a runner at a time. While the runner works, an observer or the `deinit` of a replaced value
/// may call it again. Such calls wait in an inbox.
///
/// User code runs in the reducer, in ids, in clocks and in the `deinit` of values. It never runs during an access to a
/// property that it may access again. So no function reads the engine while the runner works, and the inbox is moved
/// out before its use. The exceptions are the reducer's access to the state, and the start of an effect: while the owner
/// performs it, nothing else accesses the engine.
package final class EffectRunner<Feature: Reducer> {
  /// Whether the reducer is accessing the state.
  private var isReducing = false

  private var isWorking = false

  /// Whether the owner performs the start of an effect.
  private var isStarting = false

  private var inbox: [Arrival] = []

  /// The effects that have started and have not ended.
  private var records = NumberedValues<EffectRecord>()

  /// The groups with active work.
  private var groups = NumberedValues<EffectGroup>()

  private var intervals = Intervals()

  /// The number of the newest group.
  private var lastGroup = 0

  package var dependencies: DependencyValues {
    get { provided }
    set {
      var previous = newValue.asOwn
      swap(&provided, &previous)
    }
  }

  private var provided: DependencyValues

  /// The object that owns the runner and performs its share of the actions.
  package unowned var owner: (any EffectOwner<Feature>)?

  /// The engine, which makes all decisions about effects.
  private var engine = EffectEngine()

  // Performance: it is declared last, so that the offsets of the properties of known size are constants.
  private var current: Feature.State

  package init(state: Feature.State, dependencies: DependencyValues) {
    current = state
    provided = dependencies.asOwn
  }

  deinit {
    for record in records.inOrder {
      record.task?.cancel()
      record.retire()
    }
    for group in groups.inOrder { group.abandon() }
  }
}

// MARK: - State of the engine

extension EffectRunner {
  /// The state after the last message. It must not be read while the reducer runs.
  package var state: Feature.State {
    if isReducing { stopOverlap() }
    return current
  }

  /// The number of messages that a feature may send to itself in a row before that counts as an endless loop.
  package var messageLimit: Int {
    get { engine.messageLimit }
    set { engine.messageLimit = newValue }
  }

  /// The effects that have started and have not ended, in the order in which they started.
  package var effects: [EffectRecord] { records.inOrder }

  /// Returns the ids under which an effect can be cancelled, from the innermost outwards. Returns an empty array while
  /// the runner works, unless the owner performs the start of an effect.
  package func identifiers(of effect: EffectToken) -> [EffectIdentifier] {
    isWorking && !isStarting ? [] : engine.identifiers(of: effect.id)
  }

  /// The remaining times of the intervals of throttled ids, in the order in which they began.
  package var openIntervals: [Duration] { intervals.open }

  package func makeGroup(site: CallSite? = nil) -> EffectGroup {
    lastGroup += 1
    return EffectGroup(number: lastGroup, site: site)
  }
}

// MARK: - Events

extension EffectRunner {
  /// Starts the effects of the feature's `start`. It is called once, before any message.
  ///
  /// - Returns: The effect that `start` returned.
  @discardableResult
  package func begin(in group: EffectGroup) -> EffectNode {
    guard let owner else { return .none }
    let node = DependencyValues.withValues(provided) { owner.start(from: current) }
    isWorking = true
    work { follow(node, in: group, from: EffectOrigin(nil)) }
    return node
  }

  /// Handles an input, at once or after the current message.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - group: The group of all work that follows from it.
  package func send(_ input: Feature.Input, in group: EffectGroup) {
    handle(.input(input), from: .outside, group)
  }

  /// Handles a feedback that no effect sent.
  package func take(_ feedback: Feature.Feedback, in group: EffectGroup) {
    handle(.feedback(feedback), from: .outside, group)
  }

  /// Handles a feedback, unless its effect was cancelled.
  package func arrive(_ feedback: any Sendable, from effect: EffectToken) {
    noteCancellation(of: effect.group)
    let sender = EffectMessage.Sender.effect(effect.id, effect)
    guard !effect.isCancelled else {
      let message = EffectMessage(.feedback(feedback), from: sender, group: effect.group.number)
      owner?.perform(.drop(message), on: nil)
      return
    }
    records[effect.id]?.feedbackCount += 1
    handle(.feedback(typed(feedback)), from: sender, effect.group)
  }

  /// Handles the end of an effect's operation.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - error: The error that the operation threw, if it has no handler.
  package func end(_ effect: EffectToken, throwing error: (any Error)? = nil) {
    noteCancellation(of: effect.group)
    handle(.end(effect, error))
  }

  /// Cancels all work that follows from one input.
  package func cancel(_ group: EffectGroup) {
    handle(.cancel(group))
    group.cancel()
  }

  /// Cancels every effect, and all work that would follow.
  package func cancelAll() {
    let groups = groups.inOrder
    handle(.cancelAll)
    for group in groups { group.cancel() }
  }

  /// Passes the cancellation of a group to the engine. A group can be cancelled from any thread, without the engine.
  private func noteCancellation(of group: EffectGroup) {
    // Performance: once is enough, as cancelling a group takes time in proportion to its effects.
    if group.isCancelled, isWorking || !engine.isCancelled(group: group.number) { handle(.cancel(group)) }
  }

  /// Handles a message, at once or after the current work.
  private func handle(
    _ message: Message<Feature.Input, Feature.Feedback>,
    from sender: EffectMessage.Sender,
    _ group: EffectGroup
  ) {
    guard !isWorking else {
      open(group)
      return inbox.append(.message(EffectMessage(message.erased, from: sender, group: group.number)))
    }
    isWorking = true
    let node = reduce(message, from: sender, group)
    if case .none = node, engine.hasNoChildren {
      work()
    } else {
      work { follow(node, in: group, from: EffectOrigin(message.erased)) }
    }
  }

  /// Handles an arrival other than a message, at once or after the current work.
  private func handle(_ arrival: Arrival) {
    guard !isWorking else { return inbox.append(arrival) }
    isWorking = true
    work { take(arrival) }
  }
}

// MARK: - Actions

extension EffectRunner {
  /// Performs the actions that follow from an event and from the inbox. Then accepts the next event.
  ///
  /// - Parameter first: Passes the event to the engine, if it is not in the inbox.
  private func work(_ first: () -> Void = {}) {
    first()
    while true {
      if !inbox.isEmpty { takeArrivals() }
      if let action = engine.next({ path in count(of: path, in: current) }) {
        perform(action)
      } else if inbox.isEmpty {
        owner?.didReduceAll()
        // An observer may have sent another message, or the `deinit` of the last one.
        if inbox.isEmpty { break }
      }
    }
    isWorking = false
  }

  private func takeArrivals() {
    var arrivals: [Arrival] = []
    swap(&inbox, &arrivals)
    for arrival in arrivals { take(arrival) }
  }

  private func take(_ arrival: Arrival) {
    switch arrival {
    case .message(let message): engine.send(message)
    case .end(let effect, let error): engine.end(effect.id, throwing: error)
    case .cancel(let group): engine.cancel(group: group.number)
    case .cancelAll: engine.cancelAll()
    }
  }

  private func perform(_ action: EffectAction) {
    switch action {
    case .reduce(let message): reduce(message)
    case .start(let number, let work, let place): start(work, number: number, at: place)
    case .cancel(let number, let origin):
      guard let record = records[number] else { return }
      record.canceller = origin
      record.token.leave(for: .cancelled)
      owner?.perform(action, on: record)
      record.task?.cancel()
    case .end(let number, _):
      guard let record = records.remove(number) else { return }
      record.token.leave(for: .finished)
      owner?.perform(action, on: record)
      record.token.group.remove(number)
      record.retire()
    case .openInterval(let number, let duration, let place):
      let dependencies = place.dependencies(over: provided)
      let clock = DependencyValues.withValues(dependencies) { dependencies.continuousClock }
      for over in intervals.open(number, duration, on: clock) { engine.measured(interval: over, .zero) }
    case .measureInterval(let number): engine.measured(interval: number, intervals.remaining(number))
    case .closeInterval(let number): intervals.close(number)
    case .finish(let group): groups.remove(group)?.close()
    case .breakLoop(let message): reportEndlessLoop(message)
    case .output, .drop: owner?.perform(action, on: nil)
    }
  }

  /// Reduces a message, unless its group was cancelled in the meantime.
  private func reduce(_ message: EffectMessage) {
    guard let group = groups[message.group] else { return }
    if group.isCancelled, !message.isFromOutside {
      engine.cancel(group: message.group)
      owner?.perform(.drop(message), on: nil)
      return
    }
    let node = reduce(message.content.restored(), from: message.sender, group)
    follow(node, in: group, from: EffectOrigin(message.content))
  }

  private func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    from sender: EffectMessage.Sender,
    _ group: EffectGroup
  ) -> EffectNode {
    guard let owner else { return .none }
    var node = EffectNode.none
    DependencyValues.withValues(provided) {
      isReducing = true
      node = owner.reduce(message, into: &current)
      isReducing = false
    }
    owner.didReduce(message, by: sender.token(in: group), returning: node)
    return node
  }

  /// Passes the effect of a reducer to the engine.
  private func follow(
    _ node: EffectNode,
    in group: EffectGroup,
    from origin: @autoclosure () -> EffectOrigin
  ) {
    if case .none = node, engine.hasNoChildren { return }
    open(group)
    engine.follow(node, in: group.number, from: origin(), state: current)
  }

  /// Marks a group as active.
  private func open(_ group: EffectGroup) {
    guard groups[group.number] == nil else { return }
    groups.add(group, number: group.number)
    group.open()
  }

  private func start(_ work: EffectWork, number: Int, at place: EffectPlace) {
    guard let group = groups[place.group] else { return }
    let token = EffectToken(id: number, description: work.description, group: group)
    let record = EffectRecord(token: token, origin: place.origin)
    records.add(record, number: number)
    guard let owner else { return }
    isStarting = true
    owner.perform(.start(number, work, place), on: record)
    isStarting = false
    let task = DependencyValues.withValues(place.dependencies(over: provided)) {
      work.onStart?()
      return owner.launch(work, record)
    }
    record.task = task
    group.add(task, id: number)
  }

  /// Reports a feature that sends messages to itself in an endless loop.
  private func reportEndlessLoop(_ last: EffectMessage) {
    guard case .itself(let description) = last.sender else { return }
    RuntimeIssue(
      kind: .livelock,
      subject: "feedback",
      headline: """
        The feature sends feedback to itself endlessly: the store has reduced \(engine.messageLimit) such messages in a \
        row.
        """,
      details:
        "The last was made at \(description.site). The store has dropped it. Let the feature stop, or wait on a clock.",
      site: description.site
    )
    .report(to: provided.observer)
  }
}

extension EffectMessage.Sender {
  /// Returns the token of a message's sender; nil if other code sent the message.
  package func token(in group: EffectGroup) -> EffectToken? {
    switch self {
    case .outside: nil
    case .effect(_, let token): token
    // No effect was started, so it has no number.
    case .itself(let description): EffectToken(id: 0, description: description, group: group)
    }
  }
}

/// An event that arrived while the runner was working.
private enum Arrival {
  case message(EffectMessage)

  /// The operation of an effect has returned.
  case end(EffectToken, (any Error)?)

  /// All work that follows from one input is cancelled.
  case cancel(EffectGroup)

  case cancelAll
}

/// Stops the process because code reads the state while the reducer changes it.
private func stopOverlap() -> Never {
  // Not a precondition, as that prints nothing in a release build.
  fatalError(
    """
    The state of a store was read while its reducer was changing it. The reducer itself has the state as a parameter. \
    Code that runs within it must not read the store: a function that it calls, or the 'deinit' of a value that it \
    replaces or removes. Such code can send the store an input, which waits until the reducer has returned.
    """
  )
}
