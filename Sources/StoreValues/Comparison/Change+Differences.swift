extension ValueChange {
  /// The individual differences.
  package var differences: [Difference] { differences(after: []) }

  /// Returns the individual differences, each with a path that begins with the given steps.
  func differences(after path: [Step]) -> [Difference] {
    var found: [Difference] = []
    collect(path, note: nil, into: &found)
    return found
  }

  /// Adds the differences, each preceded by the steps to this place.
  private func collect(_ steps: [Step], note: String?, into found: inout [Difference]) {
    let steps = steps + [step]
    let note = self.note ?? note
    switch shownContent {
    case .replaced:
      let note = OwnTexts(first, second)?.note ?? note
      // A member of only one of two sets has no separate path.
      let isLoneMember = if case .member = step { first == nil || second == nil } else { false }
      let path = pathText(isLoneMember ? steps.dropLast() : steps)
      found.append(Difference(path: path, first: first, second: second, note: note))
    case .lines(let text):
      for hunk in text.hunks {
        found.append(Difference(path: pathText(steps), first: first, second: second, event: hunk.text, note: note))
      }
    case .moved(let from, let to, let changes):
      let path = pathText(steps.dropLast() + [.index(from)])
      let event = "moved to [\(to)]"
      found.append(Difference(path: path, first: first, second: second, event: event, isMove: true, note: note))
      for change in changes { change.collect(steps, note: note, into: &found) }
    case .parts(let parts):
      for change in parts.changes { change.collect(steps, note: note, into: &found) }
    }
  }

  /// The content that may be shown, without the parts of a value whose type provides its own text.
  var shownContent: Content {
    switch content {
    case .parts, .lines: OwnTexts(first, second) == nil ? content : .replaced
    case .replaced, .moved: content
    }
  }

  /// The number of differences that are not listed.
  package var more: Int {
    guard case .parts(let parts) = content else { return children.reduce(0) { $0 + $1.more } }
    return parts.changes.reduce(parts.more) { $0 + $1.more }
  }
}

extension TextChange.Hunk {
  /// The line numbers and the change as text.
  fileprivate var text: String {
    let numbers = (removed.isEmpty ? inserted : removed).map(\.number)
    let first = numbers.first ?? 0
    let last = numbers.last ?? 0
    let place = first == last ? "line \(first): " : "lines \(first) to \(last): "
    let (old, new) = (removed.map(\.text).joined(separator: "\n"), inserted.map(\.text).joined(separator: "\n"))
    if removed.isEmpty { return place + "inserted " + describe(new, limit: 200) }
    if inserted.isEmpty { return place + "removed " + describe(old, limit: 200) }
    let texts = Excerpts(old, new, limit: 200)
    return place + texts.first + " -> " + texts.second
  }
}
