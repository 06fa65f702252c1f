import StoreCore
import StoreTesting
import Synchronization

/// The scheduler of one run, which offers the possible events and records the choices.
///
/// Stores, clocks and gates read it when they are created, and query it whenever several events are possible. Without a
/// controller, events happen in the default order.
final class ScheduleController: Sendable {
  /// The controller of the current code.
  static var current: ScheduleController? { Hooks.order as? ScheduleController }

  /// A point at which several events were possible.
  struct Choice: Sendable {
    /// The names of the possible events, the default one first.
    let labels: [String]

    /// The numbers of the effects of the events.
    let effects: [Int?]

    let chosen: Int

    /// The step of the test, counted from 0.
    let step: Int

    /// Whether an answer to a call was possible.
    let hasAnswers: Bool
  }

  /// An open event: a delivery, or the possible answers to a call.
  private enum Item {
    /// A message of an effect.
    case delivery(ScheduledDelivery)

    /// The possible answers to a call, the default one first.
    case answers([OpenAnswer], effect: InFlightEffect)

    var effect: InFlightEffect {
      switch self {
      case .delivery(let delivery): delivery.effect
      case .answers(_, let effect): effect
      }
    }
  }

  private struct State {
    var policy: any SchedulePolicy

    /// The open events, oldest first.
    var items: [Item] = []

    /// The number of the newest delivery.
    var lastDelivery = 0

    var choices: [Choice] = []

    /// The names of effects, by store and number.
    var labels: [EffectKey: String] = [:]

    /// The number of effects with each name.
    var occurrences: [String: Int] = [:]

    /// The effect that made the last delivery, which goes first by default.
    var latest: EffectKey?

    /// The effect that may deliver without a choice, because its call was just answered. None if jobs are reordered, as
    /// those of others may come before its message.
    var floor: EffectKey?

    /// The deviations from the default order, as text.
    var deviations: [DeviationText] = []

    var steps: [Step] = []

    /// Whether a store of the run has ended.
    var hasEnd = false

    /// The work outside the scheduler's control, as text: effects that wait for outside work, and tasks on other
    /// executors.
    var outsideWork: [String] = []

    /// The work on the main actor, or on an actor of several tests, as text.
    var sharedActorWork: [String] = []

    /// The stores whose last step ended while events were open.
    var left: Set<StoreIdentity> = []

    /// Whether another schedule has the same effect, because the test continued too early.
    var isRedundant = false

    /// The stores of which an effect could act without the scheduler when it chose.
    var unsettled: Set<StoreIdentity> = []
  }

  /// A step of the test.
  struct Step: Sendable {
    let kind: TestStep
    let store: StoreIdentity
  }

  /// The identity of an effect in the run.
  private struct EffectKey: Hashable {
    let store: StoreIdentity

    /// The number of the effect in its store.
    let effect: Int

    init(_ effect: InFlightEffect) {
      self.init(effect.token, in: effect.environment)
    }

    init(_ effect: EffectToken, in environment: TestEnvironment) {
      store = environment.identity
      self.effect = effect.id
    }
  }

  private let state: Mutex<State>

  /// The observers of the run, instead of those of the whole exploration. They also receive deviations.
  let observers: [any Observer]

  let granularity: ScheduleGranularity

  /// Whether calls stay open until a separate step answers them (``openAnswers(in:)``).
  let answersGatesManually: Bool

  init(
    policy: any SchedulePolicy,
    granularity: ScheduleGranularity,
    observers: [any Observer] = [],
    answersGatesManually: Bool = false
  ) {
    state = Mutex(State(policy: policy))
    self.granularity = granularity
    self.observers = observers
    self.answersGatesManually = answersGatesManually
  }

  var choices: [Choice] { state.withLock(\.choices) }

  var steps: [Step] { state.withLock(\.steps) }

  /// Whether the run has made no store so far, or none that has done anything.
  var isIdle: Bool { state.withLock { $0.steps.isEmpty && !$0.hasEnd } }

  func noteEnd() { state.withLock { $0.hasEnd = true } }

  /// Records a step of the test with a store.
  ///
  /// - Returns: Whether the previous step ended while events were open.
  @discardableResult
  func beginStep(_ kind: TestStep, in environment: TestEnvironment) -> Bool {
    let (wasLeft, isFirstOfSecondStore) = state.withLock { state in
      let isNew = state.steps.last.map { $0.store != environment.identity } ?? false
      state.steps.append(Step(kind: kind, store: environment.identity))
      return (state.left.remove(environment.identity) != nil, isNew)
    }
    // While the test calls one store, the effects of another run in their default order. So no other order of accesses
    // to state that both share is tried.
    if granularity == .jobs, isFirstOfSecondStore { noteOutsideWork("a second store") }
    return wasLeft
  }

  /// Records that a step ends while events of a store are open.
  func leave(_ environment: TestEnvironment) {
    state.withLock { _ = $0.left.insert(environment.identity) }
  }

  /// Records that only events are possible that the previous step left open.
  func noteRedundancy() { state.withLock { $0.isRedundant = true } }

  /// Whether another schedule has the same effect, because the test continued too early.
  var isRedundant: Bool { state.withLock(\.isRedundant) }

  /// Whether a store has open deliveries.
  func hasDeliveries(in environment: TestEnvironment) -> Bool {
    state.withLock { state in
      state.items.contains {
        if case .delivery(let delivery) = $0 { delivery.effect.environment === environment } else { false }
      }
    }
  }

  /// The deviations from the default order so far, as text.
  var deviations: [DeviationText] { state.withLock(\.deviations) }

  /// The work outside the scheduler's control, as text: effects that wait for outside work, and tasks on other
  /// executors.
  var outsideWork: [String] { state.withLock(\.outsideWork) }

  /// Whether the run has work outside the scheduler's control.
  var hasOutsideWork: Bool { state.withLock { !$0.outsideWork.isEmpty } }

  /// Records work outside the scheduler's control.
  func noteOutsideWork(_ name: String) {
    state.withLock { state in
      if !state.outsideWork.contains(name) { state.outsideWork.append(name) }
    }
  }

  /// Records work on the main actor, or on an actor of several tests.
  func noteSharedActor(_ name: String) {
    state.withLock { state in
      if !state.sharedActorWork.contains(name) { state.sharedActorWork.append(name) }
    }
  }

  /// The work on the main actor, or on an actor of several tests, as text.
  ///
  /// If two runs in the same order differ, this may be the reason.
  var sharedActorWork: [String] { state.withLock(\.sharedActorWork) }

  /// Records that an effect of a store may act without the scheduler, which chooses now.
  func noteUnsettled(_ environment: TestEnvironment) {
    state.withLock { _ = $0.unsettled.insert(environment.identity) }
  }

  /// Whether an effect of a store could act without the scheduler when it chose.
  func wasUnsettled(_ environment: TestEnvironment) -> Bool {
    state.withLock { $0.unsettled.contains(environment.identity) }
  }

  /// The point at which the run diverged from its schedule; nil if it didn't.
  var mismatch: ScheduleMismatch? { state.withLock(\.policy.mismatch) }
}

// MARK: - Open events

extension ScheduleController {
  /// Waits until the schedule permits an effect's delivery.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - text: Returns the text of the delivery.
  func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async {
    let key = EffectKey(effect)
    let number = state.withLock { state -> Int? in
      if state.floor == key {
        state.floor = nil
        return nil
      }
      state.lastDelivery += 1
      return state.lastDelivery
    }
    guard let number else { return }
    await withCheckedContinuation { continuation in
      let delivery = ScheduledDelivery(number: number, effect: effect, text: text, continuation: continuation)
      // One lock covers both changes. On the main actor this code runs concurrently with the test, which must not see
      // one change without the other.
      let wakesTest = state.withLock { state in
        state.items.append(.delivery(delivery))
        return effect.beginDelivery(number, by: self)
      }
      if wakesTest { effect.wakeTest() }
      // The store may have ended meanwhile, on another thread.
      if effect.environment.isEnded { releaseDeliveries(in: effect.environment) }
    }
  }

  /// Resumes the waiting effects of a store that has ended.
  func releaseDeliveries(in environment: TestEnvironment) {
    let late = state.withLock { state in
      let isLate = { (item: Item) in
        if case .delivery(let delivery) = item { delivery.effect.environment === environment } else { false }
      }
      let late = state.items.filter(isLate)
      state.items.removeAll(where: isLate)
      return late
    }
    for case .delivery(let delivery) in late {
      delivery.effect.endSuspension(delivery.number, by: self)
      delivery.continuation.resume()
    }
  }

  func add(_ answers: [OpenAnswer], for effect: InFlightEffect) {
    state.withLock { $0.items.append(.answers(answers, effect: effect)) }
  }

  func removeAnswers(to call: any WaitingCall) {
    take { item in
      guard case .answers(let answers, _) = item, let other = answers.first?.call else { return false }
      return other.isSame(as: call)
    }
  }

  /// Removes events that are no longer open. Their release happens outside the lock, because it may run the user's
  /// code.
  private func take(_ isDone: (Item) -> Bool) {
    let taken = state.withLock { state in
      let taken = state.items.filter(isDone)
      state.items.removeAll(where: isDone)
      return taken
    }
    withExtendedLifetime(taken) {}
  }

  func label(of effect: EffectToken, in environment: TestEnvironment) -> String {
    state.withLock { Self.label(of: effect, EffectKey(effect, in: environment), &$0) }
  }

  private static func label(of effect: InFlightEffect, _ state: inout State) -> String {
    label(of: effect.token, EffectKey(effect), &state)
  }

  /// Returns the name of an effect, with its number among those of the same name.
  private static func label(of effect: EffectToken, _ key: EffectKey, _ state: inout State) -> String {
    if let label = state.labels[key] { return label }
    let description = effect.description
    let name = description.name ?? "effect@\(description.site.line)"
    state.occurrences[name, default: 0] += 1
    let label = "\(name)#\(state.occurrences[name, default: 0])"
    state.labels[key] = label
    return label
  }

  /// Returns the possible events of a store, the default one first.
  ///
  /// - Parameters:
  ///   - environment: The store.
  ///   - clock: The clock whose due sleepers may wake.
  ///   - step: The current step of the test.
  ///   - jobs: The tasks whose next job is ready.
  ///   - mayContinue: Whether the wait of the test is over.
  ///   - mayBeAnswered: Whether calls may be answered now.
  /// - Returns: The options; empty if no event is open.
  func options(
    in environment: TestEnvironment,
    _ clock: TestClock?,
    _ step: TestStep,
    jobs: [ScheduleOption] = [],
    mayContinue: Bool = true,
    mayBeAnswered: Bool = true
  ) -> [ScheduleOption] {
    state.withLock { state in
      // All work has run, so an answered effect that has not delivered waits for something else.
      state.floor = nil
      var (first, deliveries, answered): ([ScheduleOption], [ScheduleOption], [ScheduleOption]) = ([], [], [])
      // Effects on the main actor arrive among others at any time, so the order of arrival is not repeatable.
      let items =
        state.sharedActorWork.isEmpty ? state.items : state.items.sorted { $0.effect.token.id < $1.effect.token.id }
      for item in items {
        switch item {
        case .delivery(let delivery):
          guard delivery.effect.environment === environment else { continue }
          let option = ScheduleOption(
            .deliver(delivery),
            label: Self.label(of: delivery.effect, &state),
            of: delivery.effect
          )
          if EffectKey(delivery.effect) == state.latest { first.append(option) } else { deliveries.append(option) }
        case .answers(let answers, let effect):
          guard !answersGatesManually, mayBeAnswered, effect.environment === environment else { continue }
          for (index, answer) in answers.enumerated() {
            let suffix = index == 0 ? "" : ".\(index + 1)"
            let label = "\(answer.call.gateName)/\(answer.call.number)\(suffix)"
            answered.append(ScheduleOption(.answer(answer), label: label, of: effect))
          }
        }
      }
      // Jobs and deliveries take no time.
      let isBusy = !jobs.isEmpty || !first.isEmpty || !deliveries.isEmpty
      var options = jobs + first + deliveries + answered
      let due = clock?.dueSleepers ?? []
      for sleeper in due {
        let label = sleeper.effect.map { Self.label(of: $0, &state) } ?? "sleeper#\(sleeper.number)"
        options.append(ScheduleOption(.wake(sleeper, on: clock!), label: "wake \(label)", of: sleeper.effect))
      }
      let isLeft =
        switch step {
        case .ends: false
        case .passesTime: !isBusy && due.isEmpty
        case .acts, .arrives, .waits: due.isEmpty
        }
      if mayContinue, isLeft, !options.isEmpty {
        options.append(ScheduleOption(.continueTest, label: ScheduleOption.continueLabel))
      }
      return ScheduleOption.disambiguated(options)
    }
  }
}

// MARK: - Choices

extension ScheduleController {
  /// Returns the possible answers to each open call of a store, the oldest call first.
  func openAnswers(in environment: TestEnvironment) -> [[OpenAnswer]] {
    state.withLock { state in
      state.items.compactMap { item in
        guard case .answers(let answers, let effect) = item, effect.environment === environment else { return nil }
        return answers
      }
    }
  }

  /// Chooses the next event.
  func choose(_ options: [ScheduleOption]) -> ScheduleOption? {
    guard options.count > 1 else { return options.first }
    let labels = options.map(\.label)
    let (index, number) = state.withLock { state in
      let number = state.choices.count
      let index = min(max(state.policy.choose(from: labels, at: number), 0), options.count - 1)
      let hasAnswers = options.contains { if case .answer = $0.action { true } else { false } }
      let choice = Choice(
        labels: labels,
        effects: options.map(\.effect),
        chosen: index,
        step: state.steps.count - 1,
        hasAnswers: hasAnswers
      )
      state.choices.append(choice)
      return (index, number)
    }
    if index > 0, !observers.isEmpty {
      let text = options[index].text
      let other = options[index].otherAnswer(than: options[0])
      let deviation = DeviationText(
        choice: number,
        text: text,
        defaultEvent: other ?? options[0].text,
        isInstead: other != nil
      )
      for observer in observers { observer.noteDeviation(text, deviation.relation, isInstead: deviation.isInstead) }
      state.withLock { $0.deviations.append(deviation) }
    }
    return options[index]
  }

  /// Performs an event. The resulting jobs are in the queue afterwards.
  func perform(_ option: ScheduleOption) {
    switch option.action {
    case .deliver(let delivery):
      take { item in
        if case .delivery(let other) = item { other.number == delivery.number } else { false }
      }
      state.withLock { state in
        state.latest = EffectKey(delivery.effect)
        state.left.remove(delivery.effect.environment.identity)
      }
      delivery.effect.endSuspension(delivery.number, by: self)
      delivery.continuation.resume()
    case .answer(let answer):
      let effect = state.withLock { state -> InFlightEffect? in
        for case .answers(let answers, let effect) in state.items
        where answers[0].call.isSame(as: answer.call) {
          state.latest = EffectKey(effect)
          state.floor = granularity == .jobs ? nil : state.latest
          state.left.remove(effect.environment.identity)
          return effect
        }
        return nil
      }
      removeAnswers(to: answer.call)
      withExtendedLifetime(effect) { answer.give() }
    case .wake(let sleeper, let clock): clock.wake(sleeper)
    case .continueTest, .run: break
    }
  }
}
