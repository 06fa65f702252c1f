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
    var next: Int?
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      if hasMistakes { skipLateEvents { $0.feedback.map { isExpected($0, expectation) } ?? false } }
      next = nextFeedback(expectation)
      return next != nil || mayAssertLate && mayAssert { $0.isFeedback(expectation) }
    }
    if mayAssertLate, takeLeftOut(expectation, unless: next, assertion) { return }
    guard let index = next else { return reportMissing(expectation, outcome, assertion) }
    pass(upTo: index)
    guard let message = unasserted.first?.message, let feedback = message.feedback, isExpected(feedback, expectation)
    else { return reportUnexpected(expectation, assertion) }
    consumeFirst(message, feedback, assertion(feedback))
  }

  /// Removes a left-out feedback, if the test asserts it instead of the next one.
  ///
  /// Performance: it is a separate function, as a function looks up all of its types when it begins.
  @inline(never)
  private func takeLeftOut(
    _ expectation: Expectation<Feature.Feedback>,
    unless next: Int?,
    _ assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) -> Bool {
    guard takeLeftOut(unless: next, { $0.isFeedback(expectation) }) else { return false }
    if hasMistakes { updateAssumedState(expectation, assertion) }
    return true
  }

  /// Reports a missing feedback.
  @inline(never)
  private func reportMissing(
    _ expectation: Expectation<Feature.Feedback>,
    _ outcome: WaitOutcome,
    _ assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) {
    let nearMiss = NearMiss<Feature>(log: log)
    let missingReason = expectation.text.isEmpty ? nil : nearMiss.missingReason(of: expectation)
    let kind = kind(outcome, otherwise: .missingFeedback)
    let noun = (Feature.self as? any FeedbackWording.Type)?.noun ?? "feedback"
    let isDropped = missingReason != nil && nearMiss.dropped(expectation) != nil
    reportMissing(
      .feedback,
      expectation.text,
      noun,
      outcome,
      kind,
      missingReason: missingReason,
      expected: expectation.value,
      mayCome: !isDropped
    )
    noteMissing(expectation)
    updateAssumedState(expectation, assertion)
  }

  /// Returns the index of the feedback that a `receive` asserts: the next one, or, if order doesn't matter, the next
  /// match.
  private func nextFeedback(_ expectation: Expectation<Feature.Feedback>) -> Int? {
    // If order matters, it is the next feedback, even if that doesn't match.
    if exhaustivity.coversFeedback { return unasserted.firstIndex(of: .feedback) }
    let match = unasserted.firstIndex { $0.isFeedback(expectation) }
    guard match == nil, hasMistakes else { return match }
    return unasserted.firstIndex { event in event.feedback.map { isExpected($0, expectation) } ?? false }
  }

  /// Removes the oldest event, which is a feedback, and checks how it changed the state.
  func consumeFirst(
    _ message: ReducedMessage<Feature>,
    _ feedback: Feature.Feedback,
    _ assertion: ((inout Feature.State) throws -> Void)?
  ) {
    let event = unasserted.take(at: 0)
    noteAssertion(of: message)
    if hasMistakes { noteReceipt(event) }
    var isSkipped = false
    let explains = { (expected: Feature.State) in
      isSkipped = self.exhaustivity.coversFeedback && self.reportSkipped(event, expected: expected)
      return isSkipped
    }
    let (after, step) = (message.after, message.step)
    check(from: asserted, to: after, reducedIn: step, cause: describe(feedback), unless: explains, assertion)
    asserted = after
    if isSkipped, let index = unasserted.firstIndex(of: .feedback) {
      pass(upTo: index)
      asserted = unasserted.take(at: 0).stateAfter ?? asserted
    }
  }

  /// Skips the events before an index, and reports those that had to be asserted.
  func pass(upTo index: Int) {
    guard index > 0 else { return }
    if exhaustivity.coversFeedback, !unasserted.mustBeAsserted(before: index, at: exhaustivity) {
      unasserted.drop(before: index)
    } else {
      report(upTo: index)
    }
  }

  /// Skips the events before an index, if some of them had to be asserted.
  private func report(upTo index: Int) {
    if exhaustivity.coversFeedback {
      reportUnhandled(unasserted.take(before: index), newest: asserted) { "before the next feedback" }
    } else {
      // Outputs remain: at these levels they are asserted in a separate order.
      let passed = unasserted.take(before: index)
      let outputs = passed.filter { $0.output != nil }
      passedFeedback = passed.filter { $0.feedback != nil }
      reportPassed(passed)
      let next = unasserted.take(at: 0)
      let rest = unasserted.takeAll()
      for event in [next] + outputs + rest { unasserted.append(event) }
    }
  }

  /// Reports the feedback that a step skips, if the test requests that.
  func reportPassed(_ passed: [Event<Feature>]) {
    let skipped = passed.filter { $0.kind == .feedback }
    guard !skipped.isEmpty else { return }
    reportSkipped("The test leaves \(count(skipped.count, "event")) unasserted before the feedback that it receives.") {
      list(skipped.map { summary(of: $0) }, to: 12)
    }
  }

  /// Reports an unexpected feedback. If the expected one arrived later, the test continues after it.
  func reportUnexpected(
    _ expectation: Expectation<Feature.Feedback>,
    _ assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) {
    guard let first = unasserted.first, let feedback = first.feedback else { return }
    let match = unasserted.firstIndex { $0.isFeedback(expectation) }
    let expected = expectation.noun((Feature.self as? any FeedbackWording.Type)?.noun ?? "feedback")
    fail(
      .unexpectedFeedback,
      "The store received \(describe(feedback)) where the test expects \(expected).",
      details: paragraphs(
        list(["expected \(expected)", "received \(summary(of: first))"]),
        formatter.doubling(of: first),
        match == nil ? NearMiss<Feature>.likeness(of: feedback, to: expectation) : nil,
        match == nil ? NearMiss<Feature>(log: log).missingReason(of: expectation) : nil,
        replacement(for: first, until: match ?? 1, isSwapped: match != nil),
        match == 1 ? unorderedReceipt(of: first, unasserted[1]) : nil
      )
    )
    passOver(unasserted.take(before: match ?? 1))
    // A wrong payload counts as the expected feedback; with another case, the expected feedback may still arrive.
    let isWrongPayload =
      Event<Feature>.caseKey(.feedback, expectation.value) == Event<Feature>.caseKey(.feedback, feedback)
    if match == nil, !isWrongPayload { noteMissing(expectation) }
    updateAssumedState(expectation, assertion)
    guard match != nil else { return }
    let event = unasserted.take(at: 0)
    asserted = event.stateAfter ?? asserted
    // If this `receive` was superfluous, and not the previous one left out, the test receives this one again.
    mistakes.noteLeftOut([event])
  }

  /// Reports a missing event.
  ///
  /// - Parameters:
  ///   - expected: The expected kind of event.
  ///   - text: The text of the expectation, after the word for the kind.
  ///   - what: The word for the kind.
  ///   - outcome: The end of the wait.
  ///   - kind: The kind of failure.
  ///   - missingReason: The explanation for the missing event, if any.
  ///   - value: The expected value, if the test specifies one.
  ///   - mayCome: Whether the event may arrive when time passes.
  func reportMissing(
    _ expected: EventKind,
    _ text: String,
    _ what: String,
    _ outcome: WaitOutcome,
    _ kind: TestFailure.Kind,
    missingReason: String? = nil,
    expected value: Any? = nil,
    mayCome: Bool = true
  ) {
    if isMissingForReportedReason(expected) { return }
    let ledger = ledger
    let effects = ledger.map(\.snapshot)
    let isIdle = if case .idle = outcome { true } else { false }
    defer { beginMissing(ledger, isIdle: isIdle) }
    let others = unasserted.filter { $0.startedEffect == nil }.map { summary(of: $0) }
    let verb = expected == .output ? "was not emitted" : what == "feedback" ? "did not arrive" : "did not happen"
    fail(
      kind,
      "The \(what)\(text.isEmpty ? "" : " \(text)") \(verb).",
      details: paragraphs(
        missingReason,
        reason(outcome, effects),
        (mayCome || effects.isEmpty) && others.isEmpty ? cure(for: value, effects) : nil,
        others.isEmpty ? nil : "The test can receive:\n\n\(list(others, to: 12))"
      )
    )
  }

  /// Receives several feedbacks in any order, and checks how they changed the state together.
  func receive(
    unordered expected: UnorderedExpectations<Feature.Feedback>,
    timeout: Duration?,
    assertion: ((inout Feature.State) throws -> Void)?
  ) async {
    let count = expected.rest.count
    let outcome = await wait(timeout: checkedTimeout(timeout)) { unorderedIndices(expected).count >= count }
    if !exhaustivity.coversFeedback { keepOnly(unorderedIndices(expected)) }
    let before = asserted
    var after = before
    var open = expected
    var unexpected: [Event<Feature>] = []
    var received: [Feature.Feedback] = []
    for _ in 0..<count {
      guard let index = unasserted.firstIndex(where: { $0.kind == .feedback }) else { break }
      if index > 0 { pass(upTo: index) }
      let event = unasserted.take(at: 0)
      guard let message = event.message, let feedback = message.feedback else { break }
      noteAssertion(of: message)
      received.append(feedback)
      after = event.stateAfter ?? after
      if open.take(feedback) {
        if hasMistakes { endMissing(event) }
      } else {
        unexpected.append(event)
      }
    }
    // Deferred: inside the closure, the store's state is still the previous one.
    defer { asserted = after }
    if open.isEmpty {
      let cause = { shortened(received.map { describe($0) }).joined(separator: ", ") }
      return check(from: before, to: after, cause: cause(), mustChange: true, assertion)
    }
    var missing = open.rest
    let texts = missing.map(\.text).joined(separator: ", ")
    if !unexpected.isEmpty { after = passMissing(&missing) ?? after }
    guard unexpected.isEmpty else {
      return fail(
        .unexpectedFeedback,
        "The store received \(unexpected.map { summary(of: $0) }.joined(separator: ", ")), where the test expects \(texts), in any order.",
        details: paragraphs("If the feature is right, receive it:", code(fixes(for: unexpected, from: before)))
      )
    }
    reportMissing(.feedback, texts, "feedback", outcome, kind(outcome, otherwise: .missingFeedback))
    for expectation in missing { noteMissing(expectation) }
  }
}

extension TestSession {
  /// Returns the indices of the feedbacks that an unordered `receive` asserts.
  private func unorderedIndices(_ expected: UnorderedExpectations<Feature.Feedback>) -> [Int] {
    var open = expected
    return unasserted.indices.filter { index in
      guard let feedback = unasserted[index].feedback else { return false }
      return exhaustivity.coversFeedback || open.take(feedback)
    }
  }

  /// Skips missing feedbacks that arrive later, so that they aren't reported twice.
  ///
  /// - Returns: The state after the last of them.
  private func passMissing(_ missing: inout [Expectation<Feature.Feedback>]) -> Feature.State? {
    var state: Feature.State?
    while let match = missing.lazy.compactMap({ expectation in
      self.unasserted.firstIndex { $0.isFeedback(expectation) }
    }).first {
      let passed = unasserted.take(before: match + 1)
      state = passed.last { $0.feedback != nil }?.stateAfter ?? state
      guard let feedback = passed.last?.feedback else { break }
      missing.removeAll { $0.matches(feedback) }
    }
    return state
  }

  /// Removes feedback that needn't be asserted, up to the last asserted one.
  private func keepOnly(_ indices: [Int]) {
    guard let last = indices.last else { return }
    let all = Array(unasserted)
    let kept = Set(indices)
    let passed = (0..<last).filter { !kept.contains($0) && all[$0].kind == .feedback }
    for index in passed.reversed() { _ = unasserted.take(at: index) }
    reportPassed(passed.map { all[$0] })
  }
}
