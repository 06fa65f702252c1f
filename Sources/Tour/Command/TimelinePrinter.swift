import StoreTesting

/// Prints what happened in test stores, a line for each event.
struct TimelinePrinter {
  /// Where to print.
  let terminal: Terminal

  /// Prints events under each other, with the time where it is a new one.
  func print(_ events: [TimelineEvent]) {
    for line in TimelineLine.lines(for: events) {
      terminal.print("  " + terminal.styled(line.margin, .dim) + terminal.styled(line.text, style(of: line.kind)))
      for change in line.changes { terminal.print("  " + change, .green) }
    }
  }

  /// The style for a kind of event.
  private func style(of kind: TimelineEvent.Kind) -> Terminal.Style {
    switch kind {
    case .input: .cyan
    case .feedback: .magenta
    case .output: .yellow
    case .effectStarted, .called, .answered: .plain
    case .effectFinished, .effectCancelled, .dropped: .dim
    case .effectFailed: .red
    case .deviation: .yellow
    }
  }
}
