/// How two values differ, as text.
package struct Comparison {
  let change: Change

  /// How long a text may be.
  package struct Size {
    let changes: Int
    let lines: Int
    let value: Int

    package init(changes: Int = 12, lines: Int = 40, value: Int = 200) {
      self.changes = changes
      self.lines = lines
      self.value = value
    }
  }

  /// Compares two values; nil if nothing differs.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: Another.
  ///   - limits: How far to look.
  package init?(_ first: Any, _ second: Any, limits: ComparisonLimits = ComparisonLimits()) {
    guard let change = Comparer.compare(first, second, limits: limits) else { return nil }
    self.change = change
  }

  /// The changes by their places, one in a line.
  ///
  /// - Parameters:
  ///   - size: How long they may be.
  ///   - text: The words for a change; nil for those that say what became of it.
  package func lines(_ size: Size = Size(), _ text: ((Difference) -> String)? = nil) -> [String] {
    let differences = change.differences
    let lines = differences.prefix(size.changes).map { text?($0) ?? $0.text(limit: size.value) }
    let rest = differences.count - lines.count + change.more
    let uncompared = change.uncompared
    return lines + (rest > 0 ? ["… \(grouped(rest)) more"] : [])
      + (uncompared > 0 ? ["… \(count(uncompared, "value")) more, which were not compared: there are too many"] : [])
  }

  /// The changed parts of both values; nil if the lines say it all.
  func tree(_ size: Size = Size()) -> String? {
    if case .replaced = change.content { return nil }
    return DifferenceText(change, limit: size.lines, valueLimit: size.value).lines.joined(separator: "\n")
  }

  /// The lines, and the tree below.
  func text(_ size: Size = Size()) -> String {
    let lines = lines(size).joined(separator: "\n")
    return tree(size).map { "\(lines)\n\n\($0)" } ?? lines
  }
}
