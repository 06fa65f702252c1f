package import StoreDependencies

/// Something that happened in a test store, as a person would read it.
package struct TimelineEvent: Sendable {
  /// The kinds of event.
  package enum Kind: Sendable {
    /// An input was reduced.
    case input

    /// A feedback was reduced.
    case feedback

    /// An output was emitted.
    case output

    /// An effect has started.
    case effectStarted

    /// An effect has ended by itself.
    case effectFinished

    /// An effect was told to stop.
    case effectCancelled

    /// An effect has thrown an error that nothing handles.
    case effectFailed

    /// A feedback of a cancelled effect was dropped.
    case dropped

    /// An effect has called an endpoint that waits for an answer.
    case called

    /// The outside has answered a call.
    case answered

    /// Something happened before what would usually happen first.
    case deviation
  }

  /// The clock's time.
  package let instant: TestClock.Instant

  /// The kind of event.
  package let kind: Kind

  /// What it was about: the message, the output or the effect.
  package let subject: String

  /// Where it comes from, if that says more: the effect that sent a feedback, the message that started or cancelled an
  /// effect, the error that it threw.
  package let origin: String?

  /// The line of the test that sent an input.
  package let site: CallSite?

  /// What changed in the state, a line for each place.
  package let changes: [String]

  /// Makes an event.
  package init(
    _ instant: TestClock.Instant,
    _ kind: Kind,
    _ subject: String,
    origin: String? = nil,
    site: CallSite? = nil,
    changes: [String] = []
  ) {
    self.instant = instant
    self.kind = kind
    self.subject = subject
    self.origin = origin
    self.site = site
    self.changes = changes
  }
}
