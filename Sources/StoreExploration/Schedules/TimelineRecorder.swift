package import StoreCore
import StoreDependencies
package import StoreTesting
import Synchronization

/// A recorder of the events of test stores as text, in total order.
///
/// A store without a recorder keeps only its ``EventLog``, and formats no text.
package final class TimelineRecorder: Sendable {
  /// The recorded data.
  private struct State {
    /// The events, in the order in which they happened.
    var events: [EventDescription] = []

    /// The number of events before each failure, by headline.
    var eventsBeforeFailures: [String: Int] = [:]

    /// The number of test steps.
    var steps = 0

    /// The latest time of any clock.
    var end = TestClock.Instant()
  }

  private let state = Mutex(State())

  /// Creates an empty recorder.
  package init() {}

  /// The events, in the order in which they happened.
  package var events: [EventDescription] { state.withLock(\.events) }

  /// Returns the number of events before the first failure with a headline; nil without such a failure.
  package func eventCount(beforeFailure headline: String) -> Int? {
    state.withLock { $0.eventsBeforeFailures[headline] }
  }

  /// The number of test steps.
  package var steps: Int { state.withLock(\.steps) }

  /// The time that has passed on the clock.
  package var elapsed: Duration { state.withLock(\.end).offset }

  /// Runs code whose test stores record into this timeline.
  package func record(_ body: () async throws -> Void) async rethrows {
    try await Hooks.$observers.withValue(Hooks.observers + [self]) { try await body() }
  }

  private func write(_ event: EventDescription) {
    state.withLock { state in
      state.events.append(event)
      state.end = max(state.end, event.instant)
    }
  }
}

extension TimelineRecorder: ObserverOfStores, StoreObserver {
  package func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }

  package func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {
    write(EventDescription(.deviation, of: text, at: .init(), origin: isInstead ? "instead" : "first"))
  }

  package func noteStep(at instant: TestClock.Instant) {
    state.withLock { state in
      state.steps += 1
      state.end = max(state.end, instant)
    }
  }

  package func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    if let event = session.formatter.newest { write(event) }
  }

  package func note(_ failure: TestFailure, at instant: TestClock.Instant) {
    state.withLock { state in
      let count = state.events.count
      state.eventsBeforeFailures[failure.headline] = state.eventsBeforeFailures[failure.headline] ?? count
    }
  }
}
