package import StoreCore

/// Makes words of what a store has done.
package struct StoryTeller<Feature: Reducer> {
  /// How much is said of each event.
  package enum Breadth {
    /// What fits on a line or a few.
    case brief

    /// All there is, within reason.
    case whole

    /// About how many characters a value may take.
    var valueLength: Int { self == .brief ? 120 : 100_000 }

    /// How many changes of the state are listed for a message.
    var changeCount: Int { self == .brief ? 4 : 1_000 }
  }

  /// What the store has done.
  package let story: Story

  /// The state that the store began with.
  let initial: Feature.State

  /// What has happened, as a person would read it, as far as it is kept.
  ///
  /// - Parameters:
  ///   - limit: How many of the newest events are enough.
  ///   - breadth: How much is said of each.
  package func events(last limit: Int = .max, in breadth: Breadth) -> [TimelineEvent] {
    let moments = story.moments
    var first = moments.count
    var wanted = limit
    while first > 0, wanted > 0 {
      first -= 1
      if isTold(moments[first]) { wanted -= 1 }
    }
    var before = state(before: first)
    return moments[first...].compactMap { moment in
      guard isTold(moment) else { return nil }
      let event = event(of: moment, before: before, breadth)
      if let after = state(after: moment) { before = after }
      return event
    }
  }

  /// The state before everything that is kept.
  package var firstState: Feature.State { state(before: 0) }

  /// The newest moment, unless it is not worth a word.
  var newestEvent: TimelineEvent? {
    guard let moment = story.moments.last, isTold(moment) else { return nil }
    return event(of: moment, before: state(before: story.moments.count - 1), .whole)
  }

  /// How many events there are before the newest ones.
  func earlierEvents(before count: Int) -> Int {
    story.forgotten + story.moments.count { isTold($0) } - count
  }

  /// The feedbacks that went nowhere because their effects had been cancelled, newest first.
  var dropped: [(content: DroppedContent<Feature>, instant: TestClock.Instant)] {
    story.moments.reversed().compactMap { moment in
      (moment.subject as? DroppedContent<Feature>).map { ($0, moment.instant) }
    }
  }

  /// The feedbacks that were reduced, newest first.
  var feedbacks: [(content: FeedbackContent<Feature>, instant: TestClock.Instant)] {
    story.moments.reversed().compactMap { moment in
      (moment.subject as? FeedbackContent<Feature>).map { ($0, moment.instant) }
    }
  }

  /// The inputs that were sent, oldest first.
  var inputs: [InputContent<Feature>] {
    story.moments.compactMap { $0.subject as? InputContent<Feature> }
  }

  /// The message that cancelled an effect, as text, if one did.
  func canceller(of effect: EffectToken) -> String? {
    for moment in story.moments where moment.kind == .cancelled {
      guard let record = moment.subject as? EffectRecord, record.token === effect else { continue }
      return record.canceller?.text
    }
    return nil
  }

  /// Whether a moment is worth a word: the end of an effect that was cancelled is not.
  private func isTold(_ moment: Story.Moment) -> Bool {
    guard moment.kind == .ended, let record = moment.subject as? EffectRecord else { return true }
    return !record.token.isCancelled
  }

  /// The state before a moment.
  private func state(before index: Int) -> Feature.State {
    let message = story.moments[..<index].last { $0.kind == .message }?.subject ?? story.lastForgotten
    return (message as? MessageContent<Feature>)?.after ?? initial
  }

  /// The state after a moment, if it is a message.
  private func state(after moment: Story.Moment) -> Feature.State? {
    (moment.subject as? MessageContent<Feature>)?.after
  }

  /// A moment as a person would read it.
  private func event(of moment: Story.Moment, before: Feature.State, _ breadth: Breadth) -> TimelineEvent? {
    let instant = moment.instant
    let text = { (value: Any) in describe(value, limit: breadth.valueLength) }
    switch moment.subject {
    case let input as InputContent<Feature>:
      let changes = changes(before, input.after, breadth)
      return TimelineEvent(instant, .input, text(input.input), site: input.site, changes: changes)
    case let feedback as FeedbackContent<Feature>:
      let sender = feedback.sender?.description.title
      let changes = changes(before, feedback.after, breadth)
      return TimelineEvent(instant, .feedback, text(feedback.feedback), origin: sender, changes: changes)
    case let output as OutputContent<Feature>:
      return TimelineEvent(instant, .output, text(output.output))
    case let dropped as DroppedContent<Feature>:
      let sender = dropped.sender.description.title
      return TimelineEvent(instant, .dropped, text(dropped.feedback), origin: sender)
    case let failure as EffectFailureContent:
      return TimelineEvent(instant, .effectFailed, failure.record.token.description.title, origin: failure.text)
    case let content as GateCallContent:
      return TimelineEvent(instant, .called, "\(content.call)", origin: content.effect?.description.title)
    case let reply as GateReply:
      return TimelineEvent(instant, .answered, "\(reply.call)", origin: reply.text)
    case let record as EffectRecord:
      return event(of: record, moment)
    default: return nil
    }
  }

  /// A moment of an effect as a person would read it.
  private func event(of record: EffectRecord, _ moment: Story.Moment) -> TimelineEvent {
    let label = record.token.description.title
    switch moment.kind {
    case .started: return TimelineEvent(moment.instant, .effectStarted, label, origin: record.origin.text)
    case .cancelled:
      return TimelineEvent(moment.instant, .effectCancelled, label, origin: record.canceller?.text)
    default: return TimelineEvent(moment.instant, .effectFinished, label)
    }
  }

  /// What changed from one state to the next, a line for each place.
  private func changes(_ before: Feature.State, _ after: Feature.State, _ breadth: Breadth) -> [String] {
    let changes = differences(before, after, limit: breadth.changeCount + 1)
    let lines = changes.prefix(breadth.changeCount).map { $0.changeLine(limit: breadth.valueLength) }
    return lines + (changes.count > lines.count ? ["…"] : [])
  }
}

/// A feedback of a cancelled effect went nowhere.
package final class DroppedContent<Feature: Reducer> {
  /// The feedback.
  package let feedback: Feature.Feedback

  /// The effect that sent it.
  package let sender: EffectToken

  /// Makes the content of a feedback that goes nowhere.
  init(_ feedback: Feature.Feedback, sender: EffectToken) {
    self.feedback = feedback
    self.sender = sender
  }
}

/// An effect has thrown an error that nothing handles.
package final class EffectFailureContent {
  /// What is known of the effect.
  package let record: EffectRecord

  /// The error as text.
  package let text: String

  /// Makes the content of an effect's failure.
  init(_ record: EffectRecord, _ error: any Error) {
    self.record = record
    text = describe(error: error)
  }
}
