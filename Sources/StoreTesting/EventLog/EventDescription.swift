package import StoreDependencies

/// An event of a test store, as text.
package struct EventDescription: Sendable {
  /// The time of the clock.
  package let instant: TestClock.Instant

  package let kind: EventKind

  /// The message, the output or the effect of the event.
  package let subject: String

  /// The origin of the event, if known: the effect that sent a feedback, the message that started or cancelled an
  /// effect, or an effect's error.
  package let origin: String?

  /// The line of the test that sent an input.
  package let site: CallSite?

  /// The changes of the state, one per line.
  package let changes: [String]

  package init(
    _ kind: EventKind,
    of subject: String,
    at instant: TestClock.Instant,
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

  /// The event without its line of the test.
  package var withoutSite: Self { Self(kind, of: subject, at: instant, origin: origin, changes: changes) }
}
