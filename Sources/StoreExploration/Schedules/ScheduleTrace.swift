import StoreTesting

/// The events of a run in two columns: those of the test, and those of effects and gates.
struct ScheduleTrace {
  private static let lineLimit = 40

  let events: [EventDescription]

  /// The number of events before the failure of a store, if one failed.
  let failure: Int?

  var text: String {
    var rows: [(left: String, right: String)] = []
    var rowsUntilFailure: Int?
    var last = TestClock.Instant()
    for (number, event) in events.enumerated() {
      if number == failure { rowsUntilFailure = rows.count }
      if event.kind != .deviation, event.instant != last {
        last = event.instant
        rows.append(("time \(event.instant)", ""))
      }
      let isOfTest = event.kind == .input
      let head = line(for: event)
      rows.append(isOfTest ? (head, "") : ("", head))
      for change in event.changes { rows.append(isOfTest ? ("  \(change)", "") : ("", "  \(change)")) }
    }
    // The failure is the most relevant event, so events after it are removed first.
    let tail = rows.count - (rowsUntilFailure ?? rows.count)
    for (start, length) in [(rows.count - min(excess(of: rows), tail), tail), (Self.lineLimit / 2, Int.max)] {
      let omitted = min(excess(of: rows), length)
      guard omitted > 1 else { continue }
      rows.replaceSubrange(start..<start + omitted, with: [("… \(count(omitted, "line"))", "")])
    }
    let width = min(max(rows.map(\.left.count).max() ?? 0, 8), 48)
    let head = "the test".padded(to: width) + "  | the effects and the outside"
    let rule = String(repeating: "-", count: width) + "--+" + String(repeating: "-", count: 28)
    let lines = rows.map { row in
      row.right.isEmpty && row.left.count > width ? row.left : row.left.padded(to: width) + "  | " + row.right
    }
    return ([head, rule] + lines).map(\.withoutTrailingSpaces).joined(separator: "\n")
  }

  /// Returns the number of rows to replace by one row with their count; one or less if all rows fit.
  private func excess(of rows: [(left: String, right: String)]) -> Int { rows.count - Self.lineLimit + 1 }

  private func line(for event: EventDescription) -> String {
    switch event.kind {
    case .input: "send \(event.subject)"
    case .feedback: "\(event.origin ?? "an effect") sends \(event.subject)"
    case .output: "output \(event.subject)"
    case .started: "\(event.subject) starts"
    case .finished: "\(event.subject) has finished"
    case .cancelled: "\(event.subject) is cancelled"
    case .failed: "\(event.subject) has failed: \(event.origin ?? "")"
    case .dropped: "\(event.subject) is dropped"
    case .called: "\(event.origin ?? "a task") calls \(event.subject)"
    case .answered: "\(event.subject) \(event.origin ?? "is answered")"
    case .deviation: "⇄ \(event.subject) \(event.origin ?? "first")"
    }
  }
}

extension String {
  /// Pads the text with spaces to a width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(width - count, 0))
  }

  /// The text without trailing spaces.
  fileprivate var withoutTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
