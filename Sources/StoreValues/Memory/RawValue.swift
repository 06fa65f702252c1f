// Facts about a value that its memory shows and reflection doesn't.

/// Returns the name of an enum case without its payload; nil if the runtime doesn't know it.
///
/// An enum's own text may be the same for two cases, so the name comes from the runtime.
func runtimeName(ofCase value: Any) -> String? {
  func name<Value>(of value: Value) -> String? { caseName(value).map { String(cString: $0) } }
  return _openExistential(value, do: name)
}

/// Returns the runtime's name of a case, which `print` uses for enums without their own text.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

func bytes(of value: Any) -> [UInt8] {
  // Safety: the bytes are copied while the value is alive.
  func read<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
  return _openExistential(value, do: read)
}

/// Whether a value may store the type of one of its parts, next to the part. Spare bits of the pointer may encode a
/// case.
func mayHoldType(of part: Any, in value: Any) -> Bool {
  func holdsType<Value>(_ value: Value) -> Bool {
    guard MemoryLayout<Value>.size >= MemoryLayout<Any>.size else { return false }
    let mask: UInt = 0x0000_FFFF_FFFF_FFF8
    let type = UInt(bitPattern: ObjectIdentifier(type(of: part)))
    // Safety: each read stays within the bytes of the value.
    return withUnsafeBytes(of: value) { bytes in
      stride(from: 0, through: bytes.count - 8, by: 8).contains { offset in
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self) & mask == type & mask
      }
    }
  }
  return _openExistential(value, do: holdsType)
}
