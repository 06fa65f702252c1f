package import StoreCore

/// An event without its feature's types.
///
/// Performance: events are stored in this form, as a list of generic values makes the runtime look up their type at
/// each access.
package final class EventRecord {
  package enum Content {
    /// A message was reduced.
    case reduced(MessageRecord)

    /// An output was emitted.
    case output(any Sendable)

    /// An effect has started.
    case started(EffectRecord)

    /// An effect was cancelled.
    case cancelled(EffectRecord)

    /// An effect has ended, on its own or after a cancellation.
    case finished(EffectRecord)

    /// An effect has thrown an unhandled error, here as text.
    case failed(EffectRecord, error: String)

    /// A feedback of a cancelled effect was dropped.
    case dropped(any Sendable, sender: EffectToken)

    /// An effect has called an endpoint that waits for an answer.
    case called(any WaitingCall, by: EffectToken?)

    /// A call was answered.
    case answered(GateReply)
  }

  /// The event's number in its store, counted from zero.
  let number: Int

  /// The time of the clock.
  let instant: TestClock.Instant

  let content: Content

  let kind: EventKind

  init(_ content: Content, number: Int, instant: TestClock.Instant) {
    self.content = content
    self.number = number
    self.instant = instant
    kind =
      switch content {
      case .reduced(let message): message.isInput ? .input : .feedback
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

extension EventRecord {
  /// The effect that has started or ended; nil for other events.
  var effect: EffectToken? {
    switch content {
    case .started(let record), .finished(let record): record.token
    default: nil
    }
  }

  /// The effect that has started; nil for other events.
  var startedEffect: EffectToken? { if case .started(let record) = content { record.token } else { nil } }

  /// The effect that has sent the message; nil for other events.
  var sender: EffectToken? { if case .reduced(let message) = content { message.sender } else { nil } }
}

/// An event of a test store: a decision of its engine that the store has performed.
package struct Event<Feature: Reducer> {
  let record: EventRecord

  /// The event's number in its store, counted from zero.
  package var number: Int { record.number }

  /// The time of the clock.
  package var instant: TestClock.Instant { record.instant }

  package var content: EventRecord.Content { record.content }

  package var kind: EventKind { record.kind }
}

/// Events of one feature.
package struct EventList<Feature: Reducer>: RandomAccessCollection {
  let records: [EventRecord]

  package var startIndex: Int { records.startIndex }

  package var endIndex: Int { records.endIndex }

  package subscript(index: Int) -> Event<Feature> { Event(record: records[index]) }
}

/// A reduced message without its feature's types.
package class MessageRecord {
  /// Whether the message is an input, not a feedback.
  package let isInput: Bool

  /// The effect that sent the message; nil for an input.
  package let sender: EffectToken?

  /// The step of the test during which the message was reduced.
  package let step: CallSite

  /// Whether the purity check reduced the message a second time.
  let isReducedTwice: Bool

  fileprivate init(isInput: Bool, sender: EffectToken?, step: CallSite, isReducedTwice: Bool) {
    self.isInput = isInput
    self.sender = sender
    self.step = step
    self.isReducedTwice = isReducedTwice
  }

  /// The input or the feedback.
  package var value: any Sendable { preconditionFailure("A message has the types of its feature.") }
}

/// A reduced message.
package final class ReducedMessage<Feature: Reducer>: MessageRecord {
  package let message: Message<Feature.Input, Feature.Feedback>

  /// The state after the message.
  package let after: Feature.State

  init(
    _ message: borrowing Message<Feature.Input, Feature.Feedback>,
    after state: Feature.State,
    sender: EffectToken?,
    step: CallSite,
    isReducedTwice: Bool
  ) {
    self.message = copy message
    after = state
    let isInput = if case .input = self.message { true } else { false }
    super.init(isInput: isInput, sender: sender, step: step, isReducedTwice: isReducedTwice)
  }

  /// The input; nil for a feedback.
  package var input: Feature.Input? { if case .input(let input) = message { input } else { nil } }

  /// The feedback; nil for an input.
  package var feedback: Feature.Feedback? { if case .feedback(let feedback) = message { feedback } else { nil } }

  package override var value: any Sendable {
    switch message {
    case .input(let input): input
    case .feedback(let feedback): feedback
    }
  }
}
