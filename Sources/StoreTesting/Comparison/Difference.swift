/// One place in which two values differ.
package struct Difference {
  /// The way to the place, as Swift would write it behind the value, such as `results[2].title`.
  package let path: String

  /// What the first value has there; nil if it has nothing.
  package let first: Any?

  /// What the second value has there; nil if it has nothing.
  package let second: Any?

  /// What happened there, where that is not just one value instead of another.
  package let event: String?

  let isMove: Bool

  /// What else a reader should know.
  let note: String?

  init(path: String, first: Any?, second: Any?, event: String? = nil, isMove: Bool = false, note: String? = nil) {
    self.path = path
    self.first = first
    self.second = second
    self.event = event
    self.isMove = isMove
    self.note = note
  }

  /// What happened as text: the way from the first to the second, or what was put in, taken out or moved.
  var changeText: String { text() }

  /// What happened as text, with values of about as many characters as are allowed.
  package func text(limit: Int = 200) -> String {
    switch (event, first, second) {
    case (let event?, _, _): place + event + remark
    case (nil, nil, let second?): place + "inserted \(describe(second, limit: limit))" + remark
    case (nil, let first?, nil): place + "removed \(describe(first, limit: limit))" + remark
    default: line(" -> ", limit: limit)
    }
  }

  /// What happened as text that names both values wherever two differ.
  func changeLine(limit: Int = 200) -> String {
    isMove || first == nil || second == nil ? text(limit: limit) : line(" -> ", limit: limit)
  }

  /// Both values as text, with the words given before and between them.
  package func line(_ separator: String, lead: String = "", limit: Int = 200) -> String {
    let texts = Excerpts(first, second, limit: limit)
    return place + lead + texts.first + separator + texts.second + remark
  }

  /// What was expected, and what there is.
  var mismatchText: String {
    switch (event, first, second) {
    case (nil, nil, let second?): place + "not expected: \(describe(second, limit: 200))" + remark
    case (nil, let first?, nil): place + "missing: \(describe(first, limit: 200))" + remark
    case (nil, _, _): line(", is ", lead: "expected ")
    default: text()
    }
  }

  /// The way to the place, as the beginning of a line.
  private var place: String { path.isEmpty ? "" : "\(path): " }

  /// What else is to be known, as the end of a line.
  private var remark: String { note.map { " (\($0))" } ?? "" }
}

/// The places in which two values differ by structure, whatever their `==` says.
///
/// - Parameters:
///   - first: A value.
///   - second: Another.
///   - limit: How many differences are enough.
package func differences(_ first: Any, _ second: Any, limit: Int = 50) -> [Difference] {
  var limits = ComparisonLimits()
  limits.changes = limit
  var comparer = Comparer(limits: limits)
  return comparer.compare(first, second, at: .whole, depth: 0)?.differences ?? []
}

/// The places in which two values differ that are equal by their `==`.
///
/// Where both hold the same bytes, nothing can be hidden, so what the two have in common costs next to nothing. The look
/// goes a bounded way into what is left: it is there to find out about a `==` that leaves something out, which shows early.
///
/// - Parameters:
///   - first: A value.
///   - second: Another.
func hiddenDifferences<Value>(_ first: Value, _ second: Value) -> [Difference] {
  var limits = ComparisonLimits()
  limits.values = 1_000
  var comparer = Comparer(limits: limits)
  return comparer.compare(first, second, at: .whole, depth: 0)?.differences ?? []
}
