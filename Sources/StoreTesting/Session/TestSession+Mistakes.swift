import StoreCore
import StoreDependencies

// MARK: - Events and expectations

extension TestSession {
  /// Records a missing feedback.
  func noteMissing(_ expectation: Expectation<Feature.Feedback>) {
    noteMissing(.feedback, expectation.value) { $0.isFeedback(expectation) }
  }

  /// Records a missing output.
  func noteMissing(output expectation: Expectation<Feature.Output>) {
    noteMissing(.output, expectation.value) { $0.isOutput(expectation) }
  }

  /// Records a missing event.
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
    // A non-exhaustive test needn't receive events in order, so it continues with its next assertion.
    if !exhaustivity.isExhaustive { mistakes.lastMissing = nil }
  }

  /// Records that a missing event has arrived, from an effect that ran when it was missing.
  func endMissing(_ event: Event<Feature>) {
    if mistakes.takeMissing(event, isAsserted: true) { clearMissedTimeIfOver() }
  }

  /// Clears the missing time, if the missing event arrived exactly when that time had passed.
  private func clearMissedTimeIfOver() {
    if mistakes.missedTime?.deadline == time.now { mistakes.missedTime = nil }
  }

  /// Records events that were reported or follow from a mistake, and skips their changes of the state.
  func passOver(_ events: [Event<Feature>]) {
    guard !events.isEmpty else { return }
    keepAssumedState()
    mistakes.noteLeftOut(events)
    for effect in events.compactMap(\.startedEffect) { silentEffects.assert(effect) }
    asserted = events.last { $0.stateAfter != nil }?.stateAfter ?? asserted
  }

  /// Skips events that were missing, have arrived late, and precede the event that the test asserts.
  ///
  /// - Parameter isExpected: Whether an event is the one that the test asserts.
  func skipLateEvents(before isExpected: (Event<Feature>) -> Bool) {
    guard exhaustivity.isExhaustive else { return }
    while let index = unasserted.firstIndex(where: { $0.kind != .started }) {
      let event = unasserted[index]
      guard !isExpected(event), mistakes.unexplainedEvents(in: [event]).isEmpty else { return }
      let effects = unasserted.take(before: index)
      // The consequences of a feedback are skipped with it. The test may still assert them.
      let end = event.kind == .feedback ? unasserted.dropFirst().firstIndex { $0.kind == .feedback } : 1
      passOver(unasserted.take(before: end ?? unasserted.count))
      for effect in mistakes.unexplainedEvents(in: effects).reversed() { unasserted.prepend(effect) }
      clearMissedTimeIfOver()
    }
  }

  /// Removes a left-out event, if the test asserts it instead of the next event.
  ///
  /// - Parameters:
  ///   - next: The index of the event that the test would otherwise assert.
  ///   - isExpected: Whether an event is the one that the test asserts.
  /// - Returns: Whether the test asserts a left-out event.
  func takeLeftOut(unless next: Int?, _ isExpected: (Event<Feature>) -> Bool) -> Bool {
    // A test that left out an event continues with equal events that arrived later.
    if let next, isExpected(unasserted[next]), !unasserted.mustBeAsserted(before: next, at: exhaustivity) {
      return false
    }
    return takeLeftOut(isExpected)
  }

  /// Removes a left-out event, because the test asserts it now.
  ///
  /// - Returns: Whether one was found.
  func takeLeftOut(_ isExpected: (Event<Feature>) -> Bool) -> Bool {
    if let index = leftOutAsExpected.firstIndex(where: isExpected) {
      leftOutAsExpected.remove(at: index)
      return true
    }
    return hasMistakes && mistakes.takeLeftOut(isExpected)
  }

  /// Whether the test may assert an event out of order, after a mistake.
  @inline(never)
  func mayAssert(_ matches: (Event<Feature>) -> Bool) -> Bool {
    leftOutAsExpected.contains(where: matches) || hasMistakes && mistakes.mayAssert(matches)
  }

  /// Whether a value is the expected one, or differs only in a payload that may depend on disputed state.
  func isExpected<Value>(_ value: Value, _ expectation: Expectation<Value>) -> Bool {
    expectation.matches(value) || hasMistakes && mayBeExpected(value, expectation)
  }

  /// Whether a value differs from the expected one only in a payload that may depend on disputed state.
  @inline(never)
  private func mayBeExpected<Value>(_ value: Value, _ expectation: Expectation<Value>) -> Bool {
    guard isStateDisputed, let expected = expectation.value else { return false }
    return caseName(of: expected).map { $0 == caseName(of: value) } ?? false
  }

  /// Whether a missing event follows from an event that was reported as missing.
  ///
  /// - Parameter kind: The kind of the missing event.
  func isMissingForReportedReason(_ kind: EventKind) -> Bool {
    guard mistakes.lastMissing != log.count, !mistakes.isEffectIncomplete else { return true }
    // An effect that did not start can't send, and a feedback that did not arrive has no consequences.
    if mistakes.missing.contains(where: { $0.kind == (kind == .feedback ? .started : .feedback) }) { return true }
    guard !unasserted.contains(where: { $0.startedEffect == nil }) else { return false }
    let passed = mistakes.missing.first.map { $0.instant.duration(to: time.now) } ?? .zero
    let amount = (mistakes.missedTime?.amount ?? .zero) + passed
    let ledger = ledger
    guard let remaining = shortestSleep(of: ledger.map(\.snapshot)), remaining <= amount else { return false }
    mistakes.lastMissing = log.count
    environment.noteReported(ledger.map(\.token.id))
    return true
  }

  /// Records that the store lacks a dependency.
  func noteMissingDependency(_ kind: RuntimeIssue.Kind, of effect: EffectToken?) {
    // The reducer reads values; only effects call endpoints.
    let step = kind == .unimplementedEndpoint && effect != nil ? nil : environment.step
    mistakes.noteMissingDependency(at: step, of: effect)
  }

  /// Records that an event was reported as missing, and the duration by which the test didn't advance the clock.
  func beginMissing(_ ledger: [(token: EffectToken, snapshot: EffectSnapshot)], isIdle: Bool) {
    mistakes.lastMissing = log.count
    environment.noteReported(ledger.map(\.token.id) + silentEffects.numbers)
    guard isIdle else { return }
    mistakes.missedTime = shortestSleep(of: ledger.map(\.snapshot)).map { remaining in
      let idle = log.newest.map { $0.instant.duration(to: time.now) } ?? .zero
      return ReportedMistakes.MissedTime(amount: idle + remaining, deadline: time.now.advanced(by: remaining))
    }
  }

  /// Returns the time until the first sleeping effect wakes.
  func shortestSleep(of effects: [EffectSnapshot]) -> Duration? {
    effects.compactMap { effect in
      if case .sleep(_, let remaining) = effect.waitingOn { remaining } else { nil }
    }
    .min()
  }
}

// MARK: - State

extension TestSession {
  /// Whether the assumed state differs from the store's, so that payloads may also differ.
  var isStateDisputed: Bool { disputedFields(of: asserted)?.isEmpty != true }

  /// Returns the fields in which a state differs from the assumed one; nil if all fields may differ.
  ///
  /// Performance: it is a separate function, as a generic value makes the runtime look up its type.
  @inline(never)
  func disputedFields(of state: Feature.State) -> Set<Substring>? { mistakes.disputedFields(of: state) }

  /// Returns the fields that may differ after a message; nil for all, if the message used a missing dependency.
  @inline(never)
  func disputedFields(of state: Feature.State, reducedIn step: CallSite?) -> Set<Substring>? {
    guard let step, mistakes.incompleteSteps.contains(step) else { return disputedFields(of: state) }
    keepAssumedState()
    return nil
  }

  /// Whether a missing change of the state in this step follows from a reported mistake.
  @inline(never)
  func excusesUnchangedState(_ disputed: Set<Substring>?) -> Bool {
    mistakes.excusesUnchangedState(disputed, at: environment.step)
  }

  /// Records that the input of this step is suspect.
  @inline(never)
  func noteSuspectInput() { mistakes.suspectInputs.append(environment.step) }

  /// Records events that the test may still assert.
  @inline(never)
  func noteLeftOut(_ events: [Event<Feature>]) { mistakes.noteLeftOut(events) }

  /// Keeps the asserted state as the assumed one, before the asserted state changes.
  func keepAssumedState() {
    if case .matchesStore = mistakes.assumedState { mistakes.assumedState = .state(asserted) }
  }

  /// Applies a step's assertion to the assumed state.
  ///
  /// - Parameter assertion: The assertion; nil if the test asserts no change.
  func updateAssumedState(_ assertion: ((inout Feature.State) throws -> Void)?) {
    guard let assertion, case .state(var state) = mistakes.assumedState else { return }
    var hasThrown = false
    withoutReports {
      hasThrown = DependencyValues.withValues(engine.dependencies) { (try? assertion(&state)) == nil }
    }
    if !hasThrown { mistakes.assumedState = .state(state) }
  }

  /// Applies the assertion of a missing or left-out feedback to the assumed state.
  func updateAssumedState(
    _ expectation: Expectation<Feature.Feedback>,
    _ assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) {
    keepAssumedState()
    guard let feedback = expectation.value else { return mistakes.assumedState = .unknown }
    updateAssumedState(assertion(feedback))
  }

  /// Whether states differ only in disputed fields, because of a reported mistake.
  ///
  /// - Parameters:
  ///   - disputed: The fields in which the state before the step differs from the assumed one; nil for all.
  ///   - first: The state that the test asserts.
  ///   - second: The store's state.
  func followsFromMistake(_ disputed: Set<Substring>?, _ first: Feature.State, _ second: Feature.State) -> Bool {
    guard let disputed else { return true }
    guard !disputed.isEmpty else { return false }
    return fields(of: differences(first, second)).isSubset(of: disputed)
  }
}
