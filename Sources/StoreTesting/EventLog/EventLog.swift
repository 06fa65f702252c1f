package import StoreCore
import StoreDependencies

/// The events of a store, in total order.
///
/// The log keeps at least the newest 64 messages, or 1,024 events where these are fewer messages. It keeps fewer messages if
/// states are large, and all events if an observer needs them.
package final class EventLog<Feature: Reducer> {
  /// The least number of messages to keep, adjusted to the size of the states.
  private var capacity = messageCapacity

  private var stored: [EventRecord] = []

  /// The stored events, oldest first.
  package var events: EventList<Feature> { EventList(records: stored) }

  var newest: Event<Feature>? { events.last }

  /// The number of stored messages.
  private var messages = 0

  /// The number of all messages.
  private var messageCount = 0

  /// The number of messages at which the size of the state is measured next.
  private var nextMeasurement = 4

  /// The number of all events, including removed ones.
  package private(set) var count = 0

  /// The number of removed events.
  package var forgotten: Int { count - stored.count }

  /// The state before the first stored event.
  package private(set) var firstState: Feature.State

  /// The failures of the store, each with the number of events before it and the time of the clock.
  package private(set) var failures: [(position: Int, failure: TestFailure, instant: TestClock.Instant)] = []

  /// What happened outside of the store's view, each with the number of events before it.
  package private(set) var gaps: [(position: Int, gap: LogGap)] = []

  /// The number of dropped feedbacks at the end of the log.
  private var drops = 0

  /// Whether the log keeps every event.
  private let keepsAll: Bool

  /// Creates an empty log.
  ///
  /// - Parameters:
  ///   - state: The initial state of the store.
  ///   - keepsAll: Whether the log keeps every event.
  init(from state: Feature.State, keepsAll: Bool = false) {
    firstState = state
    self.keepsAll = keepsAll
  }

  /// Adds an event.
  ///
  /// - Returns: The event; nil for a dropped feedback after too many others.
  func add(_ content: EventRecord.Content, at instant: TestClock.Instant) -> Event<Feature>? {
    if case .dropped = content { drops += 1 } else { drops = 0 }
    guard drops <= dropCapacity else { return nil }
    let record = EventRecord(content, number: count, instant: instant)
    stored.append(record)
    count += 1
    if record.kind.isMessage {
      messages += 1
      messageCount += 1
    }
    return Event(record: record)
  }

  /// Whether the size of a state is to be measured.
  ///
  /// Performance: it is measured each time the number of messages has doubled.
  var isMeasurementDue: Bool { !keepsAll && messageCount == nextMeasurement }

  /// Records the size of the newest state.
  func note(stateSize: Int) {
    nextMeasurement *= 2
    capacity = min(messageCapacity, max(2, byteCapacity / max(1, stateSize)))
  }

  /// Returns the state before an event; the oldest known one if the event was removed.
  package func state(before number: Int) -> Feature.State {
    events[..<max(0, number - forgotten)].last { $0.message != nil }?.stateAfter ?? firstState
  }

  func add(_ failure: TestFailure, at instant: TestClock.Instant) {
    if failures.count < messageCapacity { failures.append((count, failure, instant)) }
  }

  /// Adds what happened outside of the store's view, once between two events.
  func add(_ gap: LogGap) {
    if !gaps.contains(where: { $0.position == count && $0.gap == gap }) { gaps.append((count, gap)) }
  }

  /// Whether the log has twice as many events as it keeps.
  var isFull: Bool { !keepsAll && (messages >= 2 * capacity || stored.count >= 2 * eventCapacity) }

  /// Removes the older half of the events.
  ///
  /// The caller releases the events, as the `deinit` of a value may use the log again.
  func takeOldest() -> [EventRecord] {
    var excess = 0
    var newestMessage: EventRecord?
    while messages > capacity || stored.count - excess > eventCapacity {
      if stored[excess].kind.isMessage {
        newestMessage = stored[excess]
        messages -= 1
      }
      excess += 1
    }
    if let state = newestMessage.flatMap({ Event<Feature>(record: $0).stateAfter }) { firstState = state }
    defer {
      stored.removeFirst(excess)
      gaps.removeAll { $0.position < forgotten }
    }
    return Array(stored[..<excess])
  }
}

/// The least number of messages to keep.
private let messageCapacity = 64

/// The approximate limit in bytes for the states of the stored messages. Two messages are always kept.
private let byteCapacity = 64 << 20

/// The least number of events to keep.
private let eventCapacity = 1_024

/// The greatest number of consecutive dropped feedbacks to keep, as a cancelled effect may send endlessly.
private let dropCapacity = 16

/// What happened outside of a store's view, so that its log doesn't explain what followed.
package enum LogGap: Equatable, Sendable {
  /// An effect was continued by something other than a step of the test, its clock or its gates.
  case resumption

  /// The test changed the store's dependencies between two steps.
  case dependencies
}

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
