import StoreDependencies

extension TestSession {
  /// Returns the fields that an assertion writes and whose values differ from the written ones.
  ///
  /// An assertion that writes an unchanged value has no visible effect. So it runs a second time, on a state in which
  /// all fields that it may have written differ (``ProbeState``). Failures of the second run are suppressed.
  ///
  /// - Parameters:
  ///   - before: The state before the assertion.
  ///   - expected: The state after the assertion.
  ///   - after: The current state.
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
      // Fields that were written before an error also count.
      _ = try? DependencyValues.withValues(engine.dependencies) { try assertion(&probed) }
    }
    return StoreTesting.wrongFields(of: after, expected, changes: [(before, expected), (probe, probed)])
  }
}

/// Returns the fields that differ in a pair of states and don't have their expected values.
///
/// - Parameters:
///   - after: The state to check.
///   - expected: The state with the expected values.
///   - changes: States before and after an assertion, from which the written fields are derived.
///   - path: The path to the states, if they are parts of a larger state.
func wrongFields(of after: Any, _ expected: Any, changes: [(Any, Any)], path: [Step] = []) -> [Difference] {
  guard changes.contains(where: { !differences($0, $1, limit: 1).isEmpty }) else { return [] }
  let all = [expected, after] + changes.flatMap { [$0, $1] }
  let mirrors = all.map { mirror(of: $0) }
  let style = mirrors[0].displayStyle
  // A custom mirror may have an endless number of parts.
  let parts = mirrors.map { Array($0.children.prefix(ReflectedValue.maximumParts + 1)) }
  let count = parts[0].count
  let isDivisible =
    (1...ReflectedValue.maximumParts).contains(count) && parts.allSatisfy { $0.count == count }
    && all.allSatisfy { type(of: $0) == type(of: expected) }
    && [.struct, .tuple, .collection, .enum, .optional].contains(style)
    && (style != .enum || parts.allSatisfy { $0[0].label == parts[0][0].label })
  guard isDivisible else { return differences(expected, after, path: path) }
  return (0..<count).flatMap { index in
    let step: Step =
      switch style {
      case .collection: .index(index)
      case .optional: .unwrapped
      default: .field(parts[0][index].label ?? "\(index)")
      }
    let values = parts.map { $0[index].value }
    let changes = stride(from: 2, to: values.count, by: 2).map { (values[$0], values[$0 + 1]) }
    return wrongFields(of: values[1], values[0], changes: changes, path: path + [step])
  }
}

/// Returns a mirror of a value. A vector and an inline array show their elements.
private func mirror(of value: Any) -> Mirror {
  guard !(value is any ListValue), value is any StructuredValue, case .list(let list, _) = ReflectedValue(of: value)
  else { return Mirror(reflecting: value) }
  return Mirror(value, unlabeledChildren: (0..<list.count).map { list.element(at: $0) }, displayStyle: .collection)
}
