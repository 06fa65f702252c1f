import StoreCore

extension TestSession {
  /// Receives an output.
  func receiveOutput(_ expectation: Expectation<Feature.Output>, timeout: Duration?) async {
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      if hasMistakes { skipLateEvents { $0.output.map { isExpected($0, expectation) } ?? false } }
      return nextOutput(expectation) != nil
        || mayAssertLate && mayAssert { $0.isOutput(expectation) }
    }
    let next = nextOutput(expectation)
    if mayAssertLate, takeLeftOut(unless: next, { $0.isOutput(expectation) }) { return }
    guard let index = next else {
      let kind = kind(outcome, otherwise: .missingOutput)
      reportMissing(.output, expectation.text, "output", outcome, kind, expected: expectation.value)
      return noteMissing(output: expectation)
    }
    if let output = unasserted[index].output, !isExpected(output, expectation) {
      return reportUnexpected(output, at: index, expectation)
    }
    if exhaustivity.coversFeedback { passFeedback(upTo: index) }
    guard let place = nextOutput(expectation) else { return }
    let event = unasserted.take(at: place)
    if hasMistakes, event.isOutput(expectation) { endMissing(event) }
  }

  /// Reports an unexpected output. If the expected one was emitted later, the test continues after it.
  private func reportUnexpected(_ output: Feature.Output, at index: Int, _ expectation: Expectation<Feature.Output>) {
    let match = unasserted.firstIndex { $0.isOutput(expectation) }
    fail(
      .unexpectedOutput,
      "The feature emitted the output \(describe(output)) where the test expects \(expectation.noun("output")).",
      details: paragraphs(
        formatter.doubling(of: unasserted[index]),
        match == nil ? NearMiss<Feature>.likeness(of: output, to: expectation) : nil,
        replacement(for: unasserted[index], until: match ?? index + 1, isSwapped: match != nil)
      )
    )
    // If feedback needn't be asserted, outputs have a separate order.
    let end = match ?? index + 1
    if exhaustivity.coversFeedback {
      passOver(unasserted.take(before: end))
    } else {
      let outputs = (0..<end).filter { unasserted[$0].kind == .output }
      mistakes.noteLeftOut(outputs.map { unasserted[$0] })
      for place in outputs.reversed() { _ = unasserted.take(at: place) }
    }
    guard match != nil else {
      let isWrongPayload = Event<Feature>.caseKey(.output, expectation.value) == Event<Feature>.caseKey(.output, output)
      return isWrongPayload ? () : noteMissing(output: expectation)
    }
    if let place = unasserted.firstIndex(where: { $0.isOutput(expectation) }) {
      _ = unasserted.take(at: place)
    }
  }

  /// Returns the index of the output that a `receiveOutput` asserts.
  private func nextOutput(_ expectation: Expectation<Feature.Output>) -> Int? {
    let match = unasserted.firstIndex { event in
      guard let output = event.output else { return false }
      return exhaustivity.isExhaustive || expectation.matches(output)
    }
    guard match == nil, hasMistakes else { return match }
    return unasserted.firstIndex { event in event.output.map { isExpected($0, expectation) } ?? false }
  }

  /// Reports and skips the feedback before an output.
  private func passFeedback(upTo index: Int) {
    let before = unasserted[..<index]
    guard before.contains(where: { $0.feedback != nil || exhaustivity == .strict }) else { return }
    reportUnhandled(upTo: index) { "before the output that the test receives" }
  }

  /// Reports and skips the events before an index. The test may still receive them.
  func reportUnhandled(upTo index: Int, _ moment: () -> String) {
    let passed = unasserted.take(before: index)
    let newest = passed.last { $0.feedback != nil }?.stateAfter ?? asserted
    reportUnhandled(passed, newest: newest, moment)
    asserted = newest
  }
}
