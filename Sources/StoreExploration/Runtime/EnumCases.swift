/// Returns the names of an enum's cases, in the order of their declaration; nil if the type isn't an enum, or has no
/// metadata.
///
/// A mirror shows the case of a value. The cases without a known value are read from the type's metadata, which the
/// compiler emits for mirrors.
package func enumCaseNames(of type: Any.Type) -> [String]? {
  // Safety: type descriptors are constants of the process, and their layout is stable ABI. `EnumCasesTests` reads enums
  // of each shape. A type that was compiled without reflection metadata has no fields, which is checked.
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

/// The metadata kind of an enum in Swift's ABI.
private let enumMetadataKind = 0x201

extension UnsafeRawPointer {
  /// Follows a relative reference; nil if it is null.
  fileprivate func relative(at offset: Int) -> UnsafeRawPointer? {
    let distance = Int(load(fromByteOffset: offset, as: Int32.self))
    return distance == 0 ? nil : self + offset + distance
  }
}
