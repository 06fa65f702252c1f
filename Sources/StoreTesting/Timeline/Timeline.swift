import StoreDependencies
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

    /// The same as a recording.
    var draft = RecordingDraft()

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
  package var events: [TimelineEvent] { state.withLock(\.events) }

  /// How many events there were when a store failed with a headline first; nil if none did.
  func eventCount(beforeFailure headline: String) -> Int? { state.withLock { $0.eventsBeforeFailures[headline] } }

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

  /// What has been recorded.
  package var recording: Recording { state.withLock(\.draft.recording) }

  /// Goes on with the recording.
  @discardableResult
  func draft<Result: Sendable>(_ change: (inout RecordingDraft) -> Result) -> Result {
    state.withLock { change(&$0.draft) }
  }

  /// Records a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - store: The number of the store that has failed.
  ///   - instant: The time of the store.
  func note(_ failure: TestFailure, in store: Int, at instant: TestClock.Instant) {
    state.withLock { state in
      let count = state.events.count
      state.eventsBeforeFailures[failure.headline] = state.eventsBeforeFailures[failure.headline] ?? count
    }
    draft { draft in
      var entry = Recording.Entry(instant: instant.offset, store: store, kind: .failure, text: failure.headline)
      entry.detail = "\(failure.kind)"
      entry.place = Recording.Place(
        failure.site
      )
      draft.add(entry)
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
