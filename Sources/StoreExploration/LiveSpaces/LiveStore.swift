import StoreCore
import StoreDependencies
import StoreTesting

/// A real test store that an exploration drives, as a situation.
struct LiveStore<Feature: Reducer> where Feature.State: Equatable {
  let store: DrivenStore<Feature>
  let inputs: (Feature.State) -> [Feature.Input]

  let distinction: LiveDistinction

  var session: TestSession<Feature> { store.session }

  /// How often an effect can go on, and be told from one that has gone on less often. A timer goes on for ever.
  private static var progressLimit: Int { 12 }

  /// The greatest number of calls of cancelled effects that are answered after a step.
  private static var answerLimit: Int { 100 }

  /// Runs the start effects until they wait.
  func begin() async {
    await store.begin()
    await endCancelled()
  }

  /// Takes a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - isKnown: Whether its texts are known.
  /// - Returns: Its cause, as text and as test code; without texts if they are known.
  func take(_ step: DrivenStep, isKnown: Bool) async throws -> SpaceCause {
    defer { session.discardUnasserted() }
    let cause = try await perform(step, isKnown: isKnown)
    await endCancelled()
    return cause
  }

  private func perform(_ step: DrivenStep, isKnown: Bool) async throws -> SpaceCause {
    switch step {
    case .command(let index, _):
      let inputs = inputs(session.engine.state)
      guard inputs.indices.contains(index) else { throw DrivenStore<Feature>.Obstacle() }
      await session.take(inputs[index], store.site)
      return SpaceCause()
    case .answer(let gate, let call, let answer):
      let answers = try store.answers(to: call, at: gate)
      guard answers.indices.contains(answer) else { throw DrivenStore<Feature>.Obstacle() }
      guard !isKnown else {
        await store.give(answers[answer])
        return SpaceCause(answered: answers[answer].call.effectNumber)
      }
      // An answer is written before it is given, as its position among the calls may then be another.
      let open = answers[answer]
      let title = open.text
      let script = open.script
      let position = open.call.position
      await store.give(open)
      let command = open.call.isCommand ? open.call.effect.map(PromiseFacts.name) : nil
      return SpaceCause(
        title: title,
        isFailure: open.isFailure,
        isElement: open.call.isStream,
        endsStream: open.endsStream,
        call: "\(open.call)",
        answered: open.call.effectNumber,
        command: command,
        makeCode: { script().lines(on: gate, position: position).joined(separator: "\n") }
      )
    case .time:
      let duration = try await store.passToNextWake()
      return isKnown ? SpaceCause() : passing(duration)
    case .duration(let duration):
      await store.pass(duration)
      return passing(duration)
    }
  }

  private func passing(_ duration: Duration) -> SpaceCause {
    let code = session.advance(by: duration)
    return SpaceCause(title: duration.passing, isWait: true, makeCode: { code })
  }

  /// Answers the calls of cancelled effects, whose messages are dropped. So it doesn't matter when they end.
  private func endCancelled() async {
    for _ in 0..<Self.answerLimit {
      guard session.environment.gates.hasCancelledCalls else { return }
      guard let answer = session.openAnswers.first(where: { $0.call.isCancelled }) else { return }
      await session.act(store.site) { answer.give() }
    }
  }

  /// The steps that are possible now, inputs first.
  var steps: [DrivenStep] {
    var steps = inputs(session.engine.state).indices.map { DrivenStep.command($0) }
    if store.nextWake != nil { steps.append(.time) }
    for (gate, calls) in store.calls {
      for (call, answers) in calls.enumerated() {
        steps += answers.indices.map { .answer(gate: gate, call: call, answer: $0) }
      }
    }
    return steps
  }
}

// MARK: - What is seen

extension LiveStore {
  /// Returns the running effects.
  ///
  /// - Parameters:
  ///   - run: The run before the last step.
  ///   - place: The situation before it; nil at the start of the store.
  ///   - answered: The number of the effect whose call it has answered, if any.
  ///   - stateNumber: Returns the number of the state in a situation.
  func effects(
    after run: LiveRun,
    from place: Int?,
    answering answered: Int?,
    _ stateNumber: (Int) -> Int
  ) -> [LiveEffect] {
    guard session.hasEffects else { return [] }
    let elapsed = run.now.duration(to: session.time.now)
    return session.waits.map { effect in
      let token = effect.token
      let known = run.effects.first { $0.number == token.id }
      let wait = LiveEffect.Wait(effect.wait)
      var progress = 0
      if distinction.detail != .none {
        let isOn =
          known?.hasGoneOn(to: wait, having: effect.feedbackCount, answering: answered, in: elapsed) ?? false
        progress = min((known?.progress ?? 0) + (isOn ? 1 : 0), Self.progressLimit)
      }
      let start = known.map(\.start) ?? place
      return LiveEffect(
        number: token.id,
        origin: known?.origin
          ?? LiveOrigin(
            token.description,
            under: session.engine.identifiers(of: token),
            by: effect.origin,
            without: goneScreens(in: effect.origin)
          ),
        wait: wait,
        isCancelled: token.isCancelled,
        sent: effect.feedbackCount,
        progress: progress,
        start: start,
        startState: distinction.detail == .start ? start.map(stateNumber) : nil,
        startMessage: distinction.detail == .start ? known?.startMessage ?? effect.origin.text : nil
      )
    }
  }

  /// Returns the ids of screens in the message that has just started an effect, which the state no longer has.
  private func goneScreens(in origin: EffectOrigin) -> Set<ScreenID> {
    guard distinction.namesScreens, let message = origin.message else { return [] }
    let ids = ScreenNames.ids(in: message)
    return ids.isEmpty ? [] : ids.subtracting(ScreenNames.ids(in: session.engine.state))
  }

  /// Returns the key of the present situation.
  ///
  /// - Parameters:
  ///   - effects: The running effects.
  ///   - other: The key of a situation that may have the same state.
  func key(_ effects: [LiveEffect], near other: LiveKey<Feature>?) -> LiveKey<Feature> {
    if distinction.namesScreens { return .named(text(effects, ScreenNames())) }
    return .exact(
      LiveKey.View(
        state: StateKey(session.engine.state, near: other?.view?.state),
        effects: effects,
        intervals: session.engine.openIntervals,
        memories: memories
      )
    )
  }

  /// Returns the present situation as text, with the names of screens.
  private func text(_ effects: [LiveEffect], _ names: ScreenNames) -> String {
    let state = names.text(of: session.engine.state)
    let intervals = session.engine.openIntervals.map { "\($0)" }
    return ([state] + effects.map { $0.text(names) } + intervals + memories).joined(separator: "\n")
  }

  /// Whether the present situation has a key.
  ///
  /// Performance: most steps lead to a known situation, and are compared with it without a hash.
  func isAt(_ key: LiveKey<Feature>, _ effects: [LiveEffect]) -> Bool {
    guard case .exact(let view) = key else { return self.key(effects, near: nil) == key }
    return view.state.state == session.engine.state && view.effects == effects
      && view.intervals == session.engine.openIntervals && view.memories == memories
  }

  private var memories: [String] { session.invariants.isEmpty ? [] : session.invariants.compactMap { $0.memory?() } }

  /// Returns the events after a number of others, and the effects that have sent something among them.
  ///
  /// - Parameters:
  ///   - count: The number of others.
  ///   - state: The state after the others.
  func events(after count: Int, from state: Feature.State) -> (events: [SpaceEvent<Feature>], senders: Set<Int>) {
    let log = session.log
    let first = max(0, count - log.forgotten)
    var before = state
    var senders: Set<Int> = []
    let events = log.events[first...].compactMap { event -> SpaceEvent<Feature>? in
      switch event.content {
      case .reduced(let record):
        guard let reduced = record as? ReducedMessage<Feature> else { return nil }
        defer { before = reduced.after }
        if let sender = record.sender { senders.insert(sender.id) }
        return .reduced(
          SpaceReduction(
            before: before,
            message: reduced.message,
            after: reduced.after,
            sender: record.sender?.description
          )
        )
      case .output(let output): return .output(output)
      case .started(let effect): return .started(effect.token.description)
      case .cancelled(let effect): return .cancelled(effect.token.description)
      case .finished(let effect), .failed(let effect, _): return .ended(effect.token.description)
      case .dropped(_, let sender):
        senders.insert(sender.id)
        return nil
      case .called, .answered: return nil
      }
    }
    return (events, senders)
  }
}
