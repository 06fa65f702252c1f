/// A value of a known type without parts.
package protocol AtomicValue {
  /// The value as Swift source.
  var atomText: String { get }
}

package protocol OptionalValue {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  package static var wrappedType: Any.Type { Wrapped.self }
}

/// A collection that can be written as a literal.
package protocol LiteralCollection {
  static var contentTypes: [Any.Type] { get }

  /// Whether indices count from 0, and elements are inserted and removed as in an array.
  static var isArray: Bool { get }

  /// Whether elements are accessed by id instead of by index.
  static var isIdentified: Bool { get }

  /// Whether an element can be assigned under a key that the collection doesn't have.
  func accepts(newKey key: Any) -> Bool
}

extension LiteralCollection {
  /// False by default.
  package static var isArray: Bool { false }

  /// False by default.
  package static var isIdentified: Bool { false }

  /// True by default.
  package func accepts(newKey _: Any) -> Bool { true }
}

extension LiteralCollection where Self: Sequence {
  package static var contentTypes: [Any.Type] { [Element.self] }
}

extension Array: LiteralCollection { package static var isArray: Bool { true } }
extension ContiguousArray: LiteralCollection { package static var isArray: Bool { true } }

extension ArraySlice: LiteralCollection {}
extension Set: LiteralCollection {}
extension Dictionary: LiteralCollection { package static var contentTypes: [Any.Type] { [Key.self, Value.self] } }
