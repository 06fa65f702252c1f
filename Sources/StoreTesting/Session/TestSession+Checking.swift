import StoreCore
import StoreDependencies

extension TestSession {
  /// Compares a change of the state with the test's assertion.
  ///
  /// - Parameters:
  ///   - before: The last asserted state.
  ///   - after: The current state.
  ///   - cause: The cause of the change, for failures.
  ///   - message: The message that caused the change, if it is one.
  ///   - mustChange: Whether an assertion that changes nothing is a failure.
  ///   - explains: Reports the asserted state, if it is wrong because of another mistake.
  ///   - assertion: Changes the previous state into the expected state; nil if the test asserts no change.
  func check(
    from before: Feature.State,
    to after: Feature.State,
    cause: @autoclosure () -> String,
    message: ReducedMessage<Feature>? = nil,
    mustChange: Bool = true,
    unless explains: (Feature.State) -> Bool = { _ in false },
    _ assertion: ((inout Feature.State) throws -> Void)?
  ) {
    var expected = before
    do {
      if let assertion { try DependencyValues.withValues(engine.dependencies) { try assertion(&expected) } }
    } catch {
      return fail(
        .assertionThrew,
        "The assertion on \(cause()) threw an error: \(describe(error: error))",
        details: "The store did not compare the state. Let the closure change the state without throwing."
      )
    }
    if !exhaustivity.isExhaustive, let assertion {
      return checkFields(from: before, asserting: expected, to: after, cause: cause(), assertion)
    }
    let verdict = Judge.verdict(
      isAsserted: assertion != nil,
      hasChanged: before != after,
      isExpected: expected == after,
      writesNothing: mustChange && differences(before, expected, limit: 1).isEmpty
    )
    switch verdict {
    case .accepted: if exhaustivity.isExhaustive { warnOfHiddenDifference(expected, after, cause: cause()) }
    case .unasserted: reportUnasserted(from: before, to: after, cause: cause())
    case .different:
      if !explains(expected) {
        let forgotten = message.flatMap { forgottenMessage($0, from: before) }
        reportMismatch(
          from: before,
          asserting: expected,
          to: after,
          cause: cause(),
          because: forgotten,
          assertsFields: !mustChange
        )
      }
    case .unchanged:
      fail(
        .missingStateChange,
        "The test asserts a change on \(cause()), but neither the store nor the closure changes the state.",
        details: withoutClosure(if: "no change is expected") ?? "Leave the closure out if no change is expected.",
        accepting: acceptedClosure(from: before, asserted: expected, to: after)
      )
    }
  }

  /// Reports a change that the test doesn't assert.
  private func reportUnasserted(from before: Feature.State, to after: Feature.State, cause: String) {
    guard exhaustivity.isExhaustive else {
      return reportSkipped("The state changed on \(cause), and the test does not assert it.") {
        list(differences(before, after).map(\.changeText))
      }
    }
    let comparison = Comparison(before, after)
    fail(
      .unexpectedState,
      "The state changed on \(cause), and the test does not assert it.",
      details: paragraphs(
        list(comparison?.lines() ?? [Self.invisibleDifference]),
        passOfLoop(from: before, to: after) ?? fix("change", asserting: comparison, to: after)
      ),
      accepting: acceptedClosure(from: before, asserted: before, to: after)
    )
  }

  /// Reports that the state differs from the assertion.
  private func reportMismatch(
    from before: Feature.State,
    asserting expected: Feature.State,
    to after: Feature.State,
    cause: String,
    because reason: String?,
    assertsFields: Bool
  ) {
    let comparison = Comparison(before, after)
    fail(
      .unexpectedState,
      "The state after \(cause) differs from the assertion.",
      details: paragraphs(
        mismatches(expected, after),
        reason,
        comparison == nil
          ? paragraphs("The state did not change at all.", withoutClosure(if: "that is right"))
          : passOfLoop(from: before, to: after) ?? fix("state", asserting: comparison, to: after)
      ),
      accepting: acceptedClosure(from: before, asserted: expected, to: after, assertsFields: assertsFields)
    )
  }

  /// The text for two states that differ only by their `==`.
  private static var invisibleDifference: String {
    "The two states are not equal by '==', and no difference is visible."
  }

  /// Returns the differences between the state and the assertion, as lines and, if that adds information, as a tree.
  private func mismatches(_ expected: Feature.State, _ after: Feature.State) -> String {
    guard let comparison = Comparison(expected, after) else { return list([Self.invisibleDifference]) }
    let wrong = comparison.change.differences
    // The line of a single change is complete without the tree.
    let isPlain = wrong.count == 1 && wrong[0].event == nil
    return paragraphs(
      list(comparison.lines { $0.mismatchText }),
      isPlain ? nil : comparison.tree().map { code(["(- is the assertion, + is the state)", $0]) }
    )
  }

  /// Compares only the fields that a non-exhaustive assertion writes.
  private func checkFields(
    from before: Feature.State,
    asserting expected: Feature.State,
    to after: Feature.State,
    cause: String,
    _ assertion: (inout Feature.State) throws -> Void
  ) {
    let wrong = wrongFields(from: before, asserting: expected, to: after, by: assertion)
    guard !wrong.isEmpty else {
      let rest = differences(expected, after)
      if !rest.isEmpty {
        reportSkipped("The assertion on \(cause) leaves out a part of the change.") {
          list(rest.map(\.changeText))
        }
      }
      return
    }
    // A non-exhaustive test continues from its own assertion, as it needn't assert every change.
    fail(
      .unexpectedState,
      "The state after \(cause) differs from the assertion.",
      details: list(wrong.map(\.mismatchText), to: 12),
      accepting: acceptedFields(wrong, from: before, asserted: expected, to: after)
    )
  }

  /// Warns that `==` ignores a difference of two states.
  private func warnOfHiddenDifference(
    _ expected: Feature.State,
    _ after: Feature.State,
    cause: @autoclosure () -> String
  ) {
    // Fast path: the bytes are equal.
    guard !areIdentical(expected, after), !hiddenDifferenceCheck.isPassed(expected, after) else { return }
    let hidden = hiddenDifferences(expected, after)
    guard !hidden.isEmpty else { return }
    fail(
      .hiddenDifference,
      "The state after \(cause()) equals the assertion by '==', but a property differs that '==' ignores.",
      details: """
        \(list(hidden.map(\.mismatchText)))

        An assertion can't check a property that '==' ignores. Compare all properties in '==', or assert these with '#expect'.
        """,
      isWarning: true
    )
  }

  /// Returns the fix if a change is correct: the closure that asserts it.
  ///
  /// - Parameters:
  ///   - what: The subject that is correct.
  ///   - comparison: The change.
  ///   - after: The current state.
  private func fix(_ what: String, asserting comparison: Comparison?, to after: Feature.State) -> String {
    guard after == after else {
      return """
        The state is not equal to itself, so no assertion of it can pass. A NaN, for example, equals no number. Keep nil \
        instead of it, or give its type an '==' of your own.
        """
    }
    let closure = Suggestion.closure(comparison?.change, in: Feature.State.self, near: environment.step.filePath)
    return paragraphs("If the \(what) is right, assert it:", code([String(closure.dropFirst())]))
  }
}
