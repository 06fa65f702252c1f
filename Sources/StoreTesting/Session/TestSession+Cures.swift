import StoreCore

/// Advice that needs the lines of the test.
extension TestSession {
  /// Returns the later step of the test that asserts an event, before its next input.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - source: The source around the current step.
  func laterStep(asserting event: Event<Feature>, in source: TestSource) -> (
    statement: TestSource.Statement, place: Int
  )? {
    let later = source.later.prefix { !$0.text.contains("\(source.step.receiver).send(") }
    guard !later.isEmpty else { return nil }
    let fix = event.fix(from: asserted, near: nil)
    let found = later.indices.first { later[$0].asserts(event, fix: fix) }
    return found.map { (later[$0], $0) }
  }

  /// Returns the steps that receive what came in place of the expected event, or before it.
  ///
  /// - Parameters:
  ///   - event: The event that came.
  ///   - instead: All events that came.
  ///   - isSwapped: Whether the expected event came as well, but later.
  func replacement(for event: Event<Feature>, in instead: [Event<Feature>], isSwapped: Bool) -> String {
    if let misplacement = misplacement(of: event, isSwapped: isSwapped) {
      return isSwapped ? "The expected one arrived later. \(misplacement)" : misplacement
    }
    let fixes = fixes(for: instead, from: asserted)
    return paragraphs(
      isSwapped
        ? "The expected one arrived later. If the order is right, first receive:"
        : "If the feature is right, receive it:",
      code(shortened(fixes, mark: "// …"))
    )
  }

  /// Returns the step that receives two feedbacks in any order, if effects have sent them at one instant.
  func unorderedReceipt(of first: Event<Feature>, _ second: Event<Feature>) -> String? {
    guard let sender = first.sender, let other = second.sender, sender !== other, first.instant == second.instant,
      let feedback = first.feedback, let next = second.feedback, let after = second.stateAfter,
      wording == nil,
      let step = Suggestion.receive(
        unordered: [feedback, next],
        from: asserted,
        to: after,
        near: environment.step.filePath
      )
    else { return nil }
    return "If their order does not matter, receive both in one step:\n\n\(code([step]))"
  }

  /// Returns the advice if the test asserts the received event in a later step than this one.
  ///
  /// - Parameters:
  ///   - event: The event that came.
  ///   - isSwapped: Whether the event that this step expects came as well, but later.
  func misplacement(of event: Event<Feature>, isSwapped: Bool) -> String? {
    guard let source, let (statement, place) = laterStep(asserting: event, in: source) else { return nil }
    let line = "Line \(statement.line), \(position(place)), asserts what came"
    return isSwapped
      ? "\(line). If the order is right, move it before this one:\n\n\(code(statement.lines))"
      : "\(line). If the feature is right, delete this line."
  }

  /// Returns the changes of numbers by a difference, for a step in a loop; nil if another part changed as well, if the
  /// test can't assign one of them, or if each pass makes a store.
  ///
  /// - Parameters:
  ///   - before: The state before the step.
  ///   - after: The state after it.
  func passOfLoop(from before: Feature.State, to after: Feature.State) -> String? {
    guard let source, source.isInLoop else { return nil }
    let assignments = Suggestion.closure(from: before, to: after, near: environment.step.filePath)
      .split(separator: "\n").map { $0.drop { $0 == " " || $0 == "{" } }
    let lines = differences(before, after).map { difference -> String? in
      assignments.contains { $0.hasPrefix("\(difference.target) = ") } ? difference.step : nil
    }
    let known = lines.compactMap(\.self)
    guard known.count == lines.count, !known.isEmpty else { return nil }
    let closure = known.count == 1 ? ["{ \(known[0]) }"] : ["{"] + known.map { "  \($0)" } + ["}"]
    return "The line is in a loop. If the state is right, assert what each pass changes:\n\n\(code(closure))"
  }

  /// Returns the next feedback, if it equals a received one, and the assertion of the receipt describes the state after
  /// it. In that case the received one was left out.
  ///
  /// - Parameters:
  ///   - event: The received event.
  ///   - expected: The asserted state.
  func equalSuccessor(of event: Event<Feature>, expected: Feature.State) -> Event<Feature>? {
    guard let next = judge.open.first.map({ Event<Feature>(record: $0) }), let second = next.feedback,
      let first = event.feedback, next.stateAfter == expected, differences(second, first, limit: 1).isEmpty
    else { return nil }
    return next
  }

  private func position(_ place: Int) -> String {
    switch place {
    case 0: "your next line"
    case 1: "your next line but one"
    default: "further down"
    }
  }
}

extension TestSource.Statement {
  /// Whether it contains literals, and all of them occur in a value.
  func namesParts(of value: Any) -> Bool {
    let literals = text[...].literals
    let text = describe(value, limit: .max)
    return !literals.isEmpty && literals.allSatisfy(text.contains)
  }

  /// Whether the step seems to assert an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fix: The step that asserts the event.
  func asserts<Feature>(_ event: Event<Feature>, fix: String) -> Bool {
    let call = event.output != nil ? "receiveOutput" : "receive"
    guard event.startedEffect == nil, let argument = argument(of: call) else { return false }
    let code = fix.split(separator: "\n").first { !$0.hasPrefix("//") } ?? ""
    let expected = Self(line: 0, lines: [String(code)]).argument(of: call) ?? ""
    if argument.filter({ !$0.isWhitespace }) == expected.filter({ !$0.isWhitespace }) { return true }
    guard let value: Any = event.feedback ?? event.output else { return false }
    let text = describe(value, limit: .max)
    let names = caseNames(in: value)
    let members = argument.members
    return members.first == names.first && members.allSatisfy(names.contains)
      && argument.literals.allSatisfy(text.contains)
  }
}

/// Returns the names of an enum value's case, and of the cases in its payload.
private func caseNames(in value: Any) -> [String] {
  guard case .choice(let name, let parts) = ReflectedValue(of: value) else { return [] }
  return [name] + parts.flatMap { caseNames(in: $0.value) }
}

extension Substring {
  /// The names after leading dots, as in `.row(id, .saved)`.
  fileprivate var members: [String] {
    matches(of: /(?:^|[^\w)\]])\.([a-z]\w*)|[A-Z]\w*\.([a-z]\w*)/).map { String($0.output.1 ?? $0.output.2 ?? "") }
  }

  /// The literals of numbers and texts.
  fileprivate var literals: [Substring] {
    matches(of: /"[^"]*"|\b\d+\b/).map(\.output)
  }
}
