import StoreCore

/// A value of a known type that can be written in Swift without looking into it.
protocol SourceValue {
  /// The value as an expression.
  ///
  /// - Parameter isInferred: Whether the place that it is for says its type, so that the expression need not.
  func sourceText(isInferred: Bool) -> String
}

extension SourceValue where Self: FixedWidthInteger {
  /// The number, of which a literal by itself is an `Int`.
  func sourceText(isInferred: Bool) -> String { isInferred ? "\(self)" : "\(Self.self)(\(self))" }
}

extension SourceValue where Self: BinaryFloatingPoint & CustomDebugStringConvertible {
  /// The number, of which a literal by itself is a `Double`.
  func sourceText(isInferred: Bool) -> String { sourceText(as: Self.self, isInferred: isInferred) }

  /// The number for a place of another type.
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
  /// A text as a literal, which by itself is a `String`.
  fileprivate func literal(_ text: String, _ isInferred: Bool) -> String {
    isInferred ? quoted(text) : "\(sourceName(of: Self.self))(\(quoted(text)))"
  }
}

extension Duration: SourceValue {
  /// The duration in the largest unit that has no fraction.
  func sourceText(isInferred: Bool) -> String { isInferred ? sourceText : "Duration" + sourceText }
}

extension Optional: OptionalValue {
  package static var wrappedType: Any.Type { Wrapped.self }
}

/// A list, set or dictionary that can be written as a literal.
protocol LiteralCollection {
  static var contentTypes: [Any.Type] { get }

  /// Whether positions are counted from 0, and elements are put in and taken out as in an array.
  static var isArray: Bool { get }

  /// Whether elements are changed by their ids, and not by their positions.
  static var isIdentified: Bool { get }
}

extension LiteralCollection {
  /// Whether positions are counted from 0, which most are not.
  static var isArray: Bool { false }

  /// Whether elements are changed by their ids, which they are in one only.
  static var isIdentified: Bool { false }
}

extension LiteralCollection where Self: Sequence {
  static var contentTypes: [Any.Type] { [Element.self] }
}

extension Array: LiteralCollection { static var isArray: Bool { true } }
extension ContiguousArray: LiteralCollection { static var isArray: Bool { true } }

extension IdentifiedArray: LiteralCollection {
  /// Elements are put in and taken out by position.
  static var isArray: Bool { true }

  /// Elements are changed by their ids.
  static var isIdentified: Bool { true }
}

extension ArraySlice: LiteralCollection {}
extension Set: LiteralCollection {}
extension Dictionary: LiteralCollection { static var contentTypes: [Any.Type] { [Key.self, Value.self] } }
