package import StoreCore

/// The part of an event that doesn't depend on its feature.
///
/// Performance: a list of generic values makes the runtime look up their type at each access.
package class EventHead {
  /// The event's number in its store, counted from zero.
  package let number: Int

  /// The time of the clock.
  package let instant: TestClock.Instant

  package let kind: EventKind

  fileprivate init(_ kind: EventKind, number: Int, instant: TestClock.Instant) {
    self.number = number
    self.instant = instant
    self.kind = kind
  }
}

/// An event of a test store: a decision of its engine that the store has performed.
package final class Event<Feature: Reducer>: EventHead {
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

  package let content: Content

  init(_ content: Content, number: Int, instant: TestClock.Instant) {
    self.content = content
    super.init(Self.kind(of: content), number: number, instant: instant)
  }

  /// Returns an event of a log or list that holds events of this feature only.
  static func typed(_ event: EventHead) -> Event {
    guard let event = event as? Event else { preconditionFailure("The event belongs to another feature.") }
    return event
  }

  private static func kind(of content: Content) -> EventKind {
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

/// Events of one feature.
package struct EventList<Feature: Reducer>: RandomAccessCollection {
  let heads: [EventHead]

  package var startIndex: Int { heads.startIndex }

  package var endIndex: Int { heads.endIndex }

  package subscript(index: Int) -> Event<Feature> { Event.typed(heads[index]) }
}

/// A reduced message.
package final class ReducedMessage<Feature: Reducer> {
  /// Whether the message is an input, not a feedback.
  package let isInput: Bool

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
    isInput = if case .input = message { true } else { false }
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
