import StoreCore
import StoreDependencies

extension EventLog {
  /// The inputs that were sent, oldest first.
  var inputs: [ReducedMessage<Feature>] { events.compactMap(\.message).filter { $0.input != nil } }

  /// The newest feedback that satisfies a predicate, with the clock's time.
  func lastFeedback(
    where isMatch: (Feature.Feedback) -> Bool
  ) -> (message: ReducedMessage<Feature>, instant: TestClock.Instant)? {
    events.last { $0.feedback.map(isMatch) ?? false }.flatMap { event in event.message.map { ($0, event.instant) } }
  }

  /// The dropped feedbacks, newest first.
  var dropped: [(feedback: Feature.Feedback, sender: EffectToken, instant: TestClock.Instant)] {
    events.reversed().compactMap { event in
      if case .dropped(let feedback, let sender) = event.content {
        (feedback.value, sender, event.instant)
      } else {
        nil
      }
    }
  }

  /// The text of the message that cancelled an effect, if a message did.
  func canceller(of effect: EffectToken) -> String? {
    for event in events {
      if case .cancelled(let record) = event.content, record.token === effect { return record.canceller?.text }
    }
    return nil
  }
}
