/// A value of a known type that has a direct source form.
protocol SourceValue {
  /// Returns the value as an expression.
  ///
  /// - Parameter isInferred: Whether the context determines the type, so that the expression needn't name it.
  func sourceText(isInferred: Bool) -> String
}

extension SourceValue where Self: FixedWidthInteger {
  /// Returns the number. Without context, a literal would be an `Int`.
  func sourceText(isInferred: Bool) -> String { isInferred ? "\(self)" : "\(Self.self)(\(self))" }
}

extension SourceValue where Self: BinaryFloatingPoint & CustomDebugStringConvertible {
  /// Returns the number. Without context, a literal would be a `Double`.
  func sourceText(isInferred: Bool) -> String { sourceText(as: Self.self, isInferred: isInferred) }

  /// Returns the number for a place of the given type.
  func sourceText(as type: Any.Type, isInferred: Bool) -> String {
    let name = isInferred ? "" : "\(type)"
    if isNaN { return "\(name).nan" }
    if isInfinite { return "\(sign == .minus ? "-" : "")\(name).infinity" }
    return isInferred ? debugDescription : "\(name)(\(debugDescription))"
  }
}

extension Int: SourceValue { func sourceText(isInferred: Bool) -> String { "\(self)" } }

extension Bool: SourceValue { func sourceText(isInferred: Bool) -> String { "\(self)" } }
extension String: SourceValue { func sourceText(isInferred: Bool) -> String { quoted(self) } }

extension Substring: SourceValue { func sourceText(isInferred: Bool) -> String { literal(String(self), isInferred) } }
extension Character: SourceValue { func sourceText(isInferred: Bool) -> String { literal(String(self), isInferred) } }
extension Unicode.Scalar: SourceValue {
  func sourceText(isInferred: Bool) -> String { literal(String(self), isInferred) }
}

extension SourceValue {
  /// Returns a text as a literal. Without context, a literal would be a `String`.
  fileprivate func literal(_ text: String, _ isInferred: Bool) -> String {
    isInferred ? quoted(text) : "\(sourceName(of: Self.self))(\(quoted(text)))"
  }
}

extension Duration: SourceValue {
  /// Returns the duration in the largest unit without a fraction.
  func sourceText(isInferred: Bool) -> String { isInferred ? sourceText : "Duration" + sourceText }
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
}

extension LiteralCollection {
  /// False by default.
  package static var isArray: Bool { false }

  /// False by default.
  package static var isIdentified: Bool { false }
}

extension LiteralCollection where Self: Sequence {
  package static var contentTypes: [Any.Type] { [Element.self] }
}

extension Array: LiteralCollection { package static var isArray: Bool { true } }
extension ContiguousArray: LiteralCollection { package static var isArray: Bool { true } }

extension ArraySlice: LiteralCollection {}
extension Set: LiteralCollection {}
extension Dictionary: LiteralCollection { package static var contentTypes: [Any.Type] { [Key.self, Value.self] } }
