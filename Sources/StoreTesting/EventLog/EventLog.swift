package import StoreCore

/// The events of a store, in total order.
///
/// The log keeps at least the newest 64 messages and 1,024 events. It keeps fewer messages if states are large, and
/// every event if an observer needs them.
package struct EventLog<Feature: Reducer> {
  /// The least number of messages to keep.
  private static var messageCapacity: Int { 64 }

  /// The approximate limit in bytes for the states of the stored messages. Two messages are always kept.
  private static var byteCapacity: Int { 64 << 20 }

  /// The least number of events to keep.
  private static var eventCapacity: Int { 1_024 }

  /// The greatest number of consecutive dropped feedbacks to keep, as a cancelled effect may send endlessly.
  private static var dropCapacity: Int { 16 }

  /// The least number of messages to keep, adjusted to the size of the states.
  private var capacity = messageCapacity

  /// The stored events, oldest first.
  package private(set) var events: [Event<Feature>] = []

  /// The number of stored messages.
  private var messages = 0

  /// The number of removed events.
  package private(set) var forgotten = 0

  /// The number of all events, including removed ones.
  var count: Int { forgotten + events.count }

  /// The state before the first stored event.
  package private(set) var firstState: Feature.State

  /// The failures of the store, each with the number of events before it and the time of the clock.
  package private(set) var failures: [(position: Int, failure: TestFailure, instant: TestClock.Instant)] = []

  /// The number of dropped feedbacks at the end of the log.
  private var drops = 0

  /// Whether the log keeps every event.
  private let keepsAll: Bool

  /// Makes an empty log.
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
  mutating func add(_ content: Event<Feature>.Content, at instant: TestClock.Instant) -> Event<Feature>? {
    if case .dropped = content { drops += 1 } else { drops = 0 }
    guard drops <= Self.dropCapacity else { return nil }
    let event = Event(number: count, instant: instant, content: content)
    events.append(event)
    if case .reduced = content { messages += 1 }
    return event
  }

  /// Whether the size of a state is to be measured.
  ///
  /// Performance: it is measured at a few message counts only.
  var isMeasurementDue: Bool {
    guard !keepsAll, [4, 16, 64, 128].contains(messages), case .reduced? = events.last?.content else { return false }
    return true
  }

  /// Records the size of the newest state.
  mutating func note(stateSize: Int) {
    capacity = min(Self.messageCapacity, max(2, Self.byteCapacity / max(1, stateSize)))
  }

  /// Adds a failure.
  mutating func add(_ failure: TestFailure, at instant: TestClock.Instant) {
    if failures.count < Self.messageCapacity { failures.append((count, failure, instant)) }
  }

  /// Whether the log has twice as many events as it keeps.
  var isFull: Bool { !keepsAll && (messages >= 2 * capacity || events.count >= 2 * Self.eventCapacity) }

  /// Removes the older half of the events.
  ///
  /// The caller releases them, as the `deinit` of a value may use the log again.
  mutating func takeOldest() -> [Event<Feature>] {
    var excess = 0
    while messages > capacity || events.count - excess > Self.eventCapacity {
      if case .reduced(let message) = events[excess].content {
        firstState = message.after
        messages -= 1
      }
      excess += 1
    }
    defer { events.removeFirst(excess) }
    forgotten += excess
    return Array(events[..<excess])
  }
}
