/// What differs at one place of two values, with what differs inside of it.
struct Change {
  /// What differs.
  enum Content {
    /// The values themselves, one of which may be missing.
    case replaced

    /// Some lines of two strings.
    case lines(TextChange)

    /// The place in a list: the element stands at another one. It may have changes of its own.
    case moved(from: Int, to: Int, [Change])

    case parts(Parts)
  }

  struct Parts {
    /// What stands before and behind the parts.
    let brackets: (open: String, close: String)

    var changes: [Change]

    /// How many parts don't differ.
    var unchanged: Int

    /// How many more parts differ than are given.
    var more = 0
  }

  /// The way to the place from the value around it.
  var step: Step

  /// What the first value has there; nil if it has nothing.
  let first: Any?

  /// What the second value has there; nil if it has nothing.
  let second: Any?

  var content = Content.replaced

  /// Where the first value stands in its list, if that is not where the second stands.
  var formerIndex: Int?

  /// What else a reader should know.
  var note: String?

  /// Whether the two are equal by their `==` all the same.
  var areEqual = false

  /// How many pairs of values inside were not compared, as that would have gone too far, and they have no `==`.
  var uncompared = 0

  /// What differs inside.
  var children: [Change] {
    switch content {
    case .replaced, .lines: []
    case .moved(_, _, let changes): changes
    case .parts(let parts): parts.changes
    }
  }

  func at(_ step: Step) -> Change {
    var change = self
    change.step = step
    return change
  }
}

/// How far a comparison goes.
package struct ComparisonLimits {
  /// How many changes are found one by one; the rest is counted.
  var changes = 50

  /// How many values are looked into, before `==` is trusted to say that two of them have no difference.
  var values = 20_000

  /// How deep values may be nested.
  var depth = 60
}
