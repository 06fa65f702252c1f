import Synchronization

/// The answers that calls get after the next step, in a run with a mutant.
package final class LateAnswers: Sendable {
  private struct Answer {
    /// Whether the step has ended in which the test gave the answer.
    var isDue = false

    let give: @Sendable () -> Void
  }

  private let answers = Mutex<[Answer]>([])

  func add(_ give: @escaping @Sendable () -> Void) { answers.withLock { $0.append(Answer(give: give)) } }

  /// Ends a step that acts, and gives the answers of earlier steps.
  ///
  /// - Returns: Whether an answer was given.
  func endStep() -> Bool {
    let due = answers.withLock { answers in
      let due = answers.filter(\.isDue)
      answers = answers.filter { !$0.isDue }.map { Answer(isDue: true, give: $0.give) }
      return due
    }
    for answer in due { answer.give() }
    return !due.isEmpty
  }
}
