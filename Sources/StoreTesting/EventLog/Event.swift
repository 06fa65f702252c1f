package import StoreCore

/// Something that happened in a test store: what its engine has decided and the store has performed.
package struct Event<Feature: Reducer> {
  /// What happened.
  ///
  /// Values of the feature are in objects, so that an event has the same size for every feature.
  package enum Content {
    /// A message was reduced.
    case reduced(ReducedMessage<Feature>)

    /// An output was emitted.
    case output(EventValue<Feature.Output>)

    /// An effect has started.
    case started(EffectRecord)

    /// An effect was cancelled.
    case cancelled(EffectRecord)

    /// An effect has ended by itself, or after it was cancelled.
    case finished(EffectRecord)

    /// An effect has thrown an error that nothing handles, here as text.
    case failed(EffectRecord, error: String)

    /// A feedback of a cancelled effect was dropped.
    case dropped(EventValue<Feature.Feedback>, sender: EffectToken)

    /// An endpoint was called that waits for an answer.
    case called(any WaitingCall, by: EffectToken?)

    /// A call was answered.
    case answered(GateReply)
  }

  /// The event's number among those of its store, counted from zero.
  package let number: Int

  /// The clock's time.
  package let instant: TestClock.Instant

  /// What happened.
  package let content: Content

  /// The kind of event.
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

/// A message that was reduced.
package final class ReducedMessage<Feature: Reducer> {
  /// The message.
  package let message: Message<Feature.Input, Feature.Feedback>

  /// The state that the reducer left behind.
  package let after: Feature.State

  /// The effect that sent the message; nil for an input.
  package let sender: EffectToken?

  /// The step of the test during which the message was reduced.
  package let step: CallSite

  /// Whether the purity check has reduced the message a second time.
  let isReducedTwice: Bool

  /// Makes the content of an event.
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

/// A value of a feature in an event.
package final class EventValue<Value> {
  /// The value.
  package let value: Value

  /// Puts a value into an object.
  init(_ value: Value) {
    self.value = value
  }
}
