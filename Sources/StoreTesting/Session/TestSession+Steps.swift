package import StoreCore
import StoreDependencies

extension TestSession {
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
    check(from: asserted, to: content.after, cause: cause(), message: content, assertion)
    asserted = content.after
    noteAssertion(of: content)
  }

  /// Notifies the observers that the test asserts a message.
  func noteAssertion(of message: ReducedMessage<Feature>) {
    guard !observers.isEmpty else { return }
    for observer in observers { observer.noteAssertion(of: message, at: environment.step, exhaustivity) }
  }

  /// The state after all events so far.
  var newestState: Feature.State {
    judge.open.last { $0.kind == .feedback }.flatMap { Event<Feature>(record: $0).stateAfter } ?? asserted
  }

  /// Discards the unasserted events, and treats the newest state as asserted.
  package func discardUnasserted() {
    judge.discard()
    asserted = engine.state
  }

  /// Reports the events that had to be asserted, and treats the newest state as asserted.
  ///
  /// - Parameter action: The next action of the test, for failures.
  func closeStep(before action: () -> String) {
    if !judge.isClear { reportRest { "before \(action())" } }
  }

  /// Reports the events that the test had to assert by now, except the starts of some effects.
  func reportRest(except running: Set<Int> = [], _ moment: () -> String) {
    let newest = newestState
    let inFlight = environment.inFlightEffects.numbers
    let rest = judge.close { !inFlight.contains($0.id) }
    reportUnhandled(
      rest.filter { !($0.startedEffect.map { running.contains($0.id) } ?? false) },
      newest: newest,
      moment
    )
    asserted = newest
  }

  /// Reports unasserted events in one failure, and treats the state after them as asserted.
  func reportUnhandled(_ records: [EventRecord], _ moment: () -> String) {
    let newest = records.last { $0.kind == .feedback }.flatMap { Event<Feature>(record: $0).stateAfter } ?? asserted
    reportUnhandled(records, newest: newest, moment)
    asserted = newest
  }

  /// Reports unasserted events in one failure.
  ///
  /// - Parameters:
  ///   - records: The unasserted events.
  ///   - newest: The state after them.
  ///   - moment: Returns the moment at which they had to be asserted.
  private func reportUnhandled(_ records: [EventRecord], newest: Feature.State, _ moment: () -> String) {
    guard !records.isEmpty else { return }
    let rest = records.map { Event<Feature>(record: $0) }
    let open = rest.filter { judge.isDemanded($0.record) }
    if let first = open.first {
      fail(
        first.unhandledKind,
        open.count == 1
          ? "The test does not assert \(summary(of: first)), \(moment())."
          : "The test does not assert \(open.count) events \(moment()). The first is \(summary(of: first)).",
        details: paragraphs(
          open.count == 1 ? nil : list(open.map { summary(of: $0) }, to: 12),
          doubling(in: open),
          omission(first, rest)
        ),
        accepting: acceptedSteps(for: rest, from: asserted)
      )
      // One run completes the test.
      guard accepts else { return }
    }
    if exhaustivity == .observable, newest != asserted {
      let names = shortened(rest.compactMap(\.feedback).map { describe($0) }).joined(separator: ", ")
      return fail(
        .unexpectedState,
        "Feedback \(names) changed the state, and the test does not assert it \(moment()).",
        details: paragraphs(
          list(differences(asserted, newest).map(\.changeText)),
          "If the feature is right, assert it:",
          code(["await store.settle" + Suggestion.closure(from: asserted, to: newest, near: environment.step.filePath)])
        ),
        accepting: .settling(
          ClosureChange(from: asserted, asserted: asserted, to: newest, near: environment.step.filePath),
          event: records.last?.number ?? 0
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
    guard exhaustivity.coversFeedback, !judge.open.isEmpty else { return false }
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
      for case let message? in judge.acceptFeedback().map({ Event<Feature>(record: $0).message }) {
        noteAssertion(of: message)
      }
    }
    return newest
  }
}
