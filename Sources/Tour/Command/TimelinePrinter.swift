import StoreTesting

/// A printer of the events of test stores, one per line.
struct TimelinePrinter {
  /// The terminal to print to.
  let terminal: Terminal

  /// Prints events, and the time whenever it changes.
  func print(_ events: [EventDescription]) {
    for line in EventLine.lines(for: events) {
      terminal.print("  " + terminal.styled(line.margin, .dim) + terminal.styled(line.text, style(of: line.kind)))
      for change in line.changes { terminal.print("  " + change, .green) }
    }
  }

  /// Returns the style for a kind of event.
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
