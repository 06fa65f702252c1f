import StoreCore
import StoreDependencies

// MARK: - Events and expectations

extension TestSession {
  /// Records an expectation that did not come.
  func noteMissing(_ expectation: Expectation<Feature.Feedback>) {
    noteMissing(.feedback, expectation.value) { $0.isFeedback(expectation) }
  }

  /// Records an output that did not come.
  func noteMissing(output expectation: Expectation<Feature.Output>) {
    noteMissing(.output, expectation.value) { $0.isOutput(expectation) }
  }

  /// Records an event that did not come.
  func noteMissing(_ kind: EventKind, _ value: Any?, _ matches: @escaping (Event<Feature>) -> Bool) {
    let newest = ledger.last?.token.id ?? 0
    let key = Event<Feature>.caseKey(kind, value)
    mistakes.noteMissing(
      .init(kind: kind, caseKey: key, newestEffect: newest, instant: time.now, matches: matches)
    )
  }

  /// Records that the test has received an event.
  func noteReceipt(_ event: Event<Feature>) {
    endMissing(event)
    // A test that need not receive all in order goes on with what it says next.
    if !exhaustivity.isExhaustive { mistakes.lastMissing = nil }
  }

  /// Records that an expected event has come, if it was missing, and comes from an effect that ran then.
  func endMissing(_ event: Event<Feature>) {
    if mistakes.takeMissing(event, isAsserted: true) { endDebtIfDue() }
  }

  /// Forgets the time that was missing, if what was missing has come just when that time had passed.
  private func endDebtIfDue() {
    if mistakes.debt?.deadline == time.now { mistakes.debt = nil }
  }

  /// Records events that were reported, or follow from what was, and passes over the state that they left.
  func passOver(_ events: [Event<Feature>]) {
    guard !events.isEmpty else { return }
    keepBelief()
    mistakes.noteLeftOut(events)
    asserted = events.last { $0.stateAfter != nil }?.stateAfter ?? asserted
  }

  /// Passes over what was missing, has come meanwhile, and stands before what the test asserts now.
  ///
  /// - Parameter isExpected: Whether an event is what the test asserts now.
  func admitLate(before isExpected: (Event<Feature>) -> Bool) {
    guard exhaustivity.isExhaustive else { return }
    while let index = unasserted.firstIndex(where: { $0.kind != .started }) {
      let event = unasserted.all[index]
      guard !isExpected(event), mistakes.news(in: [event]).isEmpty else { return }
      let effects = unasserted.take(before: index)
      // What a feedback has caused goes with it. The test may still assert it.
      let end = event.kind == .feedback ? unasserted.all.dropFirst().firstIndex { $0.kind == .feedback } : 1
      passOver(unasserted.take(before: end ?? unasserted.all.count))
      for effect in mistakes.news(in: effects).reversed() { unasserted.prepend(effect) }
      endDebtIfDue()
    }
  }

  /// Takes an event that was left out, if the test asserts that one rather than the next.
  ///
  /// - Parameters:
  ///   - next: Where the event is that the test would assert else.
  ///   - isExpected: Whether an event is what the test asserts.
  /// - Returns: Whether it does.
  func takeLeftOut(unless next: Int?, _ isExpected: (Event<Feature>) -> Bool) -> Bool {
    // A test that left one out goes on with equal ones that came later.
    if let next, isExpected(unasserted.all[next]), !unasserted.mustBeAsserted(before: next, at: exhaustivity) {
      return false
    }
    return mistakes.takeLeftOut(isExpected)
  }

  /// Whether a value is the expected one, or differs in nothing but a payload that may depend on disputed state.
  func isExpected<Value>(_ value: Value, _ expectation: Expectation<Value>) -> Bool {
    if expectation.matches(value) { return true }
    guard hasMistakes, isStateDisputed, let expected = expectation.value else { return false }
    return caseName(of: expected).map { $0 == caseName(of: value) } ?? false
  }

  /// Whether what is missing now follows from what was reported as missing.
  ///
  /// - Parameter kind: What is missing now.
  func isMissingForReportedReason(_ kind: EventKind) -> Bool {
    guard mistakes.lastMissing != log.count else { return true }
    // An effect that did not start sends nothing, and a feedback that did not come causes nothing.
    if mistakes.missing.contains(where: { $0.kind == (kind == .feedback ? .started : .feedback) }) { return true }
    guard !unasserted.all.contains(where: { $0.startedEffect == nil }) else { return false }
    let passed = mistakes.missing.first.map { $0.instant.duration(to: time.now) } ?? .zero
    let amount = (mistakes.debt?.amount ?? .zero) + passed
    let ledger = ledger
    guard let remaining = shortestSleep(of: ledger.map(\.snapshot)), remaining <= amount else { return false }
    mistakes.lastMissing = log.count
    environment.excuse(ledger.map(\.token.id))
    return true
  }

  /// Records that something was reported as missing, and the time that the test has not let pass.
  func beginMissing(_ ledger: [(token: EffectToken, snapshot: EffectSnapshot)], isIdle: Bool) {
    mistakes.lastMissing = log.count
    environment.excuse(ledger.map(\.token.id))
    guard isIdle else { return }
    mistakes.debt = shortestSleep(of: ledger.map(\.snapshot)).map { remaining in
      let idle = log.events.last.map { $0.instant.duration(to: time.now) } ?? .zero
      return ReportedMistakes.TimeDebt(amount: idle + remaining, deadline: time.now.advanced(by: remaining))
    }
  }

  /// How much time wakes the first effect that sleeps.
  func shortestSleep(of effects: [EffectSnapshot]) -> Duration? {
    effects.compactMap { effect in
      if case .sleep(_, let remaining) = effect.waitingOn { remaining } else { nil }
    }
    .min()
  }
}

// MARK: - State

extension TestSession {
  /// Whether the test knows another state than the store's, so that payloads may differ as well.
  var isStateDisputed: Bool { mistakes.disputedFields(of: asserted)?.isEmpty != true }

  /// Keeps the asserted state as the one that the test knows, before the test's state becomes another one.
  func keepBelief() {
    if case .inStep = mistakes.belief { mistakes.belief = .state(asserted) }
  }

  /// Applies a step's assertion to the state as the test knows it.
  ///
  /// - Parameter assertion: The assertion; nil if the test asserts no change.
  func updateBelief(_ assertion: ((inout Feature.State) throws -> Void)?) {
    guard let assertion, case .state(var state) = mistakes.belief else { return }
    var hasThrown = false
    withoutReports {
      hasThrown = DependencyValues.withValues(engine.dependencies) { (try? assertion(&state)) == nil }
    }
    if !hasThrown { mistakes.belief = .state(state) }
  }

  /// Applies the assertion of a feedback that did not come, or was left out, to the state as the test knows it.
  func updateBelief(
    _ expectation: Expectation<Feature.Feedback>,
    _ assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) {
    keepBelief()
    guard let feedback = expectation.value else { return mistakes.belief = .unknown }
    updateBelief(assertion(feedback))
  }

  /// Whether states differ only where the test knows another state than the store's, because of a reported mistake.
  ///
  /// - Parameters:
  ///   - disputed: The fields in which the state before the step differs from the one that the test knows; nil for all.
  ///   - first: The state that the test asserts.
  ///   - second: The store's state.
  func followsFromMistake(_ disputed: Set<Substring>?, _ first: Feature.State, _ second: Feature.State) -> Bool {
    guard let disputed else { return true }
    guard !disputed.isEmpty else { return false }
    return fields(of: differences(first, second)).isSubset(of: disputed)
  }
}
