import StoreCore
import StoreDependencies

extension TestSession {
  /// Compares a change of state with what the test says of it.
  ///
  /// - Parameters:
  ///   - before: The last asserted state.
  ///   - after: The state that there is.
  ///   - cause: What changed it, as a failure names it.
  ///   - mustChange: Whether an assertion that changes nothing is a failure.
  ///   - assertion: Turns the state before into the state after, if the test says anything.
  func check(
    from before: Feature.State,
    to after: Feature.State,
    cause: @autoclosure () -> String,
    mustChange: Bool = true,
    _ assertion: ((inout Feature.State) throws -> Void)?
  ) {
    // What the test knows as another state before the step may well be another one after it.
    let disputed = hasMistakes ? mistakes.disputedFields(of: before) : []
    defer { if hasMistakes { updateBelief(assertion) } }
    guard let assertion else {
      if before != after {
        if !followsFromMistake(disputed, before, after) { reportUnasserted(before, after, cause: cause()) }
      } else if exhaustivity.isExhaustive {
        warnOfHiddenDifference(before, after, cause: cause())
      }
      return
    }
    var expected = before
    do {
      try DependencyValues.withValues(engine.dependencies) { try assertion(&expected) }
    } catch {
      return fail(
        .assertionThrew,
        "The assertion on \(cause()) threw an error: \(describe(error: error))",
        details: "The state was not compared. Let the closure change the state without throwing."
      )
    }
    guard exhaustivity.isExhaustive else {
      return checkFields(before, expected, after, disputed, cause: cause(), assertion)
    }
    if expected != after {
      if !followsFromMistake(disputed, expected, after) { reportMismatch(before, expected, after, cause: cause()) }
      // The test may mean to receive it later.
      if exhaustivity == .observable, !passedFeedback.isEmpty { mistakes.noteLeftOut(passedFeedback) }
    } else if mustChange, before == after, differences(before, expected, limit: 1).isEmpty {
      // An input that changes nothing may be one too many, and what it causes then follows from that.
      defer { mistakes.suspects.append(environment.step) }
      if hasMistakes, mistakes.excusesUnchangedState(disputed, at: environment.step) { return }
      fail(
        .missingStateChange,
        "The test says that \(cause()) changes the state, but it does not, and the closure changes nothing.",
        details: "Leave the closure out if no change is expected."
      )
    } else {
      warnOfHiddenDifference(expected, after, cause: cause())
    }
  }

  /// Reports a change that the test says nothing of.
  private func reportUnasserted(_ before: Feature.State, _ after: Feature.State, cause: String) {
    guard exhaustivity.isExhaustive else {
      return reportSkipped("The state changed on \(cause), and the test does not say so.") {
        list(differences(before, after).map(\.changeText))
      }
    }
    let comparison = Comparison(before, after)
    fail(
      .unexpectedState,
      "The state changed on \(cause), and the test does not say so.",
      details: paragraphs(list(comparison?.lines() ?? [Self.invisibleDifference]), cure("change", comparison, after))
    )
  }

  /// Reports that the state is another than the test says.
  private func reportMismatch(
    _ before: Feature.State,
    _ expected: Feature.State,
    _ after: Feature.State,
    cause: String
  ) {
    let comparison = Comparison(before, after)
    fail(
      .unexpectedState,
      "The state after \(cause) is not what the test says.",
      details: paragraphs(
        mismatches(expected, after),
        comparison == nil ? "The state did not change at all." : cure("state", comparison, after)
      )
    )
  }

  /// What is said of two states of which nothing but their `==` says that they differ.
  private static var invisibleDifference: String {
    "The two are not equal by '==', and no difference can be seen in them."
  }

  /// How a state differs from what the test says, place by place and, where that says more, as a tree.
  private func mismatches(_ expected: Feature.State, _ after: Feature.State) -> String {
    guard let comparison = Comparison(expected, after) else { return list([Self.invisibleDifference]) }
    let wrong = comparison.change.differences
    // The line of a single change says all that the tree would.
    let isPlain = wrong.count == 1 && wrong[0].event == nil
    return paragraphs(
      list(comparison.lines { $0.mismatchText }),
      isPlain ? nil : comparison.tree().map { code(["(- is what the test says, + what the state is)", $0]) }
    )
  }

  /// Compares just the fields that a non-exhaustive assertion writes.
  private func checkFields(
    _ before: Feature.State,
    _ expected: Feature.State,
    _ after: Feature.State,
    _ disputed: Set<Substring>?,
    cause: String,
    _ assertion: (inout Feature.State) throws -> Void
  ) {
    let wrong = wrongFields(before, expected, after, assertion)
    if !wrong.isEmpty, disputed.map({ fields(of: wrong).isSubset(of: $0) }) ?? true { return }
    guard !wrong.isEmpty else {
      let rest = differences(expected, after)
      if !rest.isEmpty {
        reportSkipped("The assertion on \(cause) leaves out a part of the change.") {
          list(rest.map(\.changeText))
        }
      }
      return
    }
    // Here a test goes on from what it said, as it need not say all that has happened.
    keepBelief()
    fail(
      .unexpectedState,
      "The state after \(cause) is not what the test says.",
      details: list(wrong.map(\.mismatchText))
    )
  }

  /// Warns that `==` takes two states for equal that are not.
  private func warnOfHiddenDifference(
    _ expected: Feature.State,
    _ after: Feature.State,
    cause: @autoclosure () -> String
  ) {
    // Nearly always the bytes are the same, and to compare those is the least that can be done.
    guard !areIdentical(expected, after), !hiddenDifferenceCheck.isPassed(expected, after) else { return }
    let hidden = hiddenDifferences(expected, after)
    guard !hidden.isEmpty else { return }
    fail(
      .hiddenDifference,
      "The state after \(cause()) equals what the test says by its '==', but there is a difference that '==' does not see.",
      details: """
        \(list(hidden.map(\.mismatchText)))

        A test can't hold what '==' leaves out. Compare all properties, or assert these by themselves.
        """,
      isWarning: true
    )
  }

  /// Shows what a non-exhaustive test leaves out, if it wants to see it.
  func reportSkipped(_ headline: String, details: () -> String) {
    guard exhaustivity == .off(showSkipped: true) else { return }
    fail(.skippedAssertion, headline, details: details(), isWarning: true)
  }

  /// What to do if a change is right: the closure that would assert it, to be pasted behind the step.
  ///
  /// - Parameters:
  ///   - what: What is right.
  ///   - comparison: What has changed.
  ///   - after: The state that there is.
  private func cure(_ what: String, _ comparison: Comparison?, _ after: Feature.State) -> String {
    guard after == after else {
      return """
        The state is not equal to itself, so that no assertion of it can pass. A number that is not a number (NaN) equals \
        nothing: keep it in an optional instead, which is nil, or give its type an '==' of your own.
        """
    }
    let closure = Suggestion.closure(comparison?.change, in: Feature.State.self)
    return paragraphs("If the \(what) is right, assert it:", code([String(closure.dropFirst())]))
  }
}
