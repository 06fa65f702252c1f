/// The kinds of event.
package enum EventKind: String, Sendable {
  /// An input was reduced.
  case input

  /// A feedback was reduced.
  case feedback

  /// An output was emitted.
  case output

  /// An effect has started.
  case started

  /// An effect has ended by itself, or after it was cancelled.
  case finished

  /// An effect was cancelled.
  case cancelled

  /// An effect has thrown an error that nothing handles.
  case failed

  /// A feedback of a cancelled effect was dropped.
  case dropped

  /// An effect has called an endpoint that waits for an answer.
  case called

  /// A call was answered.
  case answered

  /// The scheduler chose another event than the usual one. It belongs to a run, and to no store.
  case deviation

  /// Whether a test must assert such an event at a level.
  func mustBeAsserted(at level: Exhaustivity) -> Bool {
    switch self {
    case .feedback: level.coversFeedback
    case .output: level.isExhaustive
    case .started: level == .strict
    default: false
    }
  }
}
