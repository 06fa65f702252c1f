package import StoreDependencies

/// Something that happened in a test store, as a person would read it.
package struct EventDescription: Sendable {
  /// The clock's time.
  package let instant: TestClock.Instant

  /// The kind of event.
  package let kind: EventKind

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
    _ kind: EventKind,
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
