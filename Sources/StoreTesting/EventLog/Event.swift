package import StoreCore

/// An event of a test store: a decision of its engine that the store has performed.
package struct Event<Feature: Reducer> {
  /// The content of an event.
  ///
  /// Values of the feature are boxed, so that an event has the same size for every feature.
  package enum Content {
    /// A message was reduced.
    case reduced(ReducedMessage<Feature>)

    /// An output was emitted.
    case output(EventValue<Feature.Output>)

    /// An effect has started.
    case started(EffectRecord)

    /// An effect was cancelled.
    case cancelled(EffectRecord)

    /// An effect has ended, by itself or after a cancellation.
    case finished(EffectRecord)

    /// An effect has thrown an unhandled error, here as text.
    case failed(EffectRecord, error: String)

    /// A feedback of a cancelled effect was dropped.
    case dropped(EventValue<Feature.Feedback>, sender: EffectToken)

    /// An effect has called an endpoint that waits for an answer.
    case called(any WaitingCall, by: EffectToken?)

    /// A call was answered.
    case answered(GateReply)
  }

  /// The event's number in its store, counted from zero.
  package let number: Int

  /// The time of the clock.
  package let instant: TestClock.Instant

  package let content: Content

  package var kind: EventKind {
    switch content {
    case .reduced(let message): message.input == nil ? .feedback : .input
    case .output: .output
    case .started: .started
    case .cancelled: .cancelled
    case .finished: .finished
    case .failed: .failed
    case .dropped: .dropped
    case .called: .called
    case .answered: .answered
    }
  }
}

/// A reduced message.
package final class ReducedMessage<Feature: Reducer> {
  package let message: Message<Feature.Input, Feature.Feedback>

  /// The state after the message.
  package let after: Feature.State

  /// The effect that sent the message; nil for an input.
  package let sender: EffectToken?

  /// The step of the test during which the message was reduced.
  package let step: CallSite

  /// Whether the purity check reduced the message a second time.
  let isReducedTwice: Bool

  init(
    _ message: Message<Feature.Input, Feature.Feedback>,
    after state: Feature.State,
    sender: EffectToken?,
    step: CallSite,
    isReducedTwice: Bool
  ) {
    self.message = message
    after = state
    self.sender = sender
    self.step = step
    self.isReducedTwice = isReducedTwice
  }

  /// The input; nil for a feedback.
  package var input: Feature.Input? { if case .input(let input) = message { input } else { nil } }

  /// The feedback; nil for an input.
  package var feedback: Feature.Feedback? { if case .feedback(let feedback) = message { feedback } else { nil } }
}

/// A boxed value of a feature.
package final class EventValue<Value> {
  package let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
