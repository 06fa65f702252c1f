import StoreCore
import StoreDependencies
import StoreValues

/// A run that changes the source of its tests.
extension TestSession {
  /// Hands the changes of the source over, as the store ends.
  func endAcceptance() {
    guard let patch = environment.acceptance?.end(hasFailed: environment.reporter.hasFailed) else { return }
    environment.reporter.attach(patch, named: "accepted.patch")
  }

  /// Returns the change of the closure of the current step.
  func acceptedClosure(
    from before: Feature.State,
    asserted: Feature.State,
    to after: Feature.State,
    assertsFields: Bool = false
  ) -> Acceptance.Edit? {
    guard after == after else { return nil }
    var change = ClosureChange(from: before, asserted: asserted, to: after, near: environment.step.filePath)
    change.assertsFields = assertsFields
    return .closure(change)
  }

  /// Returns the change of the closure of the current step, in the fields that it asserts.
  func acceptedFields(
    _ wrong: [Difference],
    from before: Feature.State,
    asserted: Feature.State,
    to after: Feature.State
  ) -> Acceptance.Edit? {
    var change = ClosureChange(from: before, asserted: asserted, to: after, near: environment.step.filePath)
    change.assertsFields = true
    change.fields = wrong.map { PlacePath($0.target) }
    return .closure(change)
  }

  /// Returns the argument of a step that receives feedbacks in any order.
  func acceptedArgument(for verdict: UnorderedVerdict) -> Acceptance.Edit? {
    let all = (verdict.accepted + verdict.unexpected).sorted { $0.number < $1.number }
    let feedback = all.compactMap { Event<Feature>(record: $0).feedback }
    let source = SourceWriter(near: environment.step.filePath).source(of: feedback, declared: [Feature.Feedback].self)
    return source.isComplete && verdict.later.isEmpty ? .argument(source.text) : nil
  }

  /// Returns the steps that assert events, each for itself.
  func acceptedSteps(for events: [Event<Feature>], from before: Feature.State) -> Acceptance.Edit {
    let file = environment.step.filePath
    var state = before
    var steps: [Acceptance.NewStep] = []
    for event in events {
      if event.kind.mustBeAsserted(at: exhaustivity) {
        let absolute = SourceText.withoutRemarks(event.fix(from: state, near: file, limit: .max))
        let change = event.stateAfter.map { ClosureChange(from: state, asserted: state, to: $0, near: file) }
        let relative = change?.relative(absolute) ?? absolute
        let removed = misplaced.takeStep(asserting: event, from: state)
        let lines = AcceptedLines(absolute, relative)
        steps.append(Acceptance.NewStep(event: event.number, lines: lines, removed: removed))
      }
      state = event.stateAfter ?? state
    }
    return .steps(steps)
  }

  /// Receives a feedback in a run that accepts changes.
  ///
  /// What came before the expected feedback is received first. One of the same case with another payload replaces it.
  /// The step is removed if neither has happened.
  func acceptReceipt(
    of expectation: Expectation<Feature.Feedback>,
    timeout: Duration?,
    assertion: (Feature.Feedback) -> ((inout Feature.State) throws -> Void)?
  ) async {
    let isExpected = { (event: EventRecord) in Event<Feature>(record: event).isFeedback(expectation) }
    let name = expectation.value.flatMap { caseName(of: $0) }
    let (verdict, outcome) = await receiveNearest(.feedback, timeout, isExpected: isExpected) { event in
      guard let name, let feedback = Event<Feature>(record: event).feedback else { return false }
      return caseName(of: feedback) == name
    }
    guard let verdict, case .accepted(let record) = verdict.answer else {
      let value = expectation.value
      let change = value.flatMap(assertion)
      return reportMissing(
        expectation,
        outcome,
        accepting: acceptedRemoval(outcome) { event, before in
          value != nil && isExpected(event.record) && event.isExplained(by: change, from: before)
        }
      )
    }
    report(unhandled: verdict.unhandled, skipped: verdict.skipped) { "before the next feedback" }
    let event = Event<Feature>(record: record)
    if !isExpected(record), let feedback = event.feedback {
      fail(
        .unexpectedFeedback,
        "The store received \(describe(feedback)) where the test expects \(expectation.noun("feedback")).",
        accepting: .argument(Suggestion.argument(feedback, near: environment.step.filePath).text)
      )
    }
    checkFeedback(event, assertion)
  }

  /// Receives an output in a run that accepts changes.
  func acceptReceipt(of expectation: Expectation<Feature.Output>, timeout: Duration?) async {
    let isExpected = { (event: EventRecord) in Event<Feature>(record: event).isOutput(expectation) }
    let name = expectation.value.flatMap { caseName(of: $0) }
    let (verdict, outcome) = await receiveNearest(.output, timeout, isExpected: isExpected) { event in
      guard let output = Event<Feature>(record: event).output else { return false }
      return name.map { caseName(of: output) == $0 } ?? (expectation.value != nil && caseName(of: output) == nil)
    }
    guard let verdict, case .accepted(let record) = verdict.answer else {
      let removal = acceptedRemoval(outcome) { event, _ in isExpected(event.record) }
      return reportMissing(expectation, outcome, accepting: removal)
    }
    report(unhandled: verdict.unhandled, skipped: verdict.skipped) { "before the output that the test receives" }
    environment.acceptance?.noteAsserted(record.number)
    if !isExpected(record), let output = Event<Feature>(record: record).output {
      fail(
        .unexpectedOutput,
        "The feature emitted the output \(describe(output)) where the test expects \(expectation.noun("output")).",
        accepting: .argument(Suggestion.argument(output, near: environment.step.filePath).text)
      )
    }
  }

  /// Returns the removal of the current step, whose event is missing here; nil if it may still happen.
  ///
  /// - Parameters:
  ///   - outcome: The end of the wait for the event.
  ///   - asserts: Whether the step would assert an event that happened elsewhere.
  private func acceptedRemoval(
    _ outcome: WaitOutcome,
    asserts: @escaping MisplacedSteps<Feature>.Assertion
  ) -> Acceptance.Edit? {
    if let event = misplaced.takeEvent(where: asserts) { return .move(to: event) }
    guard outcome.provesAbsence, let acceptance = environment.acceptance else { return nil }
    misplaced.append(step: acceptance.currentStep, asserts: asserts)
    return .removal
  }

  /// Waits for an event, and takes the nearest one if it doesn't happen.
  private func receiveNearest(
    _ kind: EventKind,
    _ timeout: Duration?,
    isExpected: (EventRecord) -> Bool,
    isSimilar: (EventRecord) -> Bool
  ) async -> (Verdict?, WaitOutcome) {
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      judging { $0.open.contains { $0.kind == kind && isExpected($0) } }
    }
    return (judging { $0.receiveNearest(kind, isExpected: isExpected, isSimilar: isSimilar) }, outcome)
  }
}

extension Event where Feature.State: Equatable {
  /// Whether the closure of a step explains how the event changes a state.
  fileprivate func isExplained(by change: ((inout Feature.State) throws -> Void)?, from before: Feature.State) -> Bool {
    guard let after = stateAfter else { return false }
    guard let change else { return before == after }
    var expected = before
    do { try change(&expected) } catch { return false }
    return expected == after && before != after
  }
}
