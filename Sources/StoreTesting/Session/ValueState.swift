package import StoreCore
import Synchronization

/// A look at whether a value holds objects, which could be changed through a copy of it.
///
/// The storage of the standard collections and of strings counts as part of the value. The look goes a bounded way into
/// large values.
package struct ValueLook {
  /// Whether everything that was seen is a value.
  private var isMadeOfValues = true

  /// Whether a value of the same type could hold something that was not there to be seen: behind a nil, in an empty
  /// collection, in another case of an enum.
  private var mayHoldMore = false

  /// How many values may still be looked at.
  private var budget = 200

  /// Looks at a value.
  init(_ value: Any) {
    look(at: value)
  }

  /// Whether values of the type hold no objects; nil if that can be said of the value at hand only.
  var verdict: Bool? {
    guard isMadeOfValues else { return false }
    return mayHoldMore ? nil : true
  }

  /// Looks at a value and what it holds.
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

extension ValueLook {
  /// The verdicts on types. Each follows from its type alone, so it makes no difference who asked for it.
  private static let verdicts = Mutex<[ObjectIdentifier: Bool?]>([:])

  /// Whether values of a type hold no objects, as far as the type tells; nil if it has to be looked at a value.
  package static func verdict(on type: Any.Type) -> Bool? {
    let id = ObjectIdentifier(type)
    if let known = verdicts.withLock({ $0[id] }) { return known }
    var visited: Set<ObjectIdentifier> = []
    let verdict = judge(type, &visited)
    verdicts.withLock { $0[id] = .some(verdict) }
    return verdict
  }

  /// Judges a type by those of its parts.
  private static func judge(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool? {
    // A type that holds values of itself is what its other parts make of it.
    guard !isPlain(type), visited.insert(ObjectIdentifier(type)).inserted else { return true }
    if type is AnyClass { return false }
    let parts: [Any.Type]
    if let type = type as? any Wrapping.Type {
      parts = type.wrapped
    } else if isTrivial(type) {
      return true
    } else if !(type is any CustomReflectable.Type), let fields = FieldLayout.fields(of: type) {
      parts = fields.map(\.type)
    } else {
      return nil
    }
    let verdicts = parts.map { judge($0, &visited) }
    if verdicts.allSatisfy({ $0 == true }) { return true }
    // A collection of objects may be empty, and a value that has an object in it always has.
    return verdicts.contains(false) && !(type is any Wrapping.Type) ? false : nil
  }

  /// Whether values of a type are nothing but bytes, so that there is no reference in them.
  private static func isTrivial(_ type: Any.Type) -> Bool {
    func isTrivial<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
    return _openExistential(type, do: isTrivial)
  }
}

/// A type whose values hold no objects, whatever their value.
private protocol PlainValue {}

extension Bool: PlainValue {}
extension Character: PlainValue {}
extension Double: PlainValue {}
extension Duration: PlainValue {}
extension Float: PlainValue {}
extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension String: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}

/// A type whose values hold only values of other types.
private protocol Wrapping {
  /// The types of what it holds.
  static var wrapped: [Any.Type] { get }
}

extension Array: Wrapping { fileprivate static var wrapped: [Any.Type] { [Element.self] } }
extension IdentifiedArray: Wrapping { fileprivate static var wrapped: [Any.Type] { [Element.self] } }
extension Dictionary: Wrapping { fileprivate static var wrapped: [Any.Type] { [Key.self, Value.self] } }
extension Optional: Wrapping { fileprivate static var wrapped: [Any.Type] { [Wrapped.self] } }
extension Set: Wrapping { fileprivate static var wrapped: [Any.Type] { [Element.self] } }

/// Whether no value of a type can hold an object, and its `==` sees all there is to see, as far as the standard types go.
package func isPlain(_ type: Any.Type) -> Bool {
  if type is any PlainValue.Type { return true }
  guard let type = type as? any Wrapping.Type else { return false }
  return type.wrapped.allSatisfy(isPlain)
}
