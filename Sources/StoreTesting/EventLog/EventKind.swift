/// The kind of an event.
package enum EventKind: String, Sendable {
  /// An input was reduced.
  case input

  /// A feedback was reduced.
  case feedback

  /// An output was emitted.
  case output

  /// An effect has started.
  case started

  /// An effect has ended, by itself or after a cancellation.
  case finished

  /// An effect was cancelled.
  case cancelled

  /// An effect has thrown an unhandled error.
  case failed

  /// A feedback of a cancelled effect was dropped.
  case dropped

  /// An effect has called an endpoint that waits for an answer.
  case called

  /// A call was answered.
  case answered

  /// The order of events has deviated from the default order. This event belongs to a run, not to a store.
  case deviation

  /// Whether events of this kind are reduced messages.
  var isMessage: Bool { self == .input || self == .feedback }

  /// Whether a test must assert events of this kind at a level of exhaustivity.
  func mustBeAsserted(at level: Exhaustivity) -> Bool {
    switch self {
    case .feedback: level.coversFeedback
    case .output: level.isExhaustive
    case .started: level == .strict
    // Only the ends of effects without feedback are asked for, see `SilentEffects`.
    case .finished: level == .on
    default: false
    }
  }
}
