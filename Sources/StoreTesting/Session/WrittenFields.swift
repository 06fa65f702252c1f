import StoreDependencies

extension TestSession {
  /// The fields that an assertion writes, and that have another value than it gives them.
  ///
  /// An assertion that writes the value from before changes nothing, so it is run a second time, on a state in which
  /// everything is different that it may have written (``ProbeState``). What it reports then, it has reported before.
  ///
  /// - Parameters:
  ///   - before: The state that the assertion started from.
  ///   - expected: What the assertion made of it.
  ///   - after: The present state.
  ///   - assertion: The assertion.
  func wrongFields(
    _ before: Feature.State,
    _ expected: Feature.State,
    _ after: Feature.State,
    _ assertion: (inout Feature.State) throws -> Void
  ) -> [Difference] {
    let wrong = StoreTesting.wrongFields(of: after, expected, changes: [(before, expected)])
    guard wrong.isEmpty, !differences(expected, after, limit: 1).isEmpty else { return wrong }
    let probe = ProbeState.make(before: before, expected: expected, after: after)
    var probed = probe
    withoutReports {
      // What was written before an error counts all the same.
      _ = try? DependencyValues.withValues(engine.dependencies) { try assertion(&probed) }
    }
    return StoreTesting.wrongFields(of: after, expected, changes: [(before, expected), (probe, probed)])
  }
}

/// The fields that differ within one of some pairs of states, and that don't have their expected values.
///
/// - Parameters:
///   - after: The state to be checked.
///   - expected: The state with the expected values.
///   - changes: States before and after an assertion, which tell the fields that it writes.
///   - path: The way to the states, if they are a part of a larger one.
func wrongFields(of after: Any, _ expected: Any, changes: [(Any, Any)], path: String = "") -> [Difference] {
  guard changes.contains(where: { !differences($0, $1, limit: 1).isEmpty }) else { return [] }
  let all = [expected, after] + changes.flatMap { [$0, $1] }
  let mirrors = all.map { Mirror(reflecting: $0) }
  let style = mirrors[0].displayStyle
  // There may be no end to the parts of a type that shows itself in its own way.
  let parts = mirrors.map { Array($0.children.prefix(Structure.maximumParts + 1)) }
  let count = parts[0].count
  let isDivisible =
    (1...Structure.maximumParts).contains(count) && parts.allSatisfy { $0.count == count }
    && all.allSatisfy { type(of: $0) == type(of: expected) }
    && [.struct, .tuple, .collection, .enum, .optional].contains(style)
    && (style != .enum || parts.allSatisfy { $0[0].label == parts[0][0].label })
  guard isDivisible else {
    return differences(expected, after, limit: 1).isEmpty
      ? [] : [Difference(path: path, first: expected, second: after)]
  }
  return (0..<count).flatMap { index in
    let label =
      switch style {
      case .collection: "[\(index)]"
      case .optional: "?"
      default: (path.isEmpty ? "" : ".") + (parts[0][index].label ?? "\(index)")
      }
    let values = parts.map { $0[index].value }
    let changes = stride(from: 2, to: values.count, by: 2).map { (values[$0], values[$0 + 1]) }
    return wrongFields(of: values[1], values[0], changes: changes, path: path + label)
  }
}
