import StoreCore

extension TestSession {
  /// Receives a feedback, and checks how it changed the state.
  ///
  /// - Parameters:
  ///   - expectation: The expected feedback.
  ///   - timeout: The longest wait for work outside of the test's control.
  ///   - assertion: Returns the assertion of a feedback's change of the state; nil if the test asserts none.
  func receive(
    _ expectation: Expectation<Feature.Feedback>,
    timeout: Duration?,
    assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) async {
    if accepts { return await acceptReceipt(of: expectation, timeout: timeout, assertion: assertion) }
    let isExpected = { (event: EventRecord) in Event<Feature>(record: event).isFeedback(expectation) }
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      judging { $0.next(.feedback, isExpected: isExpected) } != nil
    }
    let verdict = judging { $0.receive(.feedback, isExpected: isExpected) }
    report(unhandled: verdict.unhandled, skipped: verdict.skipped) { "before the next feedback" }
    switch verdict.answer {
    case .accepted(let event): checkFeedback(Event(record: event), assertion)
    case .unexpected(let instead, let later): reportUnexpected(instead, before: later, insteadOf: expectation)
    case .missing: reportMissing(expectation, outcome)
    }
  }

  /// Reports the events that a step has passed, if they had to be asserted, or if the test requests it.
  func report(unhandled: [EventRecord], skipped: [EventRecord], _ moment: () -> String) {
    if !unhandled.isEmpty { reportUnhandled(unhandled, moment) }
    if let first = skipped.first {
      environment.acceptance?.noteSkipped(first.number)
      reportPassed(skipped)
    }
  }

  /// Reports the feedback that a step skips, if the test requests that.
  func reportPassed(_ skipped: [EventRecord]) {
    reportSkipped("The test leaves \(count(skipped.count, "event")) unasserted before the feedback that it receives.") {
      list(skipped.map { summary(of: Event(record: $0)) }, to: 12)
    }
  }

  /// Checks how a received feedback changed the state.
  func checkFeedback(
    _ event: Event<Feature>,
    _ assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) {
    guard let message = event.message, let feedback = message.feedback else { return }
    noteAssertion(of: message)
    environment.acceptance?.noteAsserted(event.number)
    var successor: Event<Feature>?
    let explains = { (expected: Feature.State) in
      guard self.exhaustivity.coversFeedback, !self.accepts else { return false }
      successor = self.equalSuccessor(of: event, expected: expected)
      if successor != nil { self.reportLeftOut(event) }
      return successor != nil
    }
    check(
      from: asserted,
      to: message.after,
      cause: describe(feedback),
      message: message,
      unless: explains,
      assertion(feedback)
    )
    asserted = message.after
    guard let successor else { return }
    _ = judging { $0.receive(.feedback) { $0 === successor.record } }
    asserted = successor.stateAfter ?? asserted
  }

  /// Reports that a feedback was left out before an equal one.
  private func reportLeftOut(_ event: Event<Feature>) {
    fail(
      .unhandledFeedback,
      "The test does not assert \(summary(of: event)). The assertion here describes the state after the next one.",
      details: paragraphs("If the feature is right, first receive:", code(fixes(for: [event], from: asserted))),
      accepting: acceptedSteps(for: [event], from: asserted)
    )
  }

  /// Reports a missing feedback.
  @inline(never)
  func reportMissing(
    _ expectation: Expectation<Feature.Feedback>,
    _ outcome: WaitOutcome,
    accepting edit: Acceptance.Edit? = nil
  ) {
    let nearMiss = NearMiss<Feature>(log: log)
    let missingReason = expectation.text.isEmpty ? nil : nearMiss.missingReason(of: expectation)
    let isDropped = missingReason != nil && nearMiss.dropped(expectation) != nil
    reportMissing(
      .feedback,
      expectation.text,
      after: outcome,
      missingReason: missingReason,
      expected: expectation.value,
      mayCome: !isDropped,
      accepting: edit
    )
  }

  /// The word for feedback in failures.
  private var feedbackNoun: String { wording?.noun ?? "feedback" }

  /// Reports feedback that came instead of the expected one. The test continues after it.
  func reportUnexpected(
    _ records: [EventRecord],
    before later: EventRecord?,
    insteadOf expectation: Expectation<Feature.Feedback>
  ) {
    let instead = records.map { Event<Feature>(record: $0) }
    let later = later.map { Event<Feature>(record: $0) }
    guard let first = instead.first, let feedback = first.feedback else { return }
    let expected = expectation.noun(feedbackNoun)
    fail(
      .unexpectedFeedback,
      "The store received \(describe(feedback)) where the test expects \(expected).",
      details: paragraphs(
        list(["expected \(expected)", "received \(summary(of: first))"]),
        formatter.doubling(of: first),
        later == nil ? NearMiss<Feature>.likeness(of: feedback, to: expectation) : nil,
        later == nil ? NearMiss<Feature>(log: log).missingReason(of: expectation) : nil,
        replacement(for: first, in: instead, isSwapped: later != nil),
        instead.count == 1 ? later.flatMap { unorderedReceipt(of: first, $0) } : nil
      ),
      accepting: later == nil ? nil : acceptedSteps(for: instead, from: asserted)
    )
    asserted = (later ?? instead.last { $0.feedback != nil })?.stateAfter ?? asserted
    if let later { environment.acceptance?.noteAsserted(later.number) }
  }

  /// Reports a missing event.
  ///
  /// - Parameters:
  ///   - expected: The expected kind of event: a feedback or an output.
  ///   - text: The text of the expectation, after the word for the kind.
  ///   - outcome: The end of the wait.
  ///   - missingReason: The explanation for the missing event, if any.
  ///   - value: The expected value, if the test specifies one.
  ///   - mayCome: Whether the event may arrive when time passes.
  ///   - edit: The change of the source; nil if none cures the failure.
  func reportMissing(
    _ expected: EventKind,
    _ text: String,
    after outcome: WaitOutcome,
    missingReason: String? = nil,
    expected value: Any? = nil,
    mayCome: Bool = true,
    accepting edit: Acceptance.Edit? = nil
  ) {
    let noun = expected == .output ? "output" : feedbackNoun
    let verb = expected == .output ? "was not emitted" : wording == nil ? "did not arrive" : "did not happen"
    let effects = ledger.map(\.snapshot)
    let others = judge.open.filter { $0.kind != .started }.map { summary(of: Event(record: $0)) }
    fail(
      outcome.kind(otherwise: expected == .output ? .missingOutput : .missingFeedback),
      "The \(noun)\(text.isEmpty ? "" : " \(text)") \(verb).",
      details: paragraphs(
        missingReason,
        missingReason == nil ? forgottenMessage : nil,
        outcome.reason(with: effects),
        (mayCome || effects.isEmpty) && others.isEmpty ? cure(for: value, effects) : nil,
        others.isEmpty ? nil : "The test can receive:\n\n\(list(others, to: 12))"
      ),
      accepting: edit
    )
  }

  /// Receives several feedbacks in any order, and checks how they changed the state together.
  func receive(
    unordered expected: UnorderedExpectations<Feature.Feedback>,
    timeout: Duration?,
    assertion: ((inout Feature.State) throws -> Void)?
  ) async {
    let count = expected.rest.count
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      var open = expected
      return judging { judge in
        judge.holds(count) { event in Event<Feature>(record: event).feedback.map { open.take($0) } ?? false }
      }
    }
    let before = asserted
    var open = expected
    let verdict = judging { judge in
      judge.receive(unordered: count) { event in
        Event<Feature>(record: event).feedback.map { open.take($0) } ?? false
      }
    }
    report(unhandled: verdict.unhandled, skipped: verdict.skipped) { "before the next feedback" }
    let accepted = verdict.accepted.compactMap { Event<Feature>(record: $0).message }
    for message in accepted { noteAssertion(of: message) }
    if let newest = verdict.newest { environment.acceptance?.noteAsserted(newest.number) }
    let after = verdict.newest.flatMap { Event<Feature>(record: $0).stateAfter } ?? before
    // Deferred: inside the closure, the store's state is still the previous one.
    defer { asserted = after }
    guard verdict.unexpected.isEmpty else {
      let unexpected = verdict.unexpected.map { Event<Feature>(record: $0) }
      var missing = expected
      for feedback in accepted.compactMap(\.feedback) { _ = missing.take(feedback) }
      let texts = missing.rest.map(\.text).joined(separator: ", ")
      fail(
        .unexpectedFeedback,
        "The store received \(unexpected.map { summary(of: $0) }.joined(separator: ", ")), where the test expects \(texts), in any order.",
        details: paragraphs("If the feature is right, receive it:", code(fixes(for: unexpected, from: before))),
        accepting: acceptedArgument(for: verdict)
      )
      if accepts, verdict.later.isEmpty { check(from: before, to: after, cause: "these feedbacks", assertion) }
      return
    }
    guard open.isEmpty else {
      let texts = open.rest.map(\.text).joined(separator: ", ")
      return reportMissing(.feedback, texts, after: outcome, accepting: outcome.provesAbsence ? .removal : nil)
    }
    let cause = { shortened(accepted.compactMap(\.feedback).map { describe($0) }).joined(separator: ", ") }
    check(from: before, to: after, cause: cause(), mustChange: true, assertion)
  }
}
