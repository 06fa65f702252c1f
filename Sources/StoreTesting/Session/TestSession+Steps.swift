package import StoreCore
package import StoreDependencies

extension TestSession {
  /// Whether the store has come to its end.
  package var isEnded: Bool { environment.isEnded }

  /// Begins a step of the test.
  ///
  /// - Returns: False, after reporting it, if the store has come to its end.
  package func begin(_ step: String, _ site: CallSite) -> Bool {
    let isOpen = environment.begin(site)
    if !forgottenAtStart.isEmpty { reportForgottenAtStart() }
    for observer in environment.observers { observer.noteStep(at: time.now) }
    if isOpen { return true }
    guard !environment.isGivenUp else { return false }
    fail(
      .usedAfterEnd,
      "'\(step)' was called after the store had come to its end.",
      details: "Nothing was done. Make 'finish()' the last call of a store, and a new store for a new test."
    )
    return false
  }

  /// Sends an input, under the dependencies that its reduction, its repetition and its effects all ask for.
  ///
  /// - Returns: The input, and the state that it left behind.
  package func send(_ input: Feature.Input, tree: EffectTree) -> ReducedMessage<Feature>? {
    DependencyValues.withValues(engine.dependencies) { engine.send(input, in: tree) }
    return newestInput
  }

  /// Checks how an input changed the state, and goes on from there.
  func check(_ content: ReducedMessage<Feature>, _ assertion: ((inout Feature.State) throws -> Void)?) {
    check(from: asserted, to: content.after, cause: content.input.map { describe($0) } ?? "", assertion)
    asserted = content.after
    noteAssertion(of: content)
  }

  /// Tells the observers that the test asserts a message.
  func noteAssertion(of message: ReducedMessage<Feature>) {
    let observers = environment.observers
    guard !observers.isEmpty else { return }
    let (step, isExhaustive) = (environment.step, exhaustivity.isExhaustive)
    for observer in observers { observer.noteAssertion(of: message, at: step, isExhaustive: isExhaustive) }
  }

  /// The state after everything that has happened so far.
  var newestState: Feature.State {
    unasserted.all.last { $0.feedback != nil }?.stateAfter ?? asserted
  }

  /// Goes on from the newest state, whatever was not asserted.
  package func discardUnasserted() {
    if !unasserted.isEmpty { _ = unasserted.takeAll() }
    asserted = engine.state
  }

  /// Makes sure that everything that has happened was asserted, and goes on from the newest state.
  ///
  /// - Parameter action: What the test is about to do, as a failure names it.
  func closeStep(before action: () -> String) {
    if hasMistakes {
      admitLate { _ in false }
      if mistakes.missing.isEmpty { mistakes.debt = nil }
    }
    if !unasserted.isEmpty { takeUpRest(before: action) }
  }

  /// Goes on from the newest state, and reports what was not asserted.
  private func takeUpRest(before action: () -> String) {
    let newest = newestState
    if hasMistakes, !mistakes.missing.isEmpty {
      // What is missing may be what this input causes, so that the input is out of order, and not what comes before it.
      keepBelief()
      mistakes.postpone(mistakes.news(in: unasserted.takeAll()))
    } else {
      reportUnhandled(unasserted.takeAll(), newest: newest) { "before \(action())" }
    }
    if hasMistakes { mistakes.suspects.append(environment.step) }
    asserted = newest
  }

  /// Reports what was not asserted and had to be, in one failure. The test may still assert it later.
  ///
  /// - Parameters:
  ///   - rest: Everything that was not asserted.
  ///   - newest: The state after it.
  ///   - moment: When it had to be asserted.
  func reportUnhandled(_ rest: [Event<Feature>], newest: Feature.State, _ moment: () -> String) {
    var rest = rest
    if hasMistakes {
      let all = rest
      rest = mistakes.news(in: all)
      guard !rest.isEmpty || all.isEmpty else { return keepBelief() }
    }
    let open = rest.filter { $0.kind.mustBeAsserted(at: exhaustivity) }
    if let first = open.first {
      keepBelief()
      defer { mistakes.noteLeftOut(rest.filter { $0.kind != .started || exhaustivity == .strict }) }
      let number = open.count == 1 ? "1 thing was" : "\(open.count) things were"
      return fail(
        first.unhandledKind,
        open.count == 1
          ? "The test does not handle \(summary(of: first)), \(moment())."
          : "\(number) not handled \(moment()); first, \(summary(of: first)).",
        details: paragraphs(
          open.count == 1 ? nil : list(shortened(open.map { summary(of: $0) })),
          doubling(in: open),
          "If that is right, assert it:",
          code(shortened(cures(for: rest, from: asserted), mark: "// …"))
        )
      )
    }
    if exhaustivity == .observable, newest != asserted {
      keepBelief()
      defer { mistakes.noteLeftOut(rest.filter { $0.kind != .started }) }
      let names = shortened(rest.compactMap(\.feedback).map { describe($0) }).joined(separator: ", ")
      return fail(
        .unexpectedState,
        "The state was changed by \(names), and the test does not say so, \(moment()).",
        details: paragraphs(
          list(differences(asserted, newest).map(\.changeText)),
          "If that is right, assert it:",
          code(["await store.settle" + Suggestion.closure(from: asserted, to: newest)])
        )
      )
    }
    let skipped = rest.filter { $0.kind.mustBeAsserted(at: .on) }
    if !skipped.isEmpty {
      reportSkipped("\(count(skipped.count, "thing")) went unasserted, \(moment()).") {
        list(skipped.map { summary(of: $0) })
      }
    }
  }

  /// That one of several events came twice because a message was reduced twice, in words.
  private func doubling(in events: [Event<Feature>]) -> String? {
    let formatter = formatter
    return events.lazy.compactMap { formatter.doubling(of: $0) }.first
  }

  /// Whether an assertion says the state that feedback has left behind which the test has not received.
  ///
  /// What is wrong then is that it was not received, and nothing else.
  func isAheadOfTest(_ assertion: (inout Feature.State) throws -> Void) -> Bool {
    guard exhaustivity.coversFeedback, !unasserted.isEmpty else { return false }
    var expected = asserted
    var hasThrown = false
    withoutReports {
      hasThrown = DependencyValues.withValues(engine.dependencies) { (try? assertion(&expected)) == nil }
    }
    return !hasThrown && expected != asserted && expected == newestState
  }

  /// Takes up what has happened, for an assertion on the state as a whole.
  ///
  /// - Parameter action: What the test is doing, as a failure names it.
  /// - Returns: The newest state.
  func takeUpChanges(for action: () -> String) -> Feature.State {
    let newest = newestState
    if exhaustivity.coversFeedback {
      closeStep(before: action)
    } else {
      // Outputs stay, because they are asserted by themselves.
      while let index = unasserted.firstIndex(where: { $0.kind != .output }) {
        if let message = unasserted.take(at: index).message { noteAssertion(of: message) }
      }
    }
    return newest
  }
}
