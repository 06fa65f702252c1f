import StoreCore
import StoreDependencies
import Synchronization

/// Writes down what test stores do in words, in total order, while they do it.
///
/// A store without one keeps its ``EventLog``, and puts nothing into words.
package final class TimelineRecorder: Sendable {
  /// What has been written.
  private struct State {
    /// The events, in the order in which they happened.
    var events: [EventDescription] = []

    /// How many events there were when something failed first, by what failed.
    var eventsBeforeFailures: [String: Int] = [:]

    /// How many steps tests have made.
    var steps = 0

    /// The greatest time of any clock.
    var end = TestClock.Instant()
  }

  /// What has been written.
  private let state = Mutex(State())

  /// Makes an empty timeline.
  package init() {}

  /// The events, in the order in which they happened.
  package var events: [EventDescription] { state.withLock(\.events) }

  /// How many events there were when a store failed with a headline first; nil if none did.
  package func eventCount(beforeFailure headline: String) -> Int? {
    state.withLock { $0.eventsBeforeFailures[headline] }
  }

  /// How many steps tests have made.
  package var steps: Int { state.withLock(\.steps) }

  /// How much time has passed on the clock.
  package var elapsed: Duration { state.withLock(\.end).offset }

  /// Runs code whose test stores write into this timeline.
  package func record(_ body: () async throws -> Void) async rethrows {
    try await Hooks.$observers.withValue(Hooks.observers + [self]) { try await body() }
  }

  /// Writes down an event.
  private func write(_ event: EventDescription) {
    state.withLock { state in
      state.events.append(event)
      state.end = max(state.end, event.instant)
    }
  }
}

extension TimelineRecorder: Observer, StoreObserver {
  package func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }

  package func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {
    write(EventDescription(.init(), .deviation, text, origin: isInstead ? "instead" : "first"))
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
