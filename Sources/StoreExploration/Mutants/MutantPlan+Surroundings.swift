import StoreCore
import StoreDependencies
import StoreTesting

extension MutantPlan {
  /// Adds the mutants of what a model gets from outside.
  mutating func addSurroundings(_ record: SurroundingsRecord) {
    let steps = baseline.steps
    for group in groups(record.answers, by: { "\($0.mode ?? "") \($0.gate)" }) {
      addAnswers(group, among: record.answers.filter { $0.gate == group[0].gate }, steps)
    }
    for answers in groups(record.answers, by: \.gate) { addSwap(answers) }
    for group in groups(record.elements, by: { "\($0.place.mode) \($0.gate)" }) { addElement(group[0]) }
    for group in groups(record.sleeps, by: { "\($0.duration)" }) { addSleep(group[0]) }
  }

  /// Returns the elements in groups of one key, in the order of their first elements.
  private func groups<Element>(_ elements: [Element], by key: (Element) -> String) -> [[Element]] {
    var order: [String] = []
    let groups = Dictionary(grouping: elements) { element in
      let key = key(element)
      if !order.contains(key) { order.append(key) }
      return key
    }
    return order.compactMap { groups[$0] }
  }

  // MARK: - Answers

  /// Adds the mutants of the answers that a gate gives in one mode.
  ///
  /// - Parameters:
  ///   - group: The answers in the mode.
  ///   - all: The answers of the gate in every mode.
  ///   - steps: The steps of the test.
  private mutating func addAnswers(
    _ group: [SurroundingsRecord.Answer],
    among all: [SurroundingsRecord.Answer],
    _ steps: [BaselineStep<Feature>]
  ) {
    let first = group[0]
    let event = "an answer of '\(first.gate)'"
    let name = first.mode.map { TransitionName(mode: $0, message: event) }
    let subject = name == nil ? event : "it"
    if let success = group.first(where: { !$0.isFailure }) {
      let words = "\(subject) was an error"
      let error: (any Sendable)? = success.canThrow ? MutantError() : all.first(where: \.isFailure)?.result
      if let error {
        let change = SurroundingsChange.answer(of: first.gate, .other(error))
        add(.answers, of: name, saying: words, by: change, at: success.place, advice: Self.advice)
      } else {
        leaveOut(.answers, of: name, saying: words)
      }
    }
    // Only an answer that shows at once can be seen to be late.
    let seen = group.first { answer in
      guard steps.indices.contains(answer.place.step) else { return false }
      return if case .feedback = steps[answer.place.step].message { true } else { false }
    }
    if let seen {
      let change = SurroundingsChange.answer(of: first.gate, .late)
      add(.answers, of: name, saying: "\(subject) came one step late", by: change, at: seen.place, advice: Self.advice)
    }
    if let asked = group.first(where: { !$0.isAtOnce }) {
      let change = SurroundingsChange.answer(of: first.gate, .repeated)
      add(
        .answers,
        of: name,
        saying: "the call of '\(first.gate)' was made twice",
        by: change,
        at: asked.place,
        advice: Self.advice
      )
    }
  }

  /// Adds the mutant that swaps the first two answers of a gate that differ.
  private mutating func addSwap(_ answers: [SurroundingsRecord.Answer]) {
    for (number, pair) in zip(answers, answers.dropFirst()).enumerated()
    where identifyingText(of: pair.0.result) != identifyingText(of: pair.1.result) {
      let words = "two answers of '\(pair.0.gate)' were swapped"
      guard !isForSingleUse(pair.0.result), !isForSingleUse(pair.1.result) else {
        return leaveOut(.answers, saying: words)
      }
      let exchange = Exchange(first: (number, pair.0.result), second: (number + 1, pair.1.result))
      let change = SurroundingsChange.swap(at: pair.0.gate, exchange)
      return add(.answers, of: nil, saying: words, by: change, at: pair.0.place, advice: Self.advice)
    }
  }

  /// Adds the mutants of the elements that a stream gives in one mode.
  private mutating func addElement(_ element: SurroundingsRecord.Element) {
    let name = TransitionName(mode: element.place.mode, message: "an element of '\(element.gate)'")
    let fates: [(ElementFate, String)] = [
      (.lost, "it got lost"), (.doubled, "it came twice"),
      (.failed(MutantError()), element.canThrow ? "it was an error" : "the stream ended instead"),
    ]
    for (fate, words) in fates {
      let change = SurroundingsChange.element(of: element.gate, fate)
      add(.answers, of: name, saying: words, by: change, at: element.place, advice: Self.advice)
    }
  }

  // MARK: - Sleeps

  /// Adds the mutants of a sleep. It may begin before the store has seen the state of the model.
  private mutating func addSleep(_ sleep: SurroundingsRecord.Sleep) {
    for (factor, words) in Self.factors {
      let sentence = "a sleep of \(sleep.duration.text) " + (factor == 0 ? "was left out" : "lasted \(words)")
      let change = SurroundingsChange.sleep(of: sleep.duration, factor: factor)
      add(.time, of: nil, saying: sentence, by: change, at: sleep.place) { _ in
        "#expect(await clock.advanceToNextDeadline() == \(describe(sleep.duration)))"
      }
    }
  }

  /// Returns the assertion of the step that follows from what is changed.
  private static func advice(_ step: BaselineStep<Feature>?) -> String {
    let assertion = if let step, case .feedback = step.message { MutantAdvice.assertion(of: step) } else { "" }
    return assertion.isEmpty ? "// Assert what follows, before the next step of the test." : assertion
  }
}
