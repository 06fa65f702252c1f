import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// An observer of one store, which adds what it does to what is known of its feature.
///
/// A step begins with an input, an answer, or the next instant of the clock.
final class ObservedStore: StoreObserver {
  /// A running effect.
  fileprivate struct Effect {
    let number: Int
    let name: String
    let label: String

    /// The label with the ids of the children in which it runs.
    let place: String

    /// What it is about: its place, and the call that waits.
    var key: String
  }

  fileprivate struct Progress {
    /// The start of the store, which selects its space; nil before the first step.
    var start: ObservedSpace.Key?

    /// The number of the situation before the step.
    var here = 0

    /// The hash of the current state.
    var state = 0

    var running: [Effect] = []

    /// The effects that ran before the step.
    var before: [Int] = []

    /// The effects that have proceeded in the step.
    var proceeded: Set<Int> = []

    /// The effects that have woken since the step began, at a later time.
    var woken: Set<Int> = []

    var instant = TestClock.Instant()

    var step = PromiseFacts.Step(from: 0, to: 0, number: 0)

    var text = StepText(title: nil)

    var hasEnded = false
  }

  /// What is known; nil for a store that outlives it. It retains the observer.
  private weak let stores: ObservedStores?

  /// The name of the feature; nil for one that isn't observed.
  private let feature = Mutex<String?>(nil)

  private let progress = Mutex(Progress())

  init(in stores: ObservedStores) {
    self.stores = stores
  }

  /// Adds the last step of the store.
  func finish() {
    guard let stores, let feature = feature.withLock(\.self) else { return }
    progress.withLock { progress in
      progress.endStep(in: stores, feature)
      progress.hasEnded = true
    }
  }

  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {
    guard let stores, stores.feature?.matches(Feature.self) ?? true else { return }
    let name = sourceName(of: featureType(of: Feature.self))
    feature.withLock { $0 = name }
    let state = stores.note(session.engine.state, of: name)
    progress.withLock { $0.state = state }
  }

  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    guard let stores, let feature = feature.withLock(\.self) else { return }
    progress.withLock { progress in
      guard !progress.hasEnded else { return }
      if case .cancelled(let effect) = event.content, effect.canceller == nil {
        // The end of the store, not of the feature.
        progress.endStep(in: stores, feature)
        progress.hasEnded = true
        return
      }
      progress.beginStep(with: event, in: stores, feature)
      if let message = event.message {
        progress.add(message, in: stores, feature) { session.log.state(before: event.number) }
      } else {
        progress.add(event.content) { session.engine.identifiers(of: $0) }
      }
    }
  }

  func noteWaking(of effect: InFlightEffect, on clock: TestClock) {
    let (number, instant) = (effect.token.id, clock.now)
    progress.withLock { $0.wake(number, at: instant) }
  }
}

// MARK: - Steps

extension ObservedStore.Progress {
  /// Ends the step before an event that begins one.
  mutating func beginStep<Feature: Reducer>(
    with event: Event<Feature>,
    in stores: ObservedStores,
    _ feature: String
  ) {
    let passed = instant.duration(to: event.instant)
    let title: String?
    var answer: GateReply?
    var waking: Set<Int> = []
    switch event.content {
    case .reduced(let message) where message.isInput: title = nil
    case .answered(let reply):
      title = "\(reply.call) \(reply.text)"
      answer = reply
    case _ where passed > .zero:
      title = passed.passing
      // They woke in the time that passed.
      swap(&waking, &woken)
    default: return
    }
    endStep(in: stores, feature)
    instant = event.instant
    step = PromiseFacts.Step(from: here, to: here, number: 0)
    if let answer {
      step.isFailure = answer.isFailure
      step.isElement = answer.call.isStream
      step.endsStream = answer.endsStream
      step.call = "\(answer.call)"
      if answer.call.isCommand { step.command = answer.call.effect.map(PromiseFacts.name) }
    }
    text = StepText(title: title)
    before = running.map(\.number)
    proceeded = waking
  }

  /// Adds the waking of an effect. As long as nothing shows that time has passed, it belongs to the step.
  mutating func wake(_ number: Int, at instant: TestClock.Instant) {
    if instant > self.instant { woken.insert(number) } else { proceeded.insert(number) }
  }

  /// Adds the step to what is known.
  mutating func endStep(in stores: ObservedStores, _ feature: String) {
    guard !hasEnded else { return }
    proceeded.formUnion(woken)
    woken = []
    let key = ObservedSpace.Key(state: state, running: running.map(\.key))
    let isStart = start == nil
    let start = start ?? key
    self.start = start
    text.end()
    step.survivors = before.map { number in
      proceeded.contains(number) ? nil : running.firstIndex { $0.number == number }
    }
    here = stores.update(feature) { [step, text, running, state] knowledge in
      let number = knowledge.number(ofSpaceFrom: start)
      return knowledge.spaces[number].add(isStart ? nil : step, text.lines, to: key) {
        PromiseFacts.Situation(
          state: knowledge.states[state] ?? StateFacts(),
          running: running.map(\.name),
          labels: running.map(\.label),
          places: running.map(\.place)
        )
      }
    }
  }

  /// Adds a message.
  mutating func add<Feature: Reducer>(
    _ message: ReducedMessage<Feature>,
    in stores: ObservedStores,
    _ feature: String,
    after before: () -> Feature.State
  ) {
    let old = state
    state = stores.note(message.after, of: feature)
    let changes =
      old == state
      ? []
      : stores.changes(of: feature, [old, state]) {
        Comparison(before(), message.after)?.lines(StepText.limits) ?? []
      }
    step.add(message.message, from: message.sender?.description.label, isChange: old != state, at: before)
    if message.isInput, step.input == nil, step.messages.count == 1 { step.input = step.messages[0].name }
    text.add(message.message, changes: changes)
    if let sender = message.sender { proceeded.insert(sender.id) }
  }

  /// Adds an event that isn't a message.
  ///
  /// - Parameters:
  ///   - content: The event.
  ///   - identifiers: Returns the ids under which an effect runs.
  mutating func add(_ content: EventRecord.Content, _ identifiers: (EffectToken) -> [EffectIdentifier]) {
    switch content {
    case .started(let effect):
      let description = effect.token.description
      let place = RunningEffect(description, under: identifiers(effect.token)).place
      running.append(
        ObservedStore.Effect(
          number: effect.token.id,
          name: PromiseFacts.name(of: description),
          label: description.label,
          place: place,
          key: place
        )
      )
      step.addStart(of: description)
      text.addStart(of: description)
    case .cancelled(let effect):
      running.removeAll { $0.number == effect.token.id }
      step.addCancellation(of: effect.token.description)
      text.addCancellation(of: effect.token.description)
    case .finished(let effect), .failed(let effect, _):
      running.removeAll { $0.number == effect.token.id }
    case .called(let call, let token?):
      setWait("\(call)", of: token.id)
      proceeded.insert(token.id)
    case .answered(let reply):
      guard let effect = reply.effect else { return }
      setWait("", of: effect.id)
      proceeded.insert(effect.id)
    case .dropped(_, let sender): proceeded.insert(sender.id)
    case .output(let output):
      step.addOutput()
      text.addOutput(output)
    case .reduced, .called: break
    }
  }

  private mutating func setWait(_ call: String, of number: Int) {
    guard let index = running.firstIndex(where: { $0.number == number }) else { return }
    running[index].key = "\(running[index].place) \(call)"
  }
}
