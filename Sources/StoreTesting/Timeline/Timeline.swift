import Synchronization

/// Who writes down what test stores do, in total order, while they do it.
///
/// A store looks for it once, when it is made. Without one it keeps its ``Story``, and puts nothing into words.
package final class Timeline: Sendable {
  /// The timeline that stores of the current code write.
  @TaskLocal static var current: Timeline?

  /// What has been written.
  private struct State {
    /// The events, in the order in which they happened.
    var events: [TimelineEvent] = []

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
  package var events: [TimelineEvent] { state.withLock(\.events) }

  /// How many steps tests have made.
  package var steps: Int { state.withLock(\.steps) }

  /// How much time has passed on the clock.
  package var elapsed: Duration { state.withLock(\.end).offset }

  /// Runs code whose test stores write into this timeline.
  package func record(_ body: () async throws -> Void) async rethrows {
    try await Self.$current.withValue(self) { try await body() }
  }

  /// Notes that a test makes a step.
  func noteStep(at instant: TestClock.Instant) {
    state.withLock { state in
      state.steps += 1
      state.end = max(state.end, instant)
    }
  }

  /// Writes down an event.
  func write(_ event: TimelineEvent) {
    state.withLock { state in
      state.events.append(event)
      state.end = max(state.end, event.instant)
    }
  }
}
