/// A value of a known type that has no parts.
protocol AtomicValue {
  /// The value as a person would write it.
  var atomText: String { get }
}

/// A value of a known type whose parts are known as well.
protocol StructuredValue {
  /// What it is made of.
  var structure: Structure { get }
}

/// A text that stands for itself.
package struct Verbatim: AtomicValue {
  /// The text.
  let atomText: String

  /// Wraps a text.
  package init(_ text: String) { atomText = text }
}

extension AtomicValue where Self: CustomStringConvertible {
  /// The text that the standard library gives it.
  var atomText: String { description }
}

extension AtomicValue where Self: CustomDebugStringConvertible & BinaryFloatingPoint {
  /// The text that tells it from its neighbours.
  var atomText: String { debugDescription }
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

extension Double: AtomicValue { var atomText: String { debugDescription } }
extension Float: AtomicValue { var atomText: String { debugDescription } }
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: AtomicValue { var atomText: String { debugDescription } }
#endif

extension Character: AtomicValue { var atomText: String { quoted(String(self)) } }
extension Unicode.Scalar: AtomicValue { var atomText: String { debugDescription } }
extension StaticString: AtomicValue { var atomText: String { debugDescription } }
extension ObjectIdentifier: AtomicValue { var atomText: String { debugDescription } }
extension Duration: AtomicValue { var atomText: String { sourceText } }

extension String: StructuredValue { var structure: Structure { .text(self) } }
extension Substring: StructuredValue { var structure: Structure { .text(String(self)) } }
extension AnyHashable: StructuredValue { var structure: Structure { .present(base) } }

extension Optional: StructuredValue {
  /// What it holds, if it holds anything.
  var structure: Structure { map { .present($0) } ?? .absent }
}

extension Array: StructuredValue { var structure: Structure { .list(self, isCut: false) } }
extension ContiguousArray: StructuredValue { var structure: Structure { .list(self, isCut: false) } }
extension ArraySlice: StructuredValue { var structure: Structure { .list(self, isCut: false) } }

extension SIMD where Self: StructuredValue {
  /// The scalars.
  var structure: Structure { .list(indices.map { self[$0] }, isCut: false) }
}

extension SIMD2: StructuredValue {}
extension SIMD3: StructuredValue {}
extension SIMD4: StructuredValue {}
extension SIMD8: StructuredValue {}
extension SIMD16: StructuredValue {}
extension SIMD32: StructuredValue {}
extension SIMD64: StructuredValue {}

extension Set: StructuredValue { var structure: Structure { .set(self, isCut: false) } }
extension Dictionary: StructuredValue { var structure: Structure { .dictionary(self, isCut: false) } }

extension Range: StructuredValue {
  /// Its bounds.
  var structure: Structure { .range(lower: lowerBound, sign: "..<", upper: upperBound) }
}

extension ClosedRange: StructuredValue {
  /// Its bounds.
  var structure: Structure { .range(lower: lowerBound, sign: "...", upper: upperBound) }
}

extension PartialRangeFrom: StructuredValue {
  /// Its bound.
  var structure: Structure { .range(lower: lowerBound, sign: "...", upper: nil) }
}

extension PartialRangeThrough: StructuredValue {
  /// Its bound.
  var structure: Structure { .range(lower: nil, sign: "...", upper: upperBound) }
}

extension PartialRangeUpTo: StructuredValue {
  /// Its bound.
  var structure: Structure { .range(lower: nil, sign: "..<", upper: upperBound) }
}

extension Duration {
  /// The duration as a Swift expression.
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
    // More seconds than an `Int64` has room for trap when they are asked for.
    let perSecond = attosecondsPerMillisecond * 1_000
    guard Int64(exactly: attoseconds / perSecond) != nil else { return ".init(attoseconds: \(attoseconds))" }
    let (seconds, rest) = components
    return ".init(secondsComponent: \(seconds), attosecondsComponent: \(rest))"
  }
}
