/// The difference of two values, as text.
package struct Comparison {
  package let change: ValueChange

  /// The limits of a text.
  package struct TextLimits {
    let changes: Int
    let lines: Int
    let value: Int

    package init(changes: Int = 12, lines: Int = 40, value: Int = 200) {
      self.changes = changes
      self.lines = lines
      self.value = value
    }
  }

  /// Creates the difference of two values; nil if they don't differ.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: The value to compare it with.
  ///   - limits: The limits of the comparison.
  package init?(_ first: Any, _ second: Any, limits: ComparisonLimits = ComparisonLimits()) {
    guard let change = Comparer.compare(first, second, limits: limits) else { return nil }
    self.change = change
  }

  /// Returns the changes with their paths, one per line.
  ///
  /// - Parameters:
  ///   - limits: The limits of the text.
  ///   - text: Formats a difference; nil for the default text.
  package func lines(_ limits: TextLimits = TextLimits(), _ text: ((Difference) -> String)? = nil) -> [String] {
    let differences = change.differences
    let lines = differences.prefix(limits.changes).map { text?($0) ?? $0.text(limit: limits.value) }
    let rest = differences.count - lines.count + change.more
    let uncompared = change.uncompared
    return lines + (rest > 0 ? ["… \(grouped(rest)) more"] : [])
      + (uncompared > 0 ? ["… \(count(uncompared, "value")) more not compared: there are too many"] : [])
  }

  /// Returns the changed parts of both values as a tree; nil if the lines suffice.
  package func tree(_ limits: TextLimits = TextLimits()) -> String? {
    if case .replaced = change.content { return nil }
    return DifferenceText(change, limit: limits.lines, valueLimit: limits.value).lines.joined(separator: "\n")
  }

  /// Returns the lines, followed by the tree.
  package func text(_ limits: TextLimits = TextLimits()) -> String {
    let lines = lines(limits).joined(separator: "\n")
    return tree(limits).map { "\(lines)\n\n\($0)" } ?? lines
  }
}
