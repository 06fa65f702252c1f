/// The names of the cases of an enum, in the order of their declaration; nil if the type is no enum, or says nothing of its cases.
///
/// Mirrors show the case of a value. What no value was seen of is known from the description of the type alone, which the compiler
/// writes for mirrors.
package func enumCaseNames(of type: Any.Type) -> [String]? {
  // Safety: the descriptions of types are constants of the process. Their layout is part of Swift's ABI, and `EnumCasesTests` reads
  // enums of each shape. A type that was compiled without a description has no fields, which is checked.
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  guard metadata.load(as: Int.self) == enumMetadataKind else { return nil }
  let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
  guard let fields = descriptor.relative(at: 16) else { return nil }
  let (size, count) = (
    Int(fields.load(fromByteOffset: 10, as: UInt16.self)), Int(fields.load(fromByteOffset: 12, as: UInt32.self))
  )
  let names = (0..<count).compactMap { index in
    (fields + 16 + index * size).relative(at: 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }
  return names.count == count && count > 0 ? names : nil
}

/// The kind of an enum's metadata, as Swift's ABI has it.
private let enumMetadataKind = 0x201

extension UnsafeRawPointer {
  /// Follows a relative reference; nil if there is none.
  fileprivate func relative(at offset: Int) -> UnsafeRawPointer? {
    let distance = Int(load(fromByteOffset: offset, as: Int32.self))
    return distance == 0 ? nil : self + offset + distance
  }
}
