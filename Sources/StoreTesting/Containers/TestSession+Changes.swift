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
    let isDescribed = { (event: Event<Feature>) in event.feedback.map(described.matches) ?? false }
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      if hasMistakes { skipLateEvents { _ in false } }
      return nextChange(evaluateOnce, assertion) != nil || mayAssertLate && mayAssert(isDescribed)
    }
    guard let index = nextChange(evaluateOnce, assertion) ?? firstChange else {
      if mayAssertLate, takeLeftOut(isDescribed) { return }
      reportMissing(.feedback, "", Feature.noun, outcome, kind(outcome, otherwise: .missingFeedback))
      return noteMissing(described)
    }
    let isNext = isChange(at: index, describedBy: evaluateOnce(), assertion)
    if !isNext, mayAssertLate, takeLeftOut(isDescribed) { return }
    pass(upTo: index)
    if !isNext, unasserted.firstIndex(where: isDescribed) != nil {
      return reportUnexpected(described) { _ in { $0 = try evaluateOnce().get() } }
    }
    guard let event = unasserted.first, let message = event.message, let change = message.feedback else { return }
    var isEvaluated = false
    consumeFirst(message, change) { state in
      defer { isEvaluated = true }
      if isEvaluated { try assertion(&state) } else { state = try evaluateOnce().get() }
    }
    // The skip was reported already. The test may still receive the actual change.
    if !isNext { noteLeftOut([event]) }
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

  /// The index of the oldest change.
  private var firstChange: Int? { unasserted.firstIndex { $0.kind == .feedback } }

  /// Returns the index of the change that a step receives: the next one. If changes may be skipped, the first one that
  /// leads to the asserted state.
  private func nextChange(
    _ evaluate: () -> Result<Feature.State, any Error>,
    _ assertion: (inout Feature.State) throws -> Void
  ) -> Int? {
    guard let first = firstChange, !exhaustivity.coversFeedback else { return firstChange }
    let result = evaluate()
    return (first..<unasserted.count).first { isChange(at: $0, describedBy: result, assertion) }
  }

  /// Whether a change leads to the asserted state, as strictly as the exhaustivity requires.
  private func isChange(
    at index: Int,
    describedBy result: Result<Feature.State, any Error>,
    _ assertion: (inout Feature.State) throws -> Void
  ) -> Bool {
    guard let after = unasserted[index].stateAfter, let expected = try? result.get() else { return false }
    return exhaustivity.isExhaustive ? expected == after : wrongFields(asserted, expected, after, assertion).isEmpty
  }
}
