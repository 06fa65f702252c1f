import StoreCore

extension TestSession {
  /// Receives an output.
  func receiveOutput(_ expectation: Expectation<Feature.Output>, timeout: Duration?) async {
    if accepts { return await acceptReceipt(of: expectation, timeout: timeout) }
    let isExpected = { (event: EventRecord) in Event<Feature>(record: event).isOutput(expectation) }
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      judging { $0.next(.output, isExpected: isExpected) } != nil
    }
    let verdict = judging { $0.receive(.output, isExpected: isExpected) }
    report(unhandled: verdict.unhandled, skipped: verdict.skipped) { "before the output that the test receives" }
    switch verdict.answer {
    case .accepted: return
    case .unexpected(let instead, let later): reportUnexpected(instead, before: later, insteadOf: expectation)
    case .missing: reportMissing(expectation, outcome)
    }
  }

  /// Reports a missing output.
  func reportMissing(
    _ expectation: Expectation<Feature.Output>,
    _ outcome: WaitOutcome,
    accepting edit: Acceptance.Edit? = nil
  ) {
    reportMissing(.output, expectation.text, after: outcome, expected: expectation.value, accepting: edit)
  }

  /// Reports outputs that came instead of the expected one. The test continues after them.
  private func reportUnexpected(
    _ records: [EventRecord],
    before later: EventRecord?,
    insteadOf expectation: Expectation<Feature.Output>
  ) {
    let instead = records.map { Event<Feature>(record: $0) }
    guard let first = instead.first(where: { $0.kind == .output }), let output = first.output else { return }
    fail(
      .unexpectedOutput,
      "The feature emitted the output \(describe(output)) where the test expects \(expectation.noun("output")).",
      details: paragraphs(
        formatter.doubling(of: first),
        later == nil ? NearMiss<Feature>.likeness(of: output, to: expectation) : nil,
        replacement(for: first, in: instead, isSwapped: later != nil)
      )
    )
    asserted = instead.last { $0.feedback != nil }?.stateAfter ?? asserted
  }
}
