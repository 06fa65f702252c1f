import StoreCore

/// A look at whether a value holds objects, which could be changed through a copy of it.
///
/// The storage of the standard collections and of strings counts as part of the value. The look goes a bounded way into
/// large values.
package struct ReferenceScan {
  private var isMadeOfValues = true

  /// Whether a value of the same type could hold something that was not there to be seen: behind a nil, in an empty
  /// collection, in another case of an enum.
  private var mayHoldMore = false

  private var budget = 200

  init(_ value: Any) {
    look(at: value)
  }

  /// Whether values of the type hold no objects; nil if that can be said of the value at hand only.
  var verdict: Bool? {
    guard isMadeOfValues else { return false }
    return mayHoldMore ? nil : true
  }

  private mutating func look(at value: Any) {
    guard isMadeOfValues, !isPlain(type(of: value)) else { return }
    guard budget > 0 else { return mayHoldMore = true }
    budget -= 1
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class: isMadeOfValues = false
    case .collection, .set, .dictionary:
      // Elements of one type are alike, except where they are enums, which makes the verdict uncertain anyway.
      if mirror.children.isEmpty { mayHoldMore = true }
      for child in mirror.children.prefix(8) { look(at: child.value) }
      if mirror.children.prefix(9).count > 8 { mayHoldMore = true }
    case .optional:
      if mirror.children.isEmpty { mayHoldMore = true }
      for child in mirror.children { look(at: child.value) }
    case .enum:
      mayHoldMore = true
      for child in mirror.children { look(at: child.value) }
    default:
      // There may be no end to the parts of a type that shows itself in its own way.
      let limit = budget
      for child in mirror.children.prefix(limit) { look(at: child.value) }
      if mirror.children.prefix(limit + 1).count > limit { mayHoldMore = true }
    }
  }
}

// MARK: - Types

extension ReferenceScan {
  private static let verdicts = TypeFacts<Bool?> { type in
    var visited: Set<ObjectIdentifier> = []
    return judge(type, &visited)
  }

  /// Whether values of a type hold no objects, as far as the type tells; nil if it has to be looked at a value.
  package static func verdict(on type: Any.Type) -> Bool? { verdicts[type] }

  private static func judge(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool? {
    // A type that holds values of itself is what its other parts make of it.
    guard !isPlain(type), visited.insert(ObjectIdentifier(type)).inserted else { return true }
    if type is AnyClass { return false }
    let contents = contentTypes(of: type)
    if contents == nil, isTrivial(type) { return true }
    let fields = type is any CustomReflectable.Type ? nil : FieldLayout.fields(of: type)?.map(\.type)
    guard let parts = contents ?? fields else { return nil }
    let verdicts = parts.map { judge($0, &visited) }
    if verdicts.allSatisfy({ $0 == true }) { return true }
    // A collection of objects may be empty, and a value that has an object in it always has.
    return verdicts.contains(false) && contents == nil ? false : nil
  }
}
