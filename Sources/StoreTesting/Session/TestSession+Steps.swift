package import StoreCore
package import StoreDependencies

extension TestSession {
  /// Whether the store has ended.
  package var isEnded: Bool { environment.isEnded }

  /// Begins a step of the test.
  ///
  /// - Returns: False, after reporting it, if the store has ended, or if a step of another task runs. Otherwise the
  ///   caller must end the step.
  package func begin(_ step: String, _ site: CallSite) -> Bool {
    let task = currentTaskIdentity()
    guard environment.beginStep(step, site, by: task) else { return false }
    environment.moveToCurrentTest(from: task)
    let isOpen = environment.begin(site)
    if !forgottenAtStart.isEmpty { reportForgottenAtStart() }
    for observer in environment.observers { observer.noteStep(at: time.now) }
    if isOpen { return true }
    endStep()
    guard !environment.excusesUse else { return false }
    fail(
      .usedAfterEnd,
      "The test called '\(step)' after the store had ended.",
      details: "The call did nothing. Make 'finish()' the last call of a store, and a new store for a new test."
    )
    return false
  }

  /// Ends a step that has begun.
  package func endStep() { environment.stepOwner.end() }

  /// Sends an input.
  ///
  /// - Returns: The input, with the state after it.
  package func send(_ input: Feature.Input, group: EffectGroup) -> ReducedMessage<Feature>? {
    engine.send(input, in: group)
    return newestInput
  }

  /// Checks how an input changed the state, and treats the new state as asserted.
  func check(_ content: ReducedMessage<Feature>, _ assertion: ((inout Feature.State) throws -> Void)?) {
    let cause = { content.input.map { describe($0) } ?? "" }
    check(from: asserted, to: content.after, reducedIn: content.step, cause: cause(), assertion)
    asserted = content.after
    noteAssertion(of: content)
  }

  /// Notifies the observers that the test asserts a message.
  func noteAssertion(of message: ReducedMessage<Feature>) {
    let observers = environment.observers
    guard !observers.isEmpty else { return }
    for observer in observers { observer.noteAssertion(of: message, at: environment.step, exhaustivity) }
  }

  /// The state after all events so far.
  var newestState: Feature.State {
    unasserted.last { $0.feedback != nil }?.stateAfter ?? asserted
  }

  /// Discards the unasserted events, and treats the newest state as asserted.
  package func discardUnasserted() {
    if !unasserted.isEmpty { _ = unasserted.takeAll() }
    silentEffects.removeAll()
    asserted = engine.state
  }

  /// Reports the events that had to be asserted, and treats the newest state as asserted.
  ///
  /// - Parameter action: The next action of the test, for failures.
  func closeStep(before action: () -> String) {
    if hasMistakes {
      skipLateEvents { _ in false }
      if mistakes.missing.isEmpty { mistakes.missedTime = nil }
    }
    if !unasserted.isEmpty || !silentEffects.isEmpty { reportRemainingEvents(before: action) }
  }

  /// Removes and returns the events that the test had to assert by now, in the order in which they happened. An effect
  /// that ended without feedback is the last of them, as the test may assert it anywhere in the step.
  func takeUnasserted() -> [Event<Feature>] {
    unasserted.takeAll() + silentEffects.takeOver(in: environment).map { Event(record: $0) }
  }

  /// Treats the newest state as asserted, and reports the unasserted events.
  private func reportRemainingEvents(before action: () -> String) {
    let newest = newestState
    let rest = takeUnasserted()
    guard !rest.isEmpty else { return }
    if hasMistakes, !mistakes.missing.isEmpty {
      // The missing event may be a consequence of this input. In that case the input was too early, and the events
      // before it are correct.
      keepAssumedState()
      mistakes.postpone(mistakes.unexplainedEvents(in: rest))
    } else {
      reportUnhandled(rest, newest: newest) { "before \(action())" }
    }
    if hasMistakes { noteSuspectInput() }
    asserted = newest
  }

  /// Reports unasserted events in one failure. The test may still assert them later.
  ///
  /// - Parameters:
  ///   - rest: The unasserted events.
  ///   - newest: The state after them.
  ///   - moment: Returns the moment at which they had to be asserted.
  func reportUnhandled(_ rest: [Event<Feature>], newest: Feature.State, _ moment: () -> String) {
    var rest = rest
    if hasMistakes {
      let all = rest
      rest = mistakes.unexplainedEvents(in: all)
      guard !rest.isEmpty || all.isEmpty else { return keepAssumedState() }
    }
    let open = rest.filter { $0.kind.mustBeAsserted(at: exhaustivity) }
    if let first = open.first {
      keepAssumedState()
      defer { mistakes.noteLeftOut(rest.filter { $0.kind != .started || exhaustivity == .strict }) }
      return fail(
        first.unhandledKind,
        open.count == 1
          ? "The test does not assert \(summary(of: first)), \(moment())."
          : "The test does not assert \(open.count) events \(moment()). The first is \(summary(of: first)).",
        details: paragraphs(
          open.count == 1 ? nil : list(open.map { summary(of: $0) }, to: 12),
          doubling(in: open),
          omission(first, rest)
        )
      )
    }
    if exhaustivity == .observable, newest != asserted {
      keepAssumedState()
      defer { mistakes.noteLeftOut(rest.filter { $0.kind != .started }) }
      let names = shortened(rest.compactMap(\.feedback).map { describe($0) }).joined(separator: ", ")
      return fail(
        .unexpectedState,
        "Feedback \(names) changed the state, and the test does not assert it \(moment()).",
        details: paragraphs(
          list(differences(asserted, newest).map(\.changeText)),
          "If the feature is right, assert it:",
          code(["await store.settle" + Suggestion.closure(from: asserted, to: newest, near: environment.step.filePath)])
        )
      )
    }
    let skipped = rest.filter { $0.kind.mustBeAsserted(at: .on) }
    if !skipped.isEmpty {
      reportSkipped("The test leaves \(count(skipped.count, "event")) unasserted \(moment()).") {
        list(skipped.map { summary(of: $0) }, to: 12)
      }
    }
  }

  /// Returns the steps that assert events, or the advice to move the step that asserts the first of them.
  private func omission(_ first: Event<Feature>, _ rest: [Event<Feature>]) -> String {
    misplacement(of: first, isSwapped: true)
      ?? paragraphs(
        "If the feature is right, assert it:",
        code(shortened(fixes(for: rest, from: asserted), mark: "// …"))
      )
  }

  /// Explains that one of several events came twice because a message was reduced twice; nil if none did.
  private func doubling(in events: [Event<Feature>]) -> String? {
    let formatter = formatter
    return events.lazy.compactMap { formatter.doubling(of: $0) }.first
  }

  /// Whether an assertion describes the state after feedback that the test has not received.
  ///
  /// In that case, the missing receipt is the only failure.
  func isAheadOfTest(_ assertion: (inout Feature.State) throws -> Void) -> Bool {
    guard exhaustivity.coversFeedback, !unasserted.isEmpty else { return false }
    var expected = asserted
    var hasThrown = false
    withoutReports {
      hasThrown = DependencyValues.withValues(engine.dependencies) { (try? assertion(&expected)) == nil }
    }
    return !hasThrown && expected != asserted && expected == newestState
  }

  /// Accepts all changes so far, for an assertion on the whole state.
  ///
  /// - Parameter action: The current action of the test, for failures.
  /// - Returns: The newest state.
  func acceptChanges(for action: () -> String) -> Feature.State {
    let newest = newestState
    if exhaustivity.coversFeedback {
      closeStep(before: action)
    } else {
      // Outputs remain, because they are asserted separately.
      while let index = unasserted.firstIndex(where: { $0.kind != .output }) {
        if let message = unasserted.take(at: index).message { noteAssertion(of: message) }
      }
    }
    return newest
  }
}
