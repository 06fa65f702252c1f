import StoreCore
import StoreDependencies

extension TestSession {
  /// Receives a change of a container's state.
  ///
  /// A change has no name, so the assertion identifies it: the received change is the one that the assertion describes.
  /// If the test skips a change, that is one failure, and the test continues after the change.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait for work outside of the test's control.
  ///   - assertion: Changes the state from before the change into the state after it.
  func receiveChange<Container, State, Output>(
    timeout: Duration?,
    _ assertion: @escaping (inout State) throws -> Void
  ) async where Feature == ContainerFeature<Container, State, Output> {
    // The closure runs once for its result, and again only for failures, as it may contain its own assertions.
    var first: Result<State, any Error>?
    func evaluateOnce() -> Result<State, any Error> {
      if let first { return first }
      let result = evaluate(assertion, of: asserted)
      first = result
      return result
    }
    let described = Expectation<ContainerChange<State>>(
      matches: { [unowned self] change in (try? evaluateSilently(assertion, of: change.old).get()) == change.state },
      expected: Expectation<ContainerChange<State>>.Expected(text: "that the closure makes", value: nil)
    )
    let isDescribed = { (event: EventRecord) in
      self.isChange(event, describedBy: evaluateOnce(), assertion)
        || self.exhaustivity.coversFeedback && Event<Feature>(record: event).isFeedback(described)
    }
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      judging { $0.next(.feedback, isExpected: isDescribed) } != nil
    }
    // A change has no name: where order counts, one that leads elsewhere is a wrong state, unless another one fits.
    let verdict = judging { judge in
      let next = judge.open.first { $0.kind == .feedback }
      let isAmongOthers = judge.open.contains { $0.kind == .feedback && isDescribed($0) }
      return judge.receive(.feedback) { isAmongOthers ? isDescribed($0) : $0 === next }
    }
    report(unhandled: verdict.unhandled, skipped: verdict.skipped) { "before the next feedback" }
    switch verdict.answer {
    case .accepted(let event):
      var isEvaluated = false
      checkFeedback(Event(record: event)) { _ in
        { state in
          defer { isEvaluated = true }
          if isEvaluated { try assertion(&state) } else { state = try evaluateOnce().get() }
        }
      }
    case .unexpected(let instead, let later): reportUnexpected(instead, before: later, insteadOf: described)
    case .missing:
      reportMissing(.feedback, "", after: outcome, accepting: outcome.provesAbsence ? .removal : nil)
    }
  }

  private func evaluate(
    _ assertion: (inout Feature.State) throws -> Void,
    of state: Feature.State
  ) -> Result<Feature.State, any Error> {
    DependencyValues.withValues(engine.dependencies) {
      Result {
        var state = state
        try assertion(&state)
        return state
      }
    }
  }

  /// Applies an assertion to another state, without reporting its failures.
  private func evaluateSilently(
    _ assertion: (inout Feature.State) throws -> Void,
    of state: Feature.State
  ) -> Result<Feature.State, any Error> {
    var result = Result<Feature.State, any Error>.success(state)
    withoutReports { result = evaluate(assertion, of: state) }
    return result
  }

  /// Whether a change leads to the asserted state, as strictly as the exhaustivity requires.
  private func isChange(
    _ event: EventRecord,
    describedBy result: Result<Feature.State, any Error>,
    _ assertion: (inout Feature.State) throws -> Void
  ) -> Bool {
    guard let after = Event<Feature>(record: event).stateAfter, let expected = try? result.get() else { return false }
    return exhaustivity.isExhaustive
      ? expected == after : wrongFields(from: asserted, asserting: expected, to: after, by: assertion).isEmpty
  }
}
