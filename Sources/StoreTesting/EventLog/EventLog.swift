package import StoreCore

/// The events of a store, in total order.
///
/// One rule decides what is forgotten: a log keeps the newest 64 messages and 1,024 events at least, fewer messages where states are
/// large, and every event where an observer needs them.
package struct EventLog<Feature: Reducer> {
  /// How many messages are kept at least, once there were so many.
  private static var messageCapacity: Int { 64 }

  /// How many bytes the states of the kept messages may have, about. Two messages are kept in any case.
  private static var byteCapacity: Int { 64 << 20 }

  /// How many events are kept at least, once there were so many.
  private static var eventCapacity: Int { 1_024 }

  /// How many dropped feedbacks are kept in a row. A cancelled effect that sends for ever would fill the log.
  private static var dropCapacity: Int { 16 }

  /// How many messages are kept at least.
  private var capacity = messageCapacity

  /// The events that are kept, oldest first.
  package private(set) var events: [Event<Feature>] = []

  /// How many of the kept events are messages.
  private var messages = 0

  /// How many events before the first that is kept are forgotten.
  package private(set) var forgotten = 0

  /// How many events there were, with those that are forgotten.
  var count: Int { forgotten + events.count }

  /// The state before the first event that is kept.
  package private(set) var firstState: Feature.State

  /// The failures of the store, each with the number of events before it, and the clock's time.
  package private(set) var failures: [(position: Int, failure: TestFailure, instant: TestClock.Instant)] = []

  /// How many of the newest events are dropped feedbacks.
  private var drops = 0

  /// Whether every event is kept.
  private let keepsAll: Bool

  /// Makes an empty log.
  ///
  /// - Parameters:
  ///   - state: The state with which the store begins.
  ///   - keepsAll: Whether every event is kept.
  init(from state: Feature.State, keepsAll: Bool = false) {
    firstState = state
    self.keepsAll = keepsAll
  }

  /// Adds an event.
  ///
  /// - Returns: The event; nil if it is the same as too many before it.
  mutating func add(_ content: Event<Feature>.Content, at instant: TestClock.Instant) -> Event<Feature>? {
    if case .dropped = content { drops += 1 } else { drops = 0 }
    guard drops <= Self.dropCapacity else { return nil }
    let event = Event(number: count, instant: instant, content: content)
    events.append(event)
    if case .reduced = content { messages += 1 }
    return event
  }

  /// Whether the size of a state is to be noted: a message was added, and the size was not noted for a while.
  var isMeasurementDue: Bool {
    guard !keepsAll, [4, 16, 64, 128].contains(messages), case .reduced? = events.last?.content else { return false }
    return true
  }

  /// Notes the size of the newest state.
  mutating func note(stateSize: Int) {
    capacity = min(Self.messageCapacity, max(2, Self.byteCapacity / max(1, stateSize)))
  }

  /// Adds a failure.
  mutating func add(_ failure: TestFailure, at instant: TestClock.Instant) {
    if failures.count < Self.messageCapacity { failures.append((count, failure, instant)) }
  }

  /// Whether the log has grown to twice what it keeps.
  var isFull: Bool { !keepsAll && (messages >= 2 * capacity || events.count >= 2 * Self.eventCapacity) }

  /// Takes out the older half of the events.
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
