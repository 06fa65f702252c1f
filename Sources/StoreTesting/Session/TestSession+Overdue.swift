/// What work outside the test's control was too late with.
///
/// That it did not come in time is reported, and is the one failure: when it comes after all, it is let in silently, once.
extension TestSession {
  /// Notes that a feedback was waited for in vain.
  func noteOverdue(_ expectation: Expectation<Feature.Feedback>, _ outcome: WaitOutcome) {
    noteOverdue(outcome) { $0.feedback.map(expectation.matches) ?? false }
  }

  /// Notes that an output was waited for in vain.
  func noteOverdue(output expectation: Expectation<Feature.Output>, _ outcome: WaitOutcome) {
    noteOverdue(outcome) { $0.output.map(expectation.matches) ?? false }
  }

  /// Notes that something was waited for in vain.
  private func noteOverdue(_ outcome: WaitOutcome, _ isExpected: @escaping (Entry<Feature>) -> Bool) {
    switch outcome {
    case .timedOut: overdue.append(isExpected)
    case .idle where stalled == story.count: debt?.owed.append(isExpected)
    case .idle, .happened, .cancelled: break
    }
  }

  /// Notes that something has come, so that it is overdue no more.
  ///
  /// - Returns: Whether it was overdue.
  @discardableResult
  func endOverdue(_ entry: Entry<Feature>) -> Bool {
    guard let index = overdue.firstIndex(where: { $0(entry) }) else { return false }
    overdue.remove(at: index)
    return true
  }

  /// What is left of entries when those are taken away that were overdue.
  func withoutOverdue(_ entries: [Entry<Feature>]) -> [Entry<Feature>] {
    hasOverdue ? entries.filter { !endOverdue($0) } : entries
  }

  /// Passes over what was overdue and stands before the entry that the test now receives.
  ///
  /// The test may receive it later, too.
  ///
  /// - Parameters:
  ///   - kind: What the test now receives.
  ///   - isExpected: Whether an entry is the one.
  func passOverdue(_ kind: EntryKind, _ isExpected: (Entry<Feature>) -> Bool) {
    guard exhaustivity.isExhaustive else { return }
    while let index = entries.firstIndex(where: { $0.kind == kind }) {
      let entry = entries.all[index]
      guard !isExpected(entry), endOverdue(entry) else { return }
      _ = entries.take(at: index)
      forgiven.append(Forgiven(entry: entry, before: asserted))
      asserted = entry.stateAfter ?? asserted
    }
  }
}
