/// One difference of two values.
package struct Difference {
  /// The path to the place in Swift syntax, such as `results[2].title`.
  package let path: String

  /// The first value at the place, if any.
  package let first: Any?

  /// The second value at the place, if any.
  package let second: Any?

  /// The text of the change, if it isn't a simple replacement.
  package let event: String?

  let isMove: Bool

  /// A remark for the reader.
  let note: String?

  package init(path: String, first: Any?, second: Any?, event: String? = nil, isMove: Bool = false, note: String? = nil)
  {
    self.path = path
    self.first = first
    self.second = second
    self.event = event
    self.isMove = isMove
    self.note = note
  }

  /// The change as text: both values, or an insertion, a removal or a move.
  package var changeText: String { text() }

  /// Returns the change as text, with values of limited length.
  package func text(limit: Int = 200) -> String {
    switch (event, first, second) {
    case (let event?, _, _): place + event + remark
    case (nil, nil, let second?): place + "inserted \(describe(second, limit: limit))" + remark
    case (nil, let first?, nil): place + "removed \(describe(first, limit: limit))" + remark
    default: line(" -> ", limit: limit)
    }
  }

  /// Returns the change as text that shows both values if both exist.
  package func changeLine(limit: Int = 200) -> String {
    isMove || first == nil || second == nil ? text(limit: limit) : line(" -> ", limit: limit)
  }

  /// Returns both values as text, with a lead before them and a separator between them.
  package func line(_ separator: String, lead: String = "", limit: Int = 200) -> String {
    let texts = Excerpts(first, second, limit: limit)
    return place + lead + texts.first + separator + texts.second + remark
  }

  /// The expected and the actual value as text.
  package var mismatchText: String {
    switch (event, first, second) {
    case (nil, nil, let second?): place + "not expected: \(describe(second, limit: 200))" + remark
    case (nil, let first?, nil): place + "missing: \(describe(first, limit: 200))" + remark
    case (nil, _, _): line(", is ", lead: "expected ")
    default: text()
    }
  }

  /// The path, as the beginning of a line.
  private var place: String { path.isEmpty ? "" : "\(path): " }

  /// The remark, as the end of a line.
  private var remark: String { note.map { " (\($0))" } ?? "" }
}

/// Returns the differences of two values by structure, independently of `==`.
///
/// - Parameters:
///   - first: A value.
///   - second: The value to compare it with.
///   - limit: The greatest number of differences.
///   - path: The path to the values, if they are parts of larger values.
package func differences(_ first: Any, _ second: Any, limit: Int = 50, path: [Step] = []) -> [Difference] {
  var limits = ComparisonLimits()
  limits.changes = limit
  var comparer = Comparer(limits: limits)
  return comparer.compare(first, second, at: .whole, depth: 0)?.differences(after: path) ?? []
}

/// Returns the differences of two values that are equal by `==`.
///
/// Performance: equal bytes prove equality, so common parts are cheap. The search is bounded, as it finds a `==` that
/// ignores a property early.
///
/// - Parameters:
///   - first: A value.
///   - second: The value to compare it with.
package func hiddenDifferences<Value>(_ first: Value, _ second: Value) -> [Difference] {
  var limits = ComparisonLimits()
  limits.values = 1_000
  var comparer = Comparer(limits: limits)
  return comparer.compare(first, second, at: .whole, depth: 0)?.differences ?? []
}
