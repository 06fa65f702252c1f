import StoreTesting

/// Prints what happened in test stores, a line for each event.
struct TimelinePrinter {
  /// Where to print.
  let terminal: Terminal

  /// Prints events under each other, with the time where it is a new one.
  func print(_ events: [EventDescription]) {
    for line in EventLine.lines(for: events) {
      terminal.print("  " + terminal.styled(line.margin, .dim) + terminal.styled(line.text, style(of: line.kind)))
      for change in line.changes { terminal.print("  " + change, .green) }
    }
  }

  /// The style for a kind of event.
  private func style(of kind: EventKind) -> Terminal.Style {
    switch kind {
    case .input: .cyan
    case .feedback: .magenta
    case .output: .yellow
    case .started, .called, .answered: .plain
    case .finished, .cancelled, .dropped: .dim
    case .failed: .red
    case .deviation: .yellow
    }
  }
}
