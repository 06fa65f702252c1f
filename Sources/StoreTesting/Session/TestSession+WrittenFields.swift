import StoreDependencies

extension TestSession {
  /// Returns the fields that an assertion writes and whose values differ from the written ones.
  ///
  /// An assertion that writes an unchanged value has no visible effect. So it runs a second time, on the current state,
  /// where such a value differs. That run is left out if the current state lacks something that the closure may have
  /// read, as it would trap. Failures of the second run are suppressed.
  ///
  /// - Parameters:
  ///   - before: The state before the assertion.
  ///   - expected: The state after the assertion.
  ///   - after: The current state.
  ///   - assertion: The assertion.
  func wrongFields(
    from before: Feature.State,
    asserting expected: Feature.State,
    to after: Feature.State,
    by assertion: (inout Feature.State) throws -> Void
  ) -> [Difference] {
    let wrong = AssertedPlace(before: before, expected: expected, after: after, again: after).wrongFields
    guard wrong.isEmpty, !differences(expected, after, limit: 1).isEmpty,
      let change = Comparer.compare(before, after), !change.takesAway
    else { return wrong }
    var again = after
    withoutReports {
      // Fields that were written before an error also count.
      _ = try? DependencyValues.withValues(engine.dependencies) { try assertion(&again) }
    }
    return AssertedPlace(before: before, expected: expected, after: after, again: again).wrongFields
  }
}

/// A place in a state, with its values before and after the two runs of an assertion.
private struct AssertedPlace {
  /// The value before the assertion, and the value that the assertion expects.
  let before, expected: Any

  /// The current value, and its value after the assertion ran on the current state.
  let after, again: Any

  var path: [Step] = []

  /// The differences between the expected and the current value, in the fields that the assertion writes.
  var wrongFields: [Difference] {
    let isChangedAgain = !differences(after, again, limit: 1).isEmpty
    guard isChangedAgain || !differences(before, expected, limit: 1).isEmpty else { return [] }
    if let parts {
      let wrong = parts.flatMap(\.wrongFields)
      // A type with its own text may hide its parts.
      return wrong.isEmpty || ownText(of: expected) == nil ? wrong : differences(expected, after, path: path)
    }
    // A closure with conditions may write something else in the second run.
    let isSameAgain = isChangedAgain && differences(again, expected, limit: 1).isEmpty
    let isWritten = isSameAgain || !differences(before, expected, limit: 1).isEmpty
    return isWritten ? differences(expected, after, path: path) : []
  }

  /// The places within this one; nil if the values don't have the same parts.
  private var parts: [AssertedPlace]? {
    let values = [before, expected, after, again]
    let parts = values.map { ReflectedValue(of: $0).places }
    guard !parts[0].isEmpty, values.allSatisfy({ type(of: $0) == type(of: expected) }),
      parts.allSatisfy({ $0.map(\.step.text) == parts[0].map(\.step.text) })
    else { return nil }
    return parts[0].indices.map { index in
      AssertedPlace(
        before: parts[0][index].value,
        expected: parts[1][index].value,
        after: parts[2][index].value,
        again: parts[3][index].value,
        path: path + [parts[0][index].step]
      )
    }
  }
}

extension ValueChange {
  /// Whether the second value lacks something that code may read in the first one, or can't be counted down like it.
  fileprivate var takesAway: Bool {
    if more > 0 { return true }
    if !children.isEmpty { return children.contains(where: \.takesAway) }
    guard let first, let second else { return first != nil }
    switch (ReflectedValue(of: first), ReflectedValue(of: second)) {
    case (.absent, _): return false
    case (.choice(_, let payload), .choice): return !payload.isEmpty
    case (.text(let old), .text(let new)): return new.count < old.count
    case (.atom, .atom):
      func isGreater<Number: UnsignedInteger>(_ first: Number) -> Bool {
        (second as? Number).map { first > $0 } ?? true
      }
      return (first as? any UnsignedInteger).map { isGreater($0) } ?? false
    default: return true
    }
  }
}
