import StoreTesting

/// Prints what happened in test stores, a line for each event.
struct TimelinePrinter {
  /// Where to print.
  let terminal: Terminal

  /// Prints events under each other, with the time where it is a new one.
  func print(_ events: [TimelineEvent]) {
    let width = events.map { $0.instant.description.count }.max() ?? 0
    var last: TestClock.Instant?
    for event in events {
      let time = event.instant == last ? "" : event.instant.description
      last = event.instant
      let margin = "  " + String(repeating: " ", count: width - time.count) + time + "  "
      let (mark, style) = appearance(of: event.kind)
      terminal.print(terminal.styled(margin, .dim) + terminal.styled("\(mark) \(text(of: event))", style))
      let indent = String(repeating: " ", count: width + 8)
      for change in event.changes { terminal.print(indent + change, .green) }
    }
  }

  /// The sign and the style for a kind of event.
  private func appearance(of kind: TimelineEvent.Kind) -> (String, Terminal.Style) {
    switch kind {
    case .input: ("→ input   ", .cyan)
    case .feedback: ("← feedback", .magenta)
    case .output: ("↗ output  ", .yellow)
    case .effectStarted: ("▷ effect  ", .plain)
    case .effectFinished, .effectCancelled: ("◻ effect  ", .dim)
    case .effectFailed: ("✘ effect  ", .red)
    case .dropped: ("· dropped ", .dim)
    }
  }

  /// What an event is about.
  private func text(of event: TimelineEvent) -> String {
    switch event.kind {
    case .input, .output: event.subject
    case .feedback: "\(event.subject)   from \(event.origin ?? "an effect")"
    case .effectStarted: "\(event.subject) starts"
    case .effectFinished: "\(event.subject) has finished"
    case .effectCancelled: "\(event.subject) is cancelled"
    case .effectFailed: "\(event.subject) has failed: \(event.origin ?? "")"
    case .dropped: "\(event.subject), because \(event.origin ?? "its effect") was cancelled"
    }
  }
}
