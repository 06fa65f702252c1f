extension Judge {
  /// Returns the index of the event that a step would assert.
  ///
  /// Where order counts, it is the next event of the kind, even if that is not the expected one.
  func next(_ kind: EventKind, isExpected: (EventRecord) -> Bool) -> Int? {
    let isOrdered = kind == .output ? level.isExhaustive : level.coversFeedback
    return isOrdered ? open.firstIndex(of: kind) : open.firstIndex { $0.kind == kind && isExpected($0) }
  }

  /// Judges a step that expects a feedback or an output.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - isExpected: Whether an event of this kind is the expected one.
  mutating func receive(_ kind: EventKind, isExpected: (EventRecord) -> Bool) -> Verdict {
    guard let index = next(kind, isExpected: isExpected) else { return Verdict(answer: .missing) }
    guard kind == .feedback || isExpected(open[index]) else {
      return Verdict(answer: takeUnexpected(kind, at: index, isExpected))
    }
    var verdict = Verdict(answer: .missing)
    take(before: index, for: kind, &verdict)
    // Where feedback counts, outputs before it were taken, too.
    let place = open.firstIndex { $0.kind == kind && (level.coversFeedback || isExpected($0)) } ?? 0
    if isExpected(open[place]) {
      verdict.answer = .accepted(open.take(at: place))
    } else {
      verdict.answer = takeUnexpected(kind, at: place, isExpected)
    }
    return verdict
  }

  /// Judges a step that expects a feedback or an output, in a run that changes the step to what has happened.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - isExpected: Whether an event of this kind is the expected one.
  ///   - isSimilar: Whether an event of this kind is taken in its place, if the expected one has not happened.
  /// - Returns: The event as accepted; nil if neither has happened.
  mutating func receiveNearest(
    _ kind: EventKind,
    isExpected: (EventRecord) -> Bool,
    isSimilar: (EventRecord) -> Bool
  ) -> Verdict? {
    let index =
      open.firstIndex { $0.kind == kind && isExpected($0) } ?? open.firstIndex { $0.kind == kind && isSimilar($0) }
    guard let index else { return nil }
    let event = open[index]
    var verdict = Verdict(answer: .accepted(event))
    if kind == .output, !level.coversFeedback {
      let earlier = open.take { $0.kind == kind && $0.number < event.number }
      if level.isExhaustive { verdict.unhandled = earlier }
    } else {
      take(before: index, for: kind, &verdict)
    }
    if let place = open.firstIndex(where: { $0 === event }) { _ = open.take(at: place) }
    return verdict
  }

  /// Removes the events before the one that a step asserts, and adds them to the verdict.
  private mutating func take(before index: Int, for kind: EventKind, _ verdict: inout Verdict) {
    guard index > 0 else { return }
    if level.coversFeedback {
      if open[..<index].contains(where: isDemanded) {
        verdict.unhandled = open.take(before: index)
      } else if kind == .feedback {
        open.drop(before: index)
      }
    } else if kind == .feedback {
      // Outputs have an order of their own.
      let passed = open.take(before: index)
      let rest = open.takeAll()
      for output in passed where output.kind == .output { open.append(output) }
      for event in rest { open.append(event) }
      verdict.skipped = passed.filter { $0.kind == .feedback }
    }
  }

  /// Removes the event that came instead of the expected one, with those before it. If the expected one came later, the
  /// test goes on after that.
  private mutating func takeUnexpected(
    _ kind: EventKind,
    at index: Int,
    _ isExpected: (EventRecord) -> Bool
  ) -> Verdict.Answer {
    let match = open.firstIndex { $0.kind == kind && isExpected($0) }
    guard level.coversFeedback else {
      let number = match.map { open[$0].number } ?? open[index].number
      let taken = open.take { $0.kind == kind && $0.number <= number }
      return match == nil
        ? .unexpected(instead: taken, later: nil) : .unexpected(instead: taken.dropLast(), later: taken.last)
    }
    let instead = open.take(before: match ?? index + 1)
    return .unexpected(instead: instead, later: match == nil ? nil : open.take(at: 0))
  }

  /// Whether a step would find all of several expected feedbacks, in any order.
  func holds(_ count: Int, unordered take: (EventRecord) -> Bool) -> Bool {
    var found = 0
    for event in open where event.kind == .feedback && (level.coversFeedback || take(event)) {
      found += 1
      if found >= count { return true }
    }
    return found >= count
  }

  /// Judges a step that expects several feedbacks in any order.
  ///
  /// - Parameters:
  ///   - count: The number of expected feedbacks.
  ///   - take: Whether a feedback is one of those that are still expected; it then no longer is.
  mutating func receive(unordered count: Int, take isExpected: (EventRecord) -> Bool) -> UnorderedVerdict {
    var verdict = UnorderedVerdict()
    guard level.coversFeedback else {
      var last: Int?
      for event in open where event.kind == .feedback && verdict.accepted.count < count && isExpected(event) {
        verdict.accepted.append(event)
        last = event.number
      }
      guard let last else { return verdict }
      let accepted = Set(verdict.accepted.map(\.number))
      let taken = open.take { $0.kind == .feedback && $0.number <= last }
      verdict.skipped = taken.filter { !accepted.contains($0.number) }
      return verdict
    }
    while verdict.accepted.count + verdict.unexpected.count < count, let index = open.firstIndex(of: .feedback) {
      if open[..<index].contains(where: isDemanded) {
        verdict.unhandled += open.take(before: index)
      } else {
        open.drop(before: index)
      }
      let event = open.take(at: 0)
      if isExpected(event) { verdict.accepted.append(event) } else { verdict.unexpected.append(event) }
    }
    // Those that come later are received as well, so that the test goes on after them.
    while !verdict.unexpected.isEmpty, let match = open.firstIndex(where: { $0.kind == .feedback && isExpected($0) }) {
      open.drop(before: match)
      verdict.later.append(open.take(at: 0))
    }
    return verdict
  }
}
