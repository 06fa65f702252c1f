import StoreCore
import StoreTesting
import Synchronization

/// One run of a test under a schedule: what may happen next, who decides, and what was decided.
///
/// Stores, clocks and gates find it when they are made, and ask it wherever more than one thing could happen next. Without
/// one, everything happens in the usual order.
final class ScheduleController: Sendable {
  /// The probe that the current code runs under.
  static var current: ScheduleController? { Hooks.scheduler as? ScheduleController }

  /// A moment at which more than one thing could happen.
  struct Choice: Sendable {
    /// The names of what could happen, the usual one first.
    let labels: [String]

    let chosen: Int

    /// During which step of the test it was, counted from 0.
    let step: Int

    /// Whether the outside could answer a call.
    let hasAnswers: Bool
  }

  /// Something that is open: a delivery, or the answers that a call may get.
  private enum Item {
    /// What an effect has sent.
    case delivery(ScheduledDelivery)

    /// The answers that a call may get, the usual one first.
    case answers([OpenAnswer], scope: InFlightEffect, number: Int)
  }

  /// What changes over the run.
  private struct State {
    var policy: any SchedulePolicy

    /// What is open, oldest first.
    var items: [Item] = []

    /// The number of the newest item.
    var lastItem = 0

    var choices: [Choice] = []

    /// The names of effects, by store and number.
    var labels: [EffectKey: String] = [:]

    /// How many effects of each name there were.
    var occurrences: [String: Int] = [:]

    /// The effect that has delivered last, and goes on first.
    var latest: EffectKey?

    /// The effect that may deliver without being asked, because it was just answered.
    var floor: EffectKey?

    /// What happened against the usual order, in words.
    var deviations: [UnusualEvent] = []

    var steps: [Step] = []

    /// The work that no schedule decides about, in words: effects that wait for the outside, and tasks that run elsewhere.
    var outsideWork: [String] = []

    /// The stores in which the test went on in their last step, though something was open.
    var left: Set<StoreIdentity> = []

    /// Whether the test went on too early once, so that another order does the same.
    var isRedundant = false
  }

  /// A step that the test has made.
  struct Step: Sendable {
    let kind: TestStep
    let store: StoreIdentity
  }

  /// Tells an effect from all others of the run.
  private struct EffectKey: Hashable {
    let store: StoreIdentity

    /// The effect's number in it.
    let effect: Int

    init(_ scope: InFlightEffect) {
      self.init(scope.token, in: scope.environment)
    }

    init(_ effect: EffectToken, in environment: TestEnvironment) {
      store = environment.identity
      self.effect = effect.id
    }
  }

  private let state: Mutex<State>

  /// What sees the run instead of those who see the exploration as a whole; it hears of what is unusual, too.
  let observers: [any Observer]

  /// Whether ready pieces of work are put in any order, too.
  let granularity: ScheduleGranularity

  /// Whether calls stay open until they are answered as a step of its own (``openAnswers(in:)``).
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

  /// Notes that the test makes a step with a store.
  ///
  /// - Returns: Whether the test went on in the step before, though something was open.
  @discardableResult
  func begin(_ kind: TestStep, with environment: TestEnvironment) -> Bool {
    let (wasLeft, isFirstOfSecondStore) = state.withLock { state in
      let isNew = state.steps.last.map { $0.store != environment.identity } ?? false
      state.steps.append(Step(kind: kind, store: environment.identity))
      return (state.left.remove(environment.identity) != nil, isNew)
    }
    // What effects of two stores share is not used in other orders: while the test makes steps with one, nothing of the other goes on.
    if granularity == .jobs, isFirstOfSecondStore { noteOutsideWork("a second store") }
    return wasLeft
  }

  /// Notes that the test goes on, though something is open in a store.
  func leave(_ environment: TestEnvironment) {
    state.withLock { _ = $0.left.insert(environment.identity) }
  }

  /// Notes that nothing but what the test has left open can happen now, as it could in the step before.
  func noteRedundancy() { state.withLock { $0.isRedundant = true } }

  /// Whether the test went on too early once, so that another order does the same.
  var isRedundant: Bool { state.withLock(\.isRedundant) }

  /// Whether an effect of a store has sent something that was not delivered.
  func hasDeliveries(in environment: TestEnvironment) -> Bool {
    state.withLock { state in
      state.items.contains {
        if case .delivery(let delivery) = $0 { delivery.scope.environment === environment } else { false }
      }
    }
  }

  /// What happened against the usual order so far, in words.
  var deviations: [UnusualEvent] { state.withLock(\.deviations) }

  /// The work that no schedule decides about, in words: effects that wait for the outside, and tasks that run elsewhere.
  var outsideWork: [String] { state.withLock(\.outsideWork) }

  /// Whether there is work that no schedule decides about.
  var hasOutsideWork: Bool { state.withLock { !$0.outsideWork.isEmpty } }

  /// Notes work that no schedule decides about.
  func noteOutsideWork(_ name: String) {
    state.withLock { state in
      if !state.outsideWork.contains(name) { state.outsideWork.append(name) }
    }
  }

  /// Notes that the test waits for effects, of which some may wait for something outside it: no schedule decides when those go on.
  func noteWait(for effects: [EffectSnapshot]) {
    for effect in effects where !effect.isHeld {
      noteOutsideWork(effect.label + (effect.realSleep.map { " (\($0))" } ?? ""))
    }
  }

  /// Where the run has left its schedule, if it has.
  var divergence: ScheduleDivergence? { state.withLock(\.policy.divergence) }
}

// MARK: - What is open

extension ScheduleController {
  /// Waits until the schedule lets an effect deliver what it has sent.
  ///
  /// - Parameters:
  ///   - scope: The effect.
  ///   - text: What is delivered.
  func waitForTurn(of scope: InFlightEffect, _ text: @escaping @Sendable () -> String) async {
    let key = EffectKey(scope)
    let number = state.withLock { state -> Int? in
      if state.floor == key {
        state.floor = nil
        return nil
      }
      state.lastItem += 1
      return state.lastItem
    }
    guard let number else { return }
    await withCheckedContinuation { continuation in
      let delivery = ScheduledDelivery(number: number, scope: scope, text: text, continuation: continuation)
      // Both at once: on the main actor it happens beside the test, which must not see one without the other.
      let isNews = state.withLock { state in
        state.items.append(.delivery(delivery))
        return scope.beginDelivery(number, by: self)
      }
      if isNews { scope.noteNews() }
      // The store may have come to its end meanwhile, on another thread.
      if scope.environment.isEnded { releaseDeliveries(in: scope.environment) }
    }
  }

  /// Lets effects of a store that has come to its end go on, whose turn does not come any more.
  func releaseDeliveries(in environment: TestEnvironment) {
    let late = state.withLock { state in
      let isLate = { (item: Item) in
        if case .delivery(let delivery) = item { delivery.scope.environment === environment } else { false }
      }
      let late = state.items.filter(isLate)
      state.items.removeAll(where: isLate)
      return late
    }
    for case .delivery(let delivery) in late {
      delivery.scope.endSuspension(delivery.number, by: self)
      delivery.continuation.resume()
    }
  }

  func add(_ answers: [OpenAnswer], for scope: InFlightEffect) {
    state.withLock { state in
      state.lastItem += 1
      state.items.append(.answers(answers, scope: scope, number: state.lastItem))
    }
  }

  func removeAnswers(to call: any WaitingCall) {
    take { item in
      guard case .answers(let answers, _, _) = item, let other = answers.first?.call else { return false }
      return other.isSame(as: call)
    }
  }

  /// Takes out what is open no more, and releases it outside the lock: what was sent or asked for is the user's.
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

  private static func label(of scope: InFlightEffect, _ state: inout State) -> String {
    label(of: scope.token, EffectKey(scope), &state)
  }

  /// The name of an effect: its own, and which one of that name it is.
  private static func label(of effect: EffectToken, _ key: EffectKey, _ state: inout State) -> String {
    if let label = state.labels[key] { return label }
    let description = effect.description
    let name = description.name ?? "effect@\(description.site.line)"
    state.occurrences[name, default: 0] += 1
    let label = "\(name)#\(state.occurrences[name, default: 0])"
    state.labels[key] = label
    return label
  }

  /// What may happen next in a store, the usual thing first.
  ///
  /// - Parameters:
  ///   - environment: The store.
  ///   - clock: The clock whose due sleepers may wake.
  ///   - step: The step that the test makes.
  ///   - jobs: The tasks that may go on by a piece.
  ///   - mayGoOn: Whether the test has what it waits for.
  ///   - mayBeAnswered: Whether the outside may answer now.
  /// - Returns: The options; none if nothing is open.
  func options(
    in environment: TestEnvironment,
    _ clock: TestClock?,
    _ step: TestStep,
    jobs: [ScheduleOption] = [],
    mayGoOn: Bool = true,
    mayBeAnswered: Bool = true
  ) -> [ScheduleOption] {
    state.withLock { state in
      var (first, deliveries, answered): ([ScheduleOption], [ScheduleOption], [ScheduleOption]) = ([], [], [])
      for item in state.items {
        switch item {
        case .delivery(let delivery):
          guard delivery.scope.environment === environment else { continue }
          let option = ScheduleOption(.deliver(delivery), label: Self.label(of: delivery.scope, &state))
          if EffectKey(delivery.scope) == state.latest { first.append(option) } else { deliveries.append(option) }
        case .answers(let answers, let scope, _):
          guard !answersGatesManually, mayBeAnswered, scope.environment === environment else { continue }
          for (index, answer) in answers.enumerated() {
            let suffix = index == 0 ? "" : ".\(index + 1)"
            let label = "\(answer.call.gateName)/\(answer.call.number)\(suffix)"
            answered.append(ScheduleOption(.answer(answer), label: label))
          }
        }
      }
      // What takes no time: jobs, and deliveries.
      let isBusy = !jobs.isEmpty || !first.isEmpty || !deliveries.isEmpty
      var options = jobs + first + deliveries + answered
      let due = clock?.dueSleepers ?? []
      for sleeper in due {
        let label = sleeper.scope.map { Self.label(of: $0, &state) } ?? "sleeper#\(sleeper.number)"
        options.append(ScheduleOption(.wake(sleeper, on: clock!), label: "wake \(label)"))
      }
      let isLeft =
        switch step {
        case .ends: false
        case .passesTime: !isBusy && due.isEmpty
        case .acts, .arrives, .waits: due.isEmpty
        }
      if mayGoOn, isLeft, !options.isEmpty { options.append(ScheduleOption(.goOn, label: ScheduleOption.goOnLabel)) }
      return ScheduleOption.disambiguated(options)
    }
  }
}

// MARK: - What happens

extension ScheduleController {
  /// The answers that each open call of a store may get, the call that waits longest first.
  func openAnswers(in environment: TestEnvironment) -> [[OpenAnswer]] {
    state.withLock { state in
      state.items.compactMap { item in
        guard case .answers(let answers, let scope, _) = item, scope.environment === environment else { return nil }
        return answers
      }
    }
  }

  /// Decides what happens next.
  func choose(_ options: [ScheduleOption]) -> ScheduleOption? {
    guard options.count > 1 else { return options.first }
    let labels = options.map(\.label)
    let (index, number) = state.withLock { state in
      let number = state.choices.count
      let index = min(max(state.policy.choose(from: labels, at: number), 0), options.count - 1)
      let hasAnswers = options.contains { if case .answer = $0.action { true } else { false } }
      let choice = Choice(labels: labels, chosen: index, step: state.steps.count - 1, hasAnswers: hasAnswers)
      state.choices.append(choice)
      return (index, number)
    }
    if index > 0, !observers.isEmpty {
      let text = options[index].text
      let other = options[index].otherAnswer(than: options[0])
      let event = UnusualEvent(choice: number, text: text, usual: other ?? options[0].text, isInstead: other != nil)
      for observer in observers { observer.noteDeviation(text, event.relation, isInstead: event.isInstead) }
      state.withLock { $0.deviations.append(event) }
    }
    return options[index]
  }

  /// Lets something happen; the pieces of work that follow are in the queue afterwards.
  func perform(_ option: ScheduleOption) {
    switch option.action {
    case .deliver(let delivery):
      take { item in
        if case .delivery(let other) = item { other.number == delivery.number } else { false }
      }
      state.withLock { state in
        state.latest = EffectKey(delivery.scope)
        state.floor = nil
      }
      delivery.scope.endSuspension(delivery.number, by: self)
      delivery.continuation.resume()
    case .answer(let answer):
      let scope = state.withLock { state -> InFlightEffect? in
        for case .answers(let answers, let scope, _) in state.items
        where answers[0].call.isSame(as: answer.call) {
          state.floor = EffectKey(scope)
          state.latest = state.floor
          return scope
        }
        return nil
      }
      removeAnswers(to: answer.call)
      withExtendedLifetime(scope) { answer.give() }
    case .wake(let sleeper, let clock):
      state.withLock { $0.floor = nil }
      clock.wake(sleeper)
    case .goOn, .run:
      state.withLock { $0.floor = nil }
    }
  }
}
