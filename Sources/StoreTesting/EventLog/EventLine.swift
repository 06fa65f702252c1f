package import StoreDependencies

/// An event of a timeline as lines of text.
package struct EventLine: Sendable {
  /// The kind of event, for coloured output.
  package let kind: EventKind

  /// The time of the clock if it differs from the previous event's, padded to a column.
  package let margin: String

  /// The text of the event.
  package let text: String

  /// The changes of the state, one per line, below the text.
  package let changes: [String]

  /// The event as one or more lines.
  package var plainText: String {
    ([margin + text] + changes).joined(separator: "\n")
  }

  /// Returns the lines for events, with the time where it changes.
  package static func lines(for events: [EventDescription]) -> [Self] {
    let width = events.map { $0.instant.description.count }.max() ?? 0
    let indent = String(repeating: " ", count: width + 15)
    var last: TestClock.Instant?
    return events.map { event in
      let time = event.instant == last ? "" : event.instant.description
      last = event.instant
      let margin = String(repeating: " ", count: width - time.count) + time + "  "
      return Self(
        kind: event.kind,
        margin: margin,
        text: "\(mark(of: event.kind)) \(text(of: event))",
        changes: event.changes.map { indent + $0 }
      )
    }
  }

  /// Returns the sign and the word for a kind of event.
  private static func mark(of kind: EventKind) -> String {
    switch kind {
    case .input: "→ input   "
    case .feedback: "← feedback"
    case .output: "↗ output  "
    case .started: "▷ effect  "
    case .finished, .cancelled: "◻ effect  "
    case .failed: "✘ effect  "
    case .dropped: "· dropped "
    case .called: "? call    "
    case .answered: "! answer  "
    case .deviation: "⇄ order   "
    }
  }

  private static func text(of event: EventDescription) -> String {
    let subject = event.subject
    return switch event.kind {
    case .input: subject + (event.site.map { "   at \($0)" } ?? "")
    case .output: subject
    case .feedback: "\(subject)   from \(event.origin ?? "an effect")"
    case .started: "\(subject) starts"
    case .finished: "\(subject) has finished"
    case .cancelled: "\(subject) is cancelled\(event.origin.map { " by \($0)" } ?? "")"
    case .failed: "\(subject) has failed: \(event.origin ?? "")"
    case .called: subject + (event.origin.map { "   by \($0)" } ?? "")
    case .answered: "\(subject) \(event.origin ?? "")"
    case .deviation: subject
    case .dropped: "\(subject), because \(event.origin ?? "its effect") was cancelled"
    }
  }
}

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
