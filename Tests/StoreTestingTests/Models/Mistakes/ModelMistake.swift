import StoreTesting

/// A test of a model with one mistake, and the failure that it must cause.
struct ModelMistake: Sendable {
  let name: String

  let lines: [ModelLine]

  /// The kind of the failure.
  let kind: TestFailure.Kind

  /// The number of the line that fails, counted from 1.
  let line: Int

  var level = Exhaustivity.on

  /// All single mistakes in a script.
  static func all(in script: ModelCase) -> [Self] {
    let steps = script.steps
    let right = steps.indices.map(ModelLine.step)
    return steps.indices.flatMap { index in
      switch steps[index].kind {
      case .change: changes(steps, index, right)
      case .answer: omissions(steps, index, right) + answers(steps, index, right)
      case .advance: omissions(steps, index, right) + advances(steps, index, right)
      case .call: omissions(steps, index, right)
      case .finish: [use(afterEnd: index, steps, right)]
      }
    }
      + ends(steps, right)
      + steps.indices.dropLast().map { throwingCall(before: $0 + 1, right, steps) }.compactMap(\.self)
      + (script.isDisturbed ? disturbances(steps, right) : [])
  }

  // MARK: - Changes

  private static func changes(_ steps: [ModelCase.Step], _ index: Int, _ right: [ModelLine]) -> [Self] {
    var mistakes = [
      Self(
        name: "a wrong value",
        lines: right.replacing(index, by: .spoiled(index)),
        kind: .unexpectedState,
        line: index + 1
      ),
      Self(
        name: "received from another store",
        lines: right.inserting(.ofOtherStore(index), at: index),
        kind: .missingFeedback,
        line: index + 1
      ),
      Self(
        name: "received twice",
        lines: right.inserting(.step(index), at: index + 1),
        kind: steps[index + 1].kind == .change ? .unexpectedState : .missingFeedback,
        line: index + 2
      ),
    ]
    // The next step that looks at changes finds the one that is left out.
    if let next = steps.indices[(index + 1)...].first(where: { [.change, .call, .finish].contains(steps[$0].kind) }) {
      mistakes.append(
        Self(
          name: "not received",
          lines: right.removing(index),
          kind: steps[next].kind == .change ? .unexpectedFeedback : .unhandledFeedback,
          line: next
        )
      )
    }
    if steps[index - 1].kind == .change {
      mistakes.append(
        Self(
          name: "received in another order",
          lines: right.swapping(index - 1, index),
          kind: .unexpectedFeedback,
          line: index
        )
      )
    } else {
      mistakes.append(
        Self(name: "received too early", lines: right.swapping(index - 1, index), kind: .missingFeedback, line: index)
      )
    }
    return mistakes
  }

  // MARK: - Steps that act

  /// The failure of the step after one that is left out.
  private static func failure(after index: Int, in steps: [ModelCase.Step]) -> TestFailure.Kind? {
    switch steps[index + 1].kind {
    case .change: .missingFeedback
    case .answer: .missingCall
    case .call, .advance, .finish: nil
    }
  }

  private static func omissions(_ steps: [ModelCase.Step], _ index: Int, _ right: [ModelLine]) -> [Self] {
    guard let kind = failure(after: index, in: steps) else { return [] }
    return [Self(name: "\(steps[index].kind) left out", lines: right.removing(index), kind: kind, line: index + 1)]
  }

  private static func answers(_ steps: [ModelCase.Step], _ index: Int, _ right: [ModelLine]) -> [Self] {
    var mistakes = [
      Self(
        name: "answered twice",
        lines: right.inserting(.step(index), at: index + 1),
        kind: .missingCall,
        line: index + 2
      )
    ]
    if steps[index].hasWrongValue, steps[index + 1].kind == .change {
      let lines = right.replacing(index, by: .wrongAnswer(index))
      mistakes.append(Self(name: "a wrong answer", lines: lines, kind: .unexpectedState, line: index + 2))
    }
    if steps[index - 1].kind == .call {
      let lines = right.swapping(index - 1, index)
      mistakes.append(Self(name: "answered before the call", lines: lines, kind: .missingCall, line: index))
    }
    return mistakes
  }

  private static func advances(_ steps: [ModelCase.Step], _ index: Int, _ right: [ModelLine]) -> [Self] {
    guard let kind = failure(after: index, in: steps) else { return [] }
    let (short, long) = (Duration.milliseconds(-1), Duration.milliseconds(1))
    return [
      Self(
        name: "advanced too little",
        lines: right.replacing(index, by: .moved(index, by: short)),
        kind: kind,
        line: index + 2
      ),
      Self(
        name: "advanced too far",
        lines: right.replacing(index, by: .moved(index, by: long)),
        kind: .overshotDeadline,
        line: index + 1,
        level: .strict
      ),
    ]
  }

  // MARK: - The end

  /// Tests that end while work still runs.
  private static func ends(_ steps: [ModelCase.Step], _ right: [ModelLine]) -> [Self] {
    steps.indices.compactMap { index in
      guard let call = steps[index].openCall else { return nil }
      let end = steps.indices[(index + 1)...].first { steps[$0].kind != .change } ?? index + 1
      let lines = Array(right[..<end]) + [right[right.count - 1]]
      return Self(name: "ended before step \(end)", lines: lines, kind: .effectInFlight, line: call + 1)
    }
  }

  private static func use(afterEnd index: Int, _ steps: [ModelCase.Step], _ right: [ModelLine]) -> Self {
    let lines = right + [.step(0)]
    return Self(name: "used after the end", lines: lines, kind: .usedAfterEnd, line: index + 2)
  }

  /// A call that throws, where no change waits to be received.
  private static func throwingCall(before index: Int, _ right: [ModelLine], _ steps: [ModelCase.Step]) -> Self? {
    guard steps[index].kind != .change else { return nil }
    let lines = right.inserting(.throwing, at: index)
    return Self(name: "a call that throws", lines: lines, kind: .effectThrew, line: index + 1)
  }

  /// A change that no task of the test makes.
  private static func disturbances(_ steps: [ModelCase.Step], _ right: [ModelLine]) -> [Self] {
    steps.indices.dropLast().compactMap { index in
      guard steps[index].kind == .change else { return nil }
      let lines = right.inserting(.fromOutside, at: index + 1)
      return Self(name: "a change from outside", lines: lines, kind: .lateFeedback, line: index + 1)
    }
  }
}

extension [ModelLine] {
  func removing(_ index: Int) -> Self { Self(self[..<index] + self[(index + 1)...]) }

  func inserting(_ line: ModelLine, at index: Int) -> Self { Self(self[..<index] + [line] + self[index...]) }

  func replacing(_ index: Int, by line: ModelLine) -> Self { Self(self[..<index] + [line] + self[(index + 1)...]) }

  func swapping(_ first: Int, _ second: Int) -> Self {
    var lines = self
    lines.swapAt(first, second)
    return lines
  }
}
