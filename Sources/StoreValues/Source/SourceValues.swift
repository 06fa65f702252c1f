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

extension Int8: SourceValue {}
extension Int16: SourceValue {}
extension Int32: SourceValue {}
extension Int64: SourceValue {}
extension Int128: SourceValue {}
extension UInt: SourceValue {}
extension UInt8: SourceValue {}
extension UInt16: SourceValue {}
extension UInt32: SourceValue {}
extension UInt64: SourceValue {}
extension UInt128: SourceValue {}

extension Double: SourceValue {}
extension Float: SourceValue {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: SourceValue {}
#endif

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

/// A value that a test makes by a static function of its type.
package protocol CalledValue {
  /// The call up to the last argument, such as `.set(\.email, `, and that argument; nil if the value can't be written.
  var call: (opening: String, argument: Any)? { get }
}

/// A value whose initialiser has other labels than its properties have names.
package protocol InitialisedValue {
  /// The arguments that create the value, without those that may be left out.
  var arguments: [(label: String?, value: Any)] { get }
}
