/// A scan of a value for objects, which could be changed through a copy of the value.
///
/// The storage of standard collections and strings counts as part of the value. The scan of a large value is bounded.
package struct ReferenceScan {
  private var isMadeOfValues = true

  /// Whether another value of the same type could contain more: in an optional that is nil, in an empty collection, or
  /// in another case of an enum.
  private var mayHoldMore = false

  private var budget = 200

  package init(_ value: Any) {
    look(at: value)
  }

  /// Whether values of the type contain no objects; nil if that holds only for this value.
  package var verdict: Bool? {
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
      // Elements of one type have the same structure, except for enums, which make the verdict uncertain anyway.
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
      // A custom mirror may have an endless number of parts.
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

  /// Returns whether values of a type contain no objects; nil if each value must be scanned.
  package static func verdict(on type: Any.Type) -> Bool? { verdicts[type] }

  private static func judge(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool? {
    // A recursive type is judged by its other parts.
    guard !isPlain(type), visited.insert(ObjectIdentifier(type)).inserted else { return true }
    if type is AnyClass { return false }
    let contents = contentTypes(of: type)
    if contents == nil, isTrivial(type) { return true }
    let fields = type is any CustomReflectable.Type ? nil : FieldLayout.fields(of: type)?.map(\.type)
    guard let parts = contents ?? fields else { return nil }
    let verdicts = parts.map { judge($0, &visited) }
    if verdicts.allSatisfy({ $0 == true }) { return true }
    // A collection of objects may be empty; a value with an object property always contains the object.
    return verdicts.contains(false) && contents == nil ? false : nil
  }
}
