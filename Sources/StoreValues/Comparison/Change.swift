/// A difference at one place in two values, with the nested differences.
package struct ValueChange {
  /// The kind of a difference.
  package enum Content {
    /// One value is replaced by the other; one of them may be missing.
    case replaced

    /// Some lines of two strings differ.
    case lines(TextChange)

    /// An element of a list has moved. It may contain further changes.
    case moved(from: Int, to: Int, [ValueChange])

    case parts(Parts)
  }

  package struct Parts {
    /// The text before and after the parts.
    let brackets: (open: String, close: String)

    package var changes: [ValueChange]

    /// The number of equal parts.
    var unchanged: Int

    /// The number of differing parts that are not listed.
    var more = 0
  }

  /// The step to the place from the value around it.
  package var step: Step

  /// The first value at the place, if any.
  package let first: Any?

  /// The second value at the place, if any.
  package let second: Any?

  package var content = Content.replaced

  /// The index of the first value in its list, if the second has another index.
  var formerIndex: Int?

  /// A remark for the reader.
  var note: String?

  /// Whether the two values are equal by `==` despite the difference.
  var areEqual = false

  /// The number of nested value pairs without `==` that were not compared, because a limit was reached.
  var uncompared = 0

  /// The nested differences.
  package var children: [ValueChange] {
    switch content {
    case .replaced, .lines: []
    case .moved(_, _, let changes): changes
    case .parts(let parts): parts.changes
    }
  }

  func at(_ step: Step) -> ValueChange {
    var change = self
    change.step = step
    return change
  }
}
