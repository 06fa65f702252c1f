/// A place in a value that differs between runs, with its values and the cause.
package struct UnstableValue {
  package let difference: Difference

  /// The cause, guessed from the values.
  package var cause: InstabilityCause

  package var path: String { difference.path }

  /// Returns the difference as a line, with the advice on the next line.
  func line(lead: String, _ separator: String) -> String {
    let what = difference.line(separator, lead: lead)
    return cause.advice.map { "\(what)\n\($0)" } ?? what
  }
}

extension UnstableValue {
  /// Returns the differences of two values that should be equal.
  ///
  /// Unlike in a comparison of expected and actual values, list elements are matched by position.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: The same value, computed again.
  package static func all(in first: Any, _ second: Any) -> [Self] {
    var comparer = Comparer()
    guard let change = comparer.compare(first, second, at: .whole, depth: 0) else { return [] }
    var places: [Self] = []
    collect(change, [], into: &places)
    return places
  }

  /// Returns the lines for two results of a reducer from the same state.
  static func lines(of first: Any, _ second: Any) -> [String] {
    let places = all(in: first, second)
    guard !places.isEmpty else {
      return differences(first, second).map { $0.line(", then ", lead: "first ") }
    }
    return shortened(places.map { $0.line(lead: "first ", ", then ") })
  }

  /// The greatest length of a list whose elements are compared individually.
  private static let listLimit = 1_000

  /// Adds the places of a change, with their paths.
  private static func collect(_ change: ValueChange, _ steps: [Step], into places: inout [Self]) {
    guard places.count < 50 else { return }
    let steps = steps + [change.step]
    if let first = change.first, let second = change.second {
      switch (ReflectedValue(of: first), ReflectedValue(of: second)) {
      case (.list(let list, _), .list(let other, _)) where list.count == other.count && list.count <= listLimit:
        return collect(elements(of: list), elements(of: other), of: change, at: steps, into: &places)
      case (.set(let members, _), .set(let others, _)) where members.count == others.count:
        let pairs = members.pairs(with: others, isThorough: false)
        return add(pairs.removed.first, pairs.inserted.first, of: change, at: steps, into: &places)
      case (.dictionary, .dictionary):
        if case .parts(let parts) = change.content, let key = removedKey(parts), let other = insertedKey(parts) {
          return add(key, other, of: change, at: steps, into: &places)
        }
      default: break
      }
    }
    if case .parts(let parts) = change.content {
      for change in parts.changes { collect(change, steps, into: &places) }
    } else {
      add(change.first, change.second, of: change, at: steps, into: &places)
    }
  }

  /// Adds the places of two lists: the lists themselves if only their order differs, otherwise their elements by
  /// position.
  private static func collect(
    _ elements: [Any],
    _ others: [Any],
    of change: ValueChange,
    at steps: [Step],
    into places: inout [Self]
  ) {
    let (marks, otherMarks) = (
      elements.map { identifyingText(of: $0, limit: 400) }, others.map { identifyingText(of: $0, limit: 400) }
    )
    if marks != otherMarks, marks.sorted() == otherMarks.sorted() {
      places.append(Self(difference: difference(change, steps), cause: .order))
      return
    }
    for (index, (one, two)) in zip(elements, others).enumerated() {
      var comparer = Comparer()
      if let inner = comparer.compare(one, two, at: .index(index), depth: steps.count) {
        collect(inner, steps, into: &places)
      }
    }
  }

  /// Adds a place with two values, unless the difference is legitimate.
  private static func add(
    _ first: Any?,
    _ second: Any?,
    of change: ValueChange,
    at steps: [Step],
    into places: inout [Self]
  ) {
    guard let first, let second else {
      return places.append(Self(difference: difference(change, steps), cause: .unknown))
    }
    guard let cause = InstabilityCause(first, second) else { return }
    places.append(Self(difference: difference(change, steps), cause: cause))
  }

  /// Returns a change as a difference without a remark on object identity.
  private static func difference(_ change: ValueChange, _ steps: [Step]) -> Difference {
    Difference(path: pathText(steps), first: change.first, second: change.second)
  }

  private static func elements(of list: any ListValue) -> [Any] {
    (0..<list.count).map { list.element(at: $0) }
  }

  /// Returns the first key that only the first of two dictionaries has.
  private static func removedKey(_ parts: ValueChange.Parts) -> Any? {
    parts.changes.lazy.compactMap { if case .key(let key) = $0.step, $0.second == nil { key } else { nil } }.first
  }

  /// Returns the first key that only the second of two dictionaries has.
  private static func insertedKey(_ parts: ValueChange.Parts) -> Any? {
    parts.changes.lazy.compactMap { if case .key(let key) = $0.step, $0.first == nil { key } else { nil } }.first
  }
}
