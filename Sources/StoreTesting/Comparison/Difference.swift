/// One place in which two values differ.
struct Difference {
  /// The way to the place, as Swift would write it behind the value, such as `results[2].title`.
  let path: String

  /// What the first value has there; nil if it has nothing.
  let first: Any?

  /// What the second value has there; nil if it has nothing.
  let second: Any?

  /// Both as text, the way from the first to the second.
  var changeText: String { line(" -> ") }

  /// Both as text, with the words given.
  func line(_ separator: String, limit: Int = 400) -> String {
    let place = path.isEmpty ? "" : "\(path): "
    let sides = [first, second].map { $0.map { describe($0, limit: limit) } ?? "nothing" }
    return place + sides.joined(separator: separator)
  }
}

/// The places in which two values differ by structure, whatever their `==` says.
///
/// - Parameters:
///   - first: A value.
///   - second: Another.
///   - limit: How many differences are enough.
///   - wholeCollections: Whether collections of different length are shown as a whole.
func differences(_ first: Any, _ second: Any, limit: Int = 50, wholeCollections: Bool = false) -> [Difference] {
  var walker = DifferenceWalker(limit: limit, wholeCollections: wholeCollections)
  walker.walk(first, second, path: "", depth: 0)
  return walker.found
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
  guard !haveSameBytes(first, as: second) else { return [] }
  var walker = DifferenceWalker(limit: 50, wholeCollections: false, hiddenBudget: 1_000)
  walker.walk(first, second, path: "", depth: 0)
  return walker.found
}

/// Walks two values side by side.
private struct DifferenceWalker {
  /// How deep values may be nested.
  private static let maximumDepth = 60

  /// How many differences are enough.
  let limit: Int

  /// Whether collections of different length are shown as a whole.
  let wholeCollections: Bool

  /// How many values may still be looked at, where the search is for differences that `==` does not see.
  var hiddenBudget: Int?

  /// The differences, in the order of the walk.
  private(set) var found: [Difference] = []

  /// The pairs of objects that are being walked, so that cycles come to an end.
  private var objects: Set<[ObjectIdentifier]> = []

  /// Makes a walker that has found nothing.
  init(limit: Int, wholeCollections: Bool, hiddenBudget: Int? = nil) {
    self.limit = limit
    self.wholeCollections = wholeCollections
    self.hiddenBudget = hiddenBudget
  }

  /// Whether nothing more is to be found.
  private var isDone: Bool { found.count >= limit || hiddenBudget == 0 }

  /// Compares two values at the same place.
  mutating func walk(_ first: Any, _ second: Any, path: String, depth: Int) {
    guard !isDone else { return }
    if let budget = hiddenBudget {
      hiddenBudget = budget - 1
      guard !isSettled(first, second) else { return }
    }
    guard type(of: first) == type(of: second), depth < Self.maximumDepth else {
      if !isEqual(first, second) { add(path, first, second) }
      return
    }
    let (one, two) = (Mirror(reflecting: first), Mirror(reflecting: second))
    switch one.displayStyle {
    case .optional, .enum: walkCase(first, second, one, two, path, depth)
    case .collection: walkCollection(first, second, one, two, path, depth)
    case .dictionary: walkDictionary(one, two, path)
    case .set: walkSet(first, second, one, two, path)
    case .class: walkObjects(first, second, one, two, path, depth)
    case .struct, .tuple:
      if one.children.isEmpty || one.children.count != two.children.count {
        if !isEqual(first, second) { add(path, first, second) }
      } else if isOpaque(first) {
        if !isEqual(first, second) { add(path, first, second) }
      } else {
        walkFields(one, two, path, depth)
      }
    default: if !isEqual(first, second) { add(path, first, second) }
    }
  }

  /// Whether nothing can be hidden between two values, so that there is no need to look into them.
  private func isSettled(_ first: Any, _ second: Any) -> Bool {
    guard hiddenBudget != nil else { return false }
    return haveSameBytes(first, second) || isPlain(type(of: first)) && isEqual(first, second)
  }

  /// Compares fields one by one.
  private mutating func walkFields(_ one: Mirror, _ two: Mirror, _ path: String, _ depth: Int) {
    for (first, second) in zip(one.children, two.children) {
      guard !isSettled(first.value, second.value) else { continue }
      let label = (first.label ?? "").drop { $0 == "." || $0 == "_" }
      walk(first.value, second.value, path: path.isEmpty ? "\(label)" : "\(path).\(label)", depth: depth + 1)
    }
  }

  /// Compares two objects, each pair once.
  private mutating func walkObjects(
    _ first: Any,
    _ second: Any,
    _ one: Mirror,
    _ two: Mirror,
    _ path: String,
    _ depth: Int
  ) {
    let pair = [ObjectIdentifier(first as AnyObject), ObjectIdentifier(second as AnyObject)]
    guard pair[0] != pair[1], objects.insert(pair).inserted else { return }
    let before = found.count
    var (one, two) = (Optional(one), Optional(two))
    while let first = one, let second = two {
      walkFields(first, second, path, depth)
      (one, two) = (first.superclassMirror, second.superclassMirror)
    }
    if found.count == before, !isEqual(first, second) { add(path, first, second) }
  }

  /// Compares two values of an enum: the payloads if the case is the same.
  private mutating func walkCase(
    _ first: Any,
    _ second: Any,
    _ one: Mirror,
    _ two: Mirror,
    _ path: String,
    _ depth: Int
  ) {
    guard let payload = one.children.first, let other = two.children.first, payload.label == other.label else {
      // Two cases without payloads are told apart by their printed names.
      let bothEmpty = one.children.isEmpty && two.children.isEmpty
      if !bothEmpty || !isEqual(first, second) { add(path, first, second) }
      return
    }
    let isOptional = one.displayStyle == .optional
    let step = isOptional ? "?" : ".\(payload.label ?? "")"
    walk(payload.value, other.value, path: path.isEmpty && isOptional ? "" : path + step, depth: depth + 1)
  }

  /// Compares two collections: by index where they are equally long, else by what was put in and taken out.
  private mutating func walkCollection(
    _ first: Any,
    _ second: Any,
    _ one: Mirror,
    _ two: Mirror,
    _ path: String,
    _ depth: Int
  ) {
    guard one.children.count != two.children.count else {
      for (index, (old, new)) in zip(one.children, two.children).enumerated() {
        guard !isDone else { return }
        walk(old.value, new.value, path: "\(path)[\(index)]", depth: depth + 1)
      }
      return
    }
    guard !wholeCollections else { return add(path, first, second) }
    let (old, new) = (one.children.map(\.value), two.children.map(\.value))
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, isSame(old[head], new[head]) { head += 1 }
    var tail = 0
    while tail < shorter - head, isSame(old[old.count - 1 - tail], new[new.count - 1 - tail]) { tail += 1 }
    walkRun(old[head..<(old.count - tail)], new[head..<(new.count - tail)], path, depth)
  }

  /// Compares two runs of elements that begin and end differently.
  private mutating func walkRun(_ old: ArraySlice<Any>, _ new: ArraySlice<Any>, _ path: String, _ depth: Int) {
    // Finding the shortest way from one run to the other takes time that grows with the product of their lengths.
    let isSmall = old.count * new.count <= 10_000
    guard isSmall else { return walkSteps(old, new, Set(old.indices), Set(new.indices), path, depth) }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for step in new.difference(from: old, by: { isSame($0, $1) }) {
      switch step {
      case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
      }
    }
    walkSteps(old, new, removed, inserted, path, depth)
  }

  /// Reports what was taken out and put in; what stands in the same gap is compared with each other.
  private mutating func walkSteps(
    _ old: ArraySlice<Any>,
    _ new: ArraySlice<Any>,
    _ removed: Set<Int>,
    _ inserted: Set<Int>,
    _ path: String,
    _ depth: Int
  ) {
    var (from, to) = (old.startIndex, new.startIndex)
    while from < old.endIndex || to < new.endIndex {
      guard found.count < limit else { return }
      switch (removed.contains(from), inserted.contains(to)) {
      case (true, true): walk(old[from], new[to], path: "\(path)[\(to)]", depth: depth + 1)
      case (true, false):
        add("\(path)[\(from)]", old[from], nil)
        to -= 1
      case (false, true):
        add("\(path)[\(to)]", nil, new[to])
        from -= 1
      case (false, false): break
      }
      from += 1
      to += 1
    }
  }

  /// Compares two dictionaries key by key.
  private mutating func walkDictionary(_ one: Mirror, _ two: Mirror, _ path: String) {
    let (first, second) = (entries(one), entries(two))
    for key in Set(first.keys).union(second.keys).sorted() {
      switch (first[key], second[key]) {
      case (let value?, let other?): walk(value, other, path: "\(path)[\(key)]", depth: 1)
      case (let value, let other): add("\(path)[\(key)]", value, other)
      }
    }
  }

  /// The values of a dictionary by the texts of their keys.
  private func entries(_ mirror: Mirror) -> [String: Any] {
    var entries: [String: Any] = [:]
    for child in mirror.children {
      let pair = Array(Mirror(reflecting: child.value).children)
      if pair.count == 2 { entries[describe(pair[0].value)] = pair[1].value }
    }
    return entries
  }

  /// Compares two sets member by member.
  private mutating func walkSet(_ first: Any, _ second: Any, _ one: Mirror, _ two: Mirror, _ path: String) {
    guard !isEqual(first, second) else { return }
    let texts = one.children.map { describe($0.value) }
    let others = two.children.map { describe($0.value) }
    for text in Set(texts).subtracting(others).sorted() { add("\(path)[\(text)]", Verbatim(text), nil) }
    for text in Set(others).subtracting(texts).sorted() { add("\(path)[\(text)]", nil, Verbatim(text)) }
  }

  /// Notes a difference.
  private mutating func add(_ path: String, _ first: Any?, _ second: Any?) {
    guard found.count < limit else { return }
    found.append(Difference(path: path, first: first, second: second))
  }

  /// Whether two values have no difference.
  private func isSame(_ first: Any, _ second: Any) -> Bool {
    differences(first, second, limit: 1).isEmpty
  }
}

/// Whether two values of the same type are the same bit for bit, so that nothing can be hidden between them.
private func haveSameBytes<Value>(_ first: Value, _ second: Any) -> Bool {
  guard let second = second as? Value else { return false }
  return haveSameBytes(first, as: second)
}

/// Whether two values are the same bit for bit, so that nothing can be hidden between them.
private func haveSameBytes<Value>(_ first: Value, as second: Value) -> Bool {
  var areSame = false
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { second in
      areSame = first.elementsEqual(second)
    }
  }
  return areSame
}

/// A text that is described as it is.
private struct Verbatim: CustomStringConvertible {
  /// The text.
  let description: String

  /// Wraps a text.
  init(_ text: String) { description = text }
}

/// Whether a value is better compared and shown as a whole than field by field.
private func isOpaque(_ value: Any) -> Bool {
  value is any Equatable && (value is any CustomStringConvertible || value is any LosslessStringConvertible)
}

/// Whether two values are equal: by `==` where they have one, else by their texts.
func isEqual(_ first: Any, _ second: Any) -> Bool {
  if let first = first as? any Equatable { return isEqual(first, to: second) }
  return String(reflecting: first) == String(reflecting: second)
}

/// Whether an equatable value equals another of unknown type.
private func isEqual<Value: Equatable>(_ first: Value, to second: Any) -> Bool {
  (second as? Value) == first
}
