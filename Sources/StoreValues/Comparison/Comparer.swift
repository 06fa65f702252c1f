/// A comparer of two values by structure, independently of `==`.
package struct Comparer {
  /// Corresponding parts of two values.
  private typealias PartPair = (ReflectedValue.Part, ReflectedValue.Part)

  let limits: ComparisonLimits

  /// Whether to search for the reason why two values without a visible difference are unequal.
  let explainsInequality: Bool

  /// The number of changes that may still be listed.
  var changesLeft: Int

  var valuesLeft: Int

  /// The number of value pairs without `==` that were not compared, because a limit was reached.
  private(set) var uncompared = 0

  /// The pairs of objects that were compared. Each pair is compared once, so that cycles end.
  private var objects: Set<[ObjectIdentifier]> = []

  /// The number of types with custom mirrors around the current values.
  private var customDepth = 0

  package init(limits: ComparisonLimits = ComparisonLimits(), explainsInequality: Bool = false) {
    self.limits = limits
    self.explainsInequality = explainsInequality
    changesLeft = limits.changes
    valuesLeft = limits.values
  }

  /// Returns the difference of two values; nil if they are equal.
  ///
  /// If no difference is visible but `==` returns false, a second pass searches for the reason.
  package static func compare(_ first: Any, _ second: Any, limits: ComparisonLimits = ComparisonLimits())
    -> ValueChange?
  {
    var comparer = Comparer(limits: limits)
    if var change = comparer.compare(first, second, at: .whole, depth: 0) {
      change.uncompared = comparer.uncompared
      return change
    }
    guard areEqual(first, second) == false else { return nil }
    var suspicious = Comparer(limits: limits, explainsInequality: true)
    return suspicious.compare(first, second, at: .whole, depth: 0)
      ?? ValueChange(
        step: .whole,
        first: first,
        second: second,
        note: "not equal by '==', and no difference is visible"
      )
  }

  /// Compares two values at the same place.
  package mutating func compare(_ first: Any, _ second: Any, at step: Step, depth: Int) -> ValueChange? {
    if explainsInequality ? isSameObject(first, second) : areProvablyEqual(first, second) { return nil }
    guard changesLeft > 0 else { return nil }
    valuesLeft -= 1
    guard type(of: first) == type(of: second) else { return replaced(first, second, at: step) }
    guard valuesLeft > 0, depth < limits.depth else { return compareAsWhole(first, second, at: step) }
    var change = compareParts(first, second, at: step, depth: depth)
    if var found = change {
      noteEquality(of: &found)
      change = found
    } else if explainsInequality, areEqual(first, second) == false {
      return replaced(first, second, at: step, note: Self.reason(first))
    }
    return change
  }

  /// Compares the parts of two values of one type.
  private mutating func compareParts(_ first: Any, _ second: Any, at step: Step, depth: Int) -> ValueChange? {
    let structures = (ReflectedValue(of: first), ReflectedValue(of: second))
    if structures.0.isCut || structures.1.isCut { valuesLeft -= ReflectedValue.maximumParts }
    switch structures {
    case (.absent, .absent): return nil
    case (.present(let one), .present(let two)):
      let inner: Step = first is any OptionalValue ? .unwrapped : .wrapped
      let brackets = (open: "", close: "")
      return compare(one, two, at: inner, depth: depth + 1).map {
        ValueChange(
          step: step,
          first: first,
          second: second,
          content: .parts(.init(brackets: brackets, changes: [$0], unchanged: 0))
        )
      }
    case (.text(let one), .text(let two)):
      guard areEqual(first, second) == false else { return nil }
      var change = replaced(first, second, at: step)
      if let lines = TextChange(one, two) { change.content = .lines(lines) }
      return change
    case (.choice(let name, let parts), .choice(let other, let otherParts)):
      guard name == other, parts.map(\.label) == otherParts.map(\.label) else { break }
      return compareParts(
        Array(zip(parts, otherParts)),
        of: first,
        and: second,
        at: step,
        in: ("." + name + "(", ")"),
        depth: depth,
        payloadOf: name
      )
    case (.tuple(let parts), .tuple(let otherParts)) where parts.count == otherParts.count:
      return compareParts(Array(zip(parts, otherParts)), of: first, and: second, at: step, in: ("(", ")"), depth: depth)
    case (.record(let record), .record(let other)):
      return compareRecords(record, other, of: first, and: second, at: step, depth: depth)
    case (.list(let list, _), .list(let other, _)):
      return compareLists(list, other, of: first, and: second, at: step, depth: depth)
    case (.set(let members, let isCut), .set(let others, let otherIsCut)):
      guard !isCut, !otherIsCut else { break }
      let pairs = members.pairs(with: others, isThorough: explainsInequality)
      return compareSets(pairs, count: others.count, of: first, and: second, at: step, depth: depth)
    case (.dictionary(let entries, let isCut), .dictionary(let others, let otherIsCut)):
      guard !isCut, !otherIsCut else { break }
      let pairs = entries.pairs(with: others, isThorough: explainsInequality)
      return compareDictionaries(pairs, of: first, and: second, at: step, depth: depth)
    case (.opaque, .opaque):
      if areEqual(first, second) == false { return replaced(first, second, at: step, note: Self.reason(first)) }
      // A custom mirror may hide stored properties, so these are compared in memory.
      if first is any CustomReflectable { return compareFields(first, second, at: step) }
      // The contents of closures are invisible, so two closures count as equal unless a reason for inequality is
      // needed.
      guard explainsInequality, !haveSameBytes(first, second) else { return nil }
      return replaced(first, second, at: step, note: "can't be compared, so they may differ")
    case (.atom(let text), .atom(let other)):
      guard areEqual(first, second) != true, text != other || areEqual(first, second) == false else { return nil }
      return replaced(first, second, at: step, note: text == other ? Self.reason(first) : nil)
    default: break
    }
    return replaced(first, second, at: step)
  }

  /// Compares two values that show no parts and have no `==`, by their stored properties.
  private mutating func compareFields(_ first: Any, _ second: Any, at step: Step) -> ValueChange? {
    guard !areProvablyEqual(first, second), areEqual(first, second) == nil, !areAlike(first, second) else {
      return nil
    }
    return replaced(first, second, at: step, note: "they differ in a part that they do not show")
  }

  /// Whether the fields of two values of one type are equal; true if the type has no known fields.
  private func areAlike(_ first: Any, _ second: Any) -> Bool {
    /// Compares two values of a statically known type.
    func compare<Value>(_ first: Value) -> Bool {
      guard let second = second as? Value, let fields = FieldLayout.fields(of: Value.self) else { return true }
      return fields.allSatisfy { differences($0.value(in: first), $0.value(in: second), limit: 1).isEmpty }
    }
    return _openExistential(first, do: compare)
  }

  /// Compares two structs, or two objects. Each pair of objects is compared once.
  private mutating func compareRecords(
    _ record: ReflectedValue.Record,
    _ other: ReflectedValue.Record,
    of first: Any,
    and second: Any,
    at step: Step,
    depth: Int
  ) -> ValueChange? {
    if record.isObject {
      let pair = [ObjectIdentifier(first as AnyObject), ObjectIdentifier(second as AnyObject)]
      guard objects.insert(pair).inserted else { return nil }
    }
    guard !record.isCustom || customDepth < ReflectedValue.maximumCustomDepth else {
      return compareAsWhole(first, second, at: step)
    }
    if record.isCustom { customDepth += 1 }
    defer { if record.isCustom { customDepth -= 1 } }
    let parts = paired(record.parts, other.parts)
    if let change = compareParts(parts, of: first, and: second, at: step, in: (record.name + "(", ")"), depth: depth) {
      return change
    }
    // Visible parts are complete, unless the type has a custom mirror or compares by identity.
    guard record.isObject || record.isCustom || parts.isEmpty, areEqual(first, second) == false else { return nil }
    return replaced(first, second, at: step, note: Self.reason(first))
  }

  /// Pairs the fields of two records: by position, or by name if a type shows varying fields.
  private func paired(_ parts: [ReflectedValue.Part], _ others: [ReflectedValue.Part]) -> [PartPair] {
    if parts.map(\.label) == others.map(\.label) { return Array(zip(parts, others)) }
    let missing = Verbatim("nothing")
    var rest = Dictionary(others.map { ($0.label ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    let common = parts.map { part in
      (part, rest.removeValue(forKey: part.label ?? "") ?? .init(label: part.label, value: missing))
    }
    let added = others.filter { rest[$0.label ?? ""] != nil }
    return common + added.map { (.init(label: $0.label, value: missing), $0) }
  }

  private mutating func compareParts(
    _ parts: [PartPair],
    of first: Any,
    and second: Any,
    at step: Step,
    in brackets: (open: String, close: String),
    depth: Int,
    payloadOf choice: String? = nil
  ) -> ValueChange? {
    var result = ValueChange.Parts(brackets: brackets, changes: [], unchanged: 0)
    for (index, (one, two)) in parts.enumerated() {
      let inner = one.step(at: index, of: parts.count, payloadOf: choice)
      if changesLeft <= 0, mayDiffer(one.value, two.value) {
        result.more += 1
      } else if let change = compare(one.value, two.value, at: inner, depth: depth + 1) {
        result.changes.append(change)
      } else {
        result.unchanged += 1
      }
    }
    guard !result.changes.isEmpty || result.more > 0 else { return nil }
    return ValueChange(step: step, first: first, second: second, content: .parts(result))
  }

  /// Compares two values without visiting their parts, because a limit was reached.
  private mutating func compareAsWhole(_ first: Any, _ second: Any, at step: Step) -> ValueChange? {
    let areAlike = areEqual(first, second) ?? areAlikeAsText(first, second)
    return areAlike ? nil : replaced(first, second, at: step, note: "not compared any further")
  }

  /// Whether two values without `==` have the same text. If the limit of values is reached, they count as equal.
  private mutating func areAlikeAsText(_ first: Any, _ second: Any) -> Bool {
    guard valuesLeft <= 0 else {
      return identifyingText(of: first, limit: 400) == identifyingText(of: second, limit: 400)
    }
    uncompared += 1
    return true
  }

  /// Returns the change that replaces one value by the other.
  mutating func replaced(_ first: Any?, _ second: Any?, at step: Step, note: String? = nil) -> ValueChange {
    changesLeft -= 1
    return ValueChange(step: step, first: first, second: second, note: note)
  }

  /// Whether two values may differ. It is used when the limit of listed changes is reached.
  func mayDiffer(_ first: Any, _ second: Any) -> Bool {
    !areProvablyEqual(first, second) && areEqual(first, second) != true
  }

  /// Records whether two values are equal by `==` although their parts differ.
  private func noteEquality(of change: inout ValueChange) {
    guard let first = change.first, let second = change.second, case .parts(let parts) = change.content else { return }
    let areAllEqual = change.children.allSatisfy(\.areEqual) && !change.children.isEmpty
    // Only records and enum cases, which have a name and parentheses, have their own `==`.
    guard parts.brackets.close == ")" else { return change.areEqual = areAllEqual }
    change.areEqual = areEqual(first, second) ?? areAllEqual
    if change.areEqual, !areAllEqual { change.note = "equal by the '==' of \(shortName(of: type(of: first)))" }
  }

  private func isSameObject(_ first: Any, _ second: Any) -> Bool {
    type(of: first) is AnyClass && type(of: second) is AnyClass && (first as AnyObject) === (second as AnyObject)
  }

  /// Returns the reason why two values without a visible difference are unequal.
  private static func reason(_ value: Any) -> String {
    if areEqual(value, value) == false { return "not equal to itself" }
    if type(of: value) is AnyClass { return "another object with the same contents" }
    return "not equal by the '==' of \(shortName(of: type(of: value))), and no difference is visible"
  }
}
