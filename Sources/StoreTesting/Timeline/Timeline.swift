import StoreCore
import Synchronization

/// Who writes down what test stores do, in total order.
///
/// A store looks for it once, when it is made; without one it writes nothing, and pays nothing.
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

    /// Effects that were told to stop, whose end says nothing new.
    var cancelled: Set<ObjectIdentifier> = []
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

  /// Writes down an event of an engine.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - change: The state before and after it, if it is a message.
  ///   - instant: The clock's time.
  func write<Feature: Reducer>(
    _ event: EngineEvent<Feature>,
    change: (before: Feature.State, after: Feature.State)?,
    at instant: TestClock.Instant
  ) {
    guard let (kind, subject, origin) = text(of: event) else { return }
    let changes = change.map { differences($0.before, $0.after, limit: 12).map(\.changeText) } ?? []
    let entry = TimelineEvent(instant: instant, kind: kind, subject: subject, origin: origin, changes: changes)
    state.withLock { state in
      state.events.append(entry)
      state.end = max(state.end, instant)
    }
  }

  /// What to write about an event; nil if there is nothing to say.
  private func text<Feature: Reducer>(
    of event: EngineEvent<Feature>
  ) -> (TimelineEvent.Kind, subject: String, origin: String?)? {
    switch event {
    case .willReduce: return nil
    case .reduced(.input(let input), _): return (.input, describe(input), nil)
    case .reduced(.feedback(let feedback), let sender):
      return (.feedback, describe(feedback), sender?.description.label)
    case .output(let output): return (.output, describe(output), nil)
    case .started(let process): return (.effectStarted, process.token.description.label, describe(process.message))
    case .cancelled(let process):
      _ = state.withLock { $0.cancelled.insert(ObjectIdentifier(process.token)) }
      return (.effectCancelled, process.token.description.label, nil)
    case .ended(let process):
      guard state.withLock({ $0.cancelled.remove(ObjectIdentifier(process.token)) }) == nil else { return nil }
      return (.effectFinished, process.token.description.label, nil)
    case .failed(let process, let error):
      return (.effectFailed, process.token.description.label, "\(error)")
    case .dropped(let feedback, let sender): return (.dropped, describe(feedback), sender.description.label)
    }
  }
}
