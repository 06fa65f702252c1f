/// A value of a known type without parts.
protocol AtomicValue {
  /// The value as Swift source.
  var atomText: String { get }
}

/// A value of a known type with known parts.
protocol StructuredValue {
  var reflected: ReflectedValue { get }
}

/// A text that is printed verbatim.
package struct Verbatim: AtomicValue {
  let atomText: String

  package init(_ text: String) { atomText = text }
}

extension AtomicValue where Self: CustomStringConvertible {
  var atomText: String { description }
}

extension Bool: AtomicValue {}
extension Int: AtomicValue {}
extension Int8: AtomicValue, SourceValue {}
extension Int16: AtomicValue, SourceValue {}
extension Int32: AtomicValue, SourceValue {}
extension Int64: AtomicValue, SourceValue {}
extension Int128: AtomicValue, SourceValue {}
extension UInt: AtomicValue, SourceValue {}
extension UInt8: AtomicValue, SourceValue {}
extension UInt16: AtomicValue, SourceValue {}
extension UInt32: AtomicValue, SourceValue {}
extension UInt64: AtomicValue, SourceValue {}
extension UInt128: AtomicValue, SourceValue {}

extension Double: AtomicValue, SourceValue { var atomText: String { debugDescription } }
extension Float: AtomicValue, SourceValue { var atomText: String { debugDescription } }
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: AtomicValue, SourceValue { var atomText: String { debugDescription } }
#endif

extension Character: AtomicValue { var atomText: String { quoted(String(self)) } }
extension Unicode.Scalar: AtomicValue { var atomText: String { debugDescription } }
extension StaticString: AtomicValue { var atomText: String { debugDescription } }
extension ObjectIdentifier: AtomicValue { var atomText: String { debugDescription } }
extension Duration: AtomicValue { var atomText: String { sourceText } }

extension String: StructuredValue { var reflected: ReflectedValue { .text(self) } }
extension Substring: StructuredValue { var reflected: ReflectedValue { .text(String(self)) } }
extension AnyHashable: StructuredValue { var reflected: ReflectedValue { .present(base) } }

extension Optional: StructuredValue {
  var reflected: ReflectedValue { map { .present($0) } ?? .absent }
}

extension ListValue where Self: StructuredValue {
  var reflected: ReflectedValue { .list(self, isCut: false) }
}

extension Array: ListValue, StructuredValue {}
extension ContiguousArray: ListValue, StructuredValue {}
extension ArraySlice: ListValue, StructuredValue {}

extension SIMD where Self: StructuredValue {
  var reflected: ReflectedValue { .list(indices.map { self[$0] }, isCut: false) }
  static var contentTypes: [Any.Type] { [Scalar.self] }
}

extension SIMD2: StructuredValue, LiteralCollection {}
extension SIMD3: StructuredValue, LiteralCollection {}
extension SIMD4: StructuredValue, LiteralCollection {}
extension SIMD8: StructuredValue, LiteralCollection {}
extension SIMD16: StructuredValue, LiteralCollection {}
extension SIMD32: StructuredValue, LiteralCollection {}
extension SIMD64: StructuredValue, LiteralCollection {}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: StructuredValue, LiteralCollection where Element: Copyable {
  var reflected: ReflectedValue { .list(indices.map { self[$0] }, isCut: false) }
  static var contentTypes: [Any.Type] { [Element.self] }
}

extension Set: StructuredValue { var reflected: ReflectedValue { .set(self, isCut: false) } }
extension Dictionary: StructuredValue { var reflected: ReflectedValue { .dictionary(self, isCut: false) } }

extension Range: StructuredValue {
  var reflected: ReflectedValue { .range(lower: lowerBound, sign: "..<", upper: upperBound) }
}

extension ClosedRange: StructuredValue {
  var reflected: ReflectedValue { .range(lower: lowerBound, sign: "...", upper: upperBound) }
}

extension PartialRangeFrom: StructuredValue {
  var reflected: ReflectedValue { .range(lower: lowerBound, sign: "...", upper: nil) }
}

extension PartialRangeThrough: StructuredValue {
  var reflected: ReflectedValue { .range(lower: nil, sign: "...", upper: upperBound) }
}

extension PartialRangeUpTo: StructuredValue {
  var reflected: ReflectedValue { .range(lower: nil, sign: "..<", upper: upperBound) }
}

extension Duration {
  var sourceText: String {
    let attosecondsPerMillisecond: Int128 = 1_000_000_000_000_000
    for (unit, size) in [
      ("seconds", attosecondsPerMillisecond * 1_000), ("milliseconds", attosecondsPerMillisecond),
      ("microseconds", attosecondsPerMillisecond / 1_000), ("nanoseconds", attosecondsPerMillisecond / 1_000_000),
    ] where attoseconds % size == 0 {
      let amount = attoseconds / size
      // The constructors take an `Int`.
      if Int(exactly: amount) != nil { return ".\(unit)(\(amount))" }
    }
    // Reading `components` traps if the seconds don't fit into an `Int64`.
    let perSecond = attosecondsPerMillisecond * 1_000
    guard Int64(exactly: attoseconds / perSecond) != nil else { return ".init(attoseconds: \(attoseconds))" }
    let (seconds, rest) = components
    return ".init(secondsComponent: \(seconds), attosecondsComponent: \(rest))"
  }
}
