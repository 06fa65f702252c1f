import StoreCore
import StoreDependencies

extension EventLog {
  /// The inputs that were sent, oldest first.
  var inputs: [ReducedMessage<Feature>] { events.compactMap(\.message).filter { $0.input != nil } }

  /// Returns the newest feedback that satisfies a predicate, with the time of the clock.
  func lastFeedback(
    where isMatch: (Feature.Feedback) -> Bool
  ) -> (message: ReducedMessage<Feature>, instant: TestClock.Instant)? {
    events.last { $0.feedback.map(isMatch) ?? false }.flatMap { event in event.message.map { ($0, event.instant) } }
  }

  /// The dropped feedbacks, newest first.
  var dropped: [(feedback: Feature.Feedback, sender: EffectToken, instant: TestClock.Instant)] {
    events.reversed().compactMap { event in
      guard case .dropped(let value, let sender) = event.content, let feedback = value as? Feature.Feedback
      else { return nil }
      return (feedback, sender, event.instant)
    }
  }

  /// Returns the text of the message that cancelled an effect; nil if no message did.
  func canceller(of effect: EffectToken) -> String? {
    for event in events {
      if case .cancelled(let record) = event.content, record.token === effect { return record.canceller?.text }
    }
    return nil
  }
}
