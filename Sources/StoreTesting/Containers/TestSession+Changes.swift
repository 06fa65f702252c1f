import StoreCore
import StoreDependencies

extension TestSession {
  /// Receives a change of a container's state.
  ///
  /// A change has no name by which the test could say which one it means. Its assertion says so: the change that it means is
  /// the one that it describes. So a change that the test leaves out is one failure, and the test goes on behind it.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for work outside the test's control.
  ///   - assertion: Turns the state from before the change into the one from after it.
  func receiveChange<Container, State, Output>(
    timeout: Duration?,
    _ assertion: @escaping (inout State) throws -> Void
  ) async where Feature == ContainerFeature<Container, State, Output> {
    // The closure is run once for what the test says, and again only for failures: it may hold assertions of its own.
    var said: Result<State, any Error>?
    func sayOnce() -> Result<State, any Error> {
      if let said { return said }
      let result = say(assertion, of: asserted)
      said = result
      return result
    }
    let described = Expectation<ContainerChange<State>>(
      matches: { [unowned self] change in (try? sayAgain(assertion, of: change.old).get()) == change.state },
      expected: Expectation<ContainerChange<State>>.Expected(text: "that the closure makes", value: nil)
    )
    let isDescribed = { (event: Event<Feature>) in event.feedback.map(described.matches) ?? false }
    let outcome = await wait(timeout: checkedTimeout(timeout)) {
      if hasMistakes { admitLate { _ in false } }
      return nextChange(sayOnce, assertion) != nil || hasMistakes && mistakes.mayAssert(isDescribed)
    }
    guard let index = nextChange(sayOnce, assertion) ?? firstChange else {
      if hasMistakes, mistakes.takeLeftOut(isDescribed) { return }
      reportMissing(.feedback, "", Feature.noun, outcome, kind(outcome, otherwise: .missingFeedback))
      return noteMissing(described)
    }
    let isNext = isChange(at: index, describedBy: sayOnce(), assertion)
    if !isNext, hasMistakes, mistakes.takeLeftOut(isDescribed) { return }
    pass(upTo: index)
    if !isNext, unasserted.firstIndex(where: isDescribed) != nil {
      return reportUnexpected(described) { _ in { $0 = try sayOnce().get() } }
    }
    let event = unasserted.first
    var isSaid = false
    consumeFirst { _ in
      { state in
        defer { isSaid = true }
        if isSaid { try assertion(&state) } else { state = try sayOnce().get() }
      }
    }
    // It has failed already; the test may go on to receive it as it really is.
    if !isNext, let event { mistakes.noteLeftOut([event]) }
  }

  private func say(
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

  /// What an assertion makes of another state, without reports of its own.
  private func sayAgain(
    _ assertion: (inout Feature.State) throws -> Void,
    of state: Feature.State
  ) -> Result<Feature.State, any Error> {
    var result = Result<Feature.State, any Error>.success(state)
    withoutReports { result = say(assertion, of: state) }
    return result
  }

  /// Where the oldest change stands.
  private var firstChange: Int? { unasserted.firstIndex { $0.kind == .feedback } }

  /// Where the change stands that a step is about: the next one, or, where changes may be left out, the first that leads to
  /// what the test says.
  private func nextChange(
    _ said: () -> Result<Feature.State, any Error>,
    _ assertion: (inout Feature.State) throws -> Void
  ) -> Int? {
    guard let first = firstChange, !exhaustivity.coversFeedback else { return firstChange }
    let said = said()
    return (first..<unasserted.all.count).first { isChange(at: $0, describedBy: said, assertion) }
  }

  /// Whether a change leads to the state that the test says, as far as the level asks.
  private func isChange(
    at index: Int,
    describedBy said: Result<Feature.State, any Error>,
    _ assertion: (inout Feature.State) throws -> Void
  ) -> Bool {
    guard let after = unasserted.all[index].stateAfter, let said = try? said.get() else { return false }
    return exhaustivity.isExhaustive ? said == after : wrongFields(asserted, said, after, assertion).isEmpty
  }
}
