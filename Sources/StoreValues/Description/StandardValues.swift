/// A value of a known type with known parts.
package protocol StructuredValue {
  var reflected: ReflectedValue { get }
}

/// A value that is shown and written as its content.
package protocol TransparentValue: StructuredValue {
  var anyContent: Any { get }
}

extension TransparentValue {
  package var reflected: ReflectedValue { ReflectedValue(of: anyContent) }
}

/// A type whose values are not shown as fields of others.
package protocol UnshownValue {}

/// A text that is printed verbatim.
package struct Verbatim: AtomicValue {
  package let atomText: String

  package init(_ text: String) { atomText = text }
}

extension AtomicValue where Self: CustomStringConvertible {
  package var atomText: String { description }
}

extension Bool: AtomicValue {}
extension Int: AtomicValue {}
extension Int8: AtomicValue {}
extension Int16: AtomicValue {}
extension Int32: AtomicValue {}
extension Int64: AtomicValue {}
extension Int128: AtomicValue {}
extension UInt: AtomicValue {}
extension UInt8: AtomicValue {}
extension UInt16: AtomicValue {}
extension UInt32: AtomicValue {}
extension UInt64: AtomicValue {}
extension UInt128: AtomicValue {}

extension Double: AtomicValue { package var atomText: String { debugDescription } }
extension Float: AtomicValue { package var atomText: String { debugDescription } }
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: AtomicValue { package var atomText: String { debugDescription } }
#endif

extension Character: AtomicValue { package var atomText: String { quoted(String(self)) } }
extension Unicode.Scalar: AtomicValue { package var atomText: String { debugDescription } }
extension StaticString: AtomicValue { package var atomText: String { debugDescription } }
extension ObjectIdentifier: AtomicValue { package var atomText: String { debugDescription } }
extension Duration: AtomicValue { package var atomText: String { sourceText } }

extension String: StructuredValue { package var reflected: ReflectedValue { .text(self) } }
extension Substring: StructuredValue { package var reflected: ReflectedValue { .text(String(self)) } }
extension AnyHashable: StructuredValue { package var reflected: ReflectedValue { .present(base) } }

extension Optional: StructuredValue {
  package var reflected: ReflectedValue { map { .present($0) } ?? .absent }
}

extension ListValue where Self: StructuredValue {
  package var reflected: ReflectedValue { .list(self, isCut: false) }
}

extension Array: ListValue, StructuredValue {}
extension ContiguousArray: ListValue, StructuredValue {}
extension ArraySlice: ListValue, StructuredValue {}

extension SIMD where Self: StructuredValue {
  package var reflected: ReflectedValue { .list(indices.map { self[$0] }, isCut: false) }
  package static var contentTypes: [Any.Type] { [Scalar.self] }
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
  package var reflected: ReflectedValue { .list(indices.map { self[$0] }, isCut: false) }
  package static var contentTypes: [Any.Type] { [Element.self] }
}

extension Set: StructuredValue { package var reflected: ReflectedValue { .set(self, isCut: false) } }
extension Dictionary: StructuredValue { package var reflected: ReflectedValue { .dictionary(self, isCut: false) } }

extension Range: StructuredValue {
  package var reflected: ReflectedValue { .range(lower: lowerBound, sign: "..<", upper: upperBound) }
}

extension ClosedRange: StructuredValue {
  package var reflected: ReflectedValue { .range(lower: lowerBound, sign: "...", upper: upperBound) }
}

extension PartialRangeFrom: StructuredValue {
  package var reflected: ReflectedValue { .range(lower: lowerBound, sign: "...", upper: nil) }
}

extension PartialRangeThrough: StructuredValue {
  package var reflected: ReflectedValue { .range(lower: nil, sign: "...", upper: upperBound) }
}

extension PartialRangeUpTo: StructuredValue {
  package var reflected: ReflectedValue { .range(lower: nil, sign: "..<", upper: upperBound) }
}

extension Duration {
  package var sourceText: String {
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
