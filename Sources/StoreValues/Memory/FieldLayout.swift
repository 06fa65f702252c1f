#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #warning("Platform-specific implementation missing: values are compared without their layout.")
#endif

/// A stored property of a struct, or an element of a tuple: its offset and its type.
package struct FieldLayout: Sendable {
  /// The name; empty for an element of a tuple without one.
  let name: String

  /// The offset in bytes from the beginning of the value.
  let offset: Int

  /// The declared type.
  package let type: Any.Type

  /// Whether it is a variable, which can be assigned.
  package let isVariable: Bool

  /// Returns the fields of a type; nil if it is neither a struct nor a tuple, or if its fields are unknown.
  ///
  /// A mirror gives the same, but wraps each field of each value anew, which takes much longer than comparing the
  /// field.
  package static func fields(of type: Any.Type) -> [FieldLayout]? {
    guard let reflection, reflection.hasFields(type) else { return nil }
    let fields = (0..<reflection.count(type)).map { reflection.field($0, of: type) }
    // A type that was compiled without reflection metadata shows each field as an empty tuple.
    return fields.contains { $0.type == Void.self } ? nil : fields
  }

  /// Returns the types of a tuple's elements; nil if the type isn't a tuple.
  static func elements(ofTuple type: Any.Type) -> [Any.Type]? {
    guard let reflection, reflection.isTuple(type) else { return nil }
    return (0..<reflection.count(type)).map { reflection.field($0, of: type).type }
  }

  package func value<Value>(in value: Value) -> Any {
    withUnsafePointer(to: value) { value in
      // Safety: the field belongs to the value's type, and the runtime itself reads it at this offset.
      let place = UnsafeRawPointer(value) + offset
      func read<Field>(_: Field.Type) -> Any { place.assumingMemoryBound(to: Field.self).pointee }
      return _openExistential(type, do: read)
    }
  }

  /// Returns the field relative to a value that contains it in another field.
  package func within(_ outer: FieldLayout) -> FieldLayout {
    FieldLayout(
      name: name,
      offset: outer.offset + offset,
      type: type,
      isVariable: outer.isVariable && isVariable
    )
  }

  /// Copies the field from one value to another.
  ///
  /// - Parameters:
  ///   - source: The value to read.
  ///   - value: The value to change.
  package func copy<Value>(from source: Value, to value: inout Value) {
    withUnsafePointer(to: source) { source in
      withUnsafeMutablePointer(to: &value) { value in
        // Safety: the field belongs to the values' type, and the runtime itself reads it at this offset.
        let from = UnsafeRawPointer(source) + offset
        let to = UnsafeMutableRawPointer(value) + offset
        /// Assigns a field of a statically known type.
        func assign<Field>(_: Field.Type) {
          to.assumingMemoryBound(to: Field.self).pointee = from.assumingMemoryBound(to: Field.self).pointee
        }
        _openExistential(type, do: assign)
      }
    }
  }

  /// Whether objects of a class can be changed, by their own stored properties or those of a superclass; nil if
  /// unknown.
  ///
  /// A noncopyable constant, such as a `Mutex`, may be changed in place. Some of these types have no printable name.
  package static func hasVariables(_ type: Any.Type) -> Bool? {
    guard let reflection, reflection.isClass(type) else { return nil }
    return (0..<reflection.count(type)).contains { index in
      let field = reflection.field(index, of: type)
      return field.isVariable || field.type == Void.self || String(reflecting: field.type).hasPrefix("Synchronization.")
    }
  }

  /// The functions of the runtime, if it exports them.
  private static let reflection = Reflection()
}

/// The runtime functions that `Mirror` uses, found by name in the running process.
///
/// Safety: they use the calling convention of Swift functions, like a thin function. They neither retain nor change
/// their arguments.
private struct Reflection: Sendable {
  /// The runtime's data on a field, other than its type, in the layout of the runtime's C struct.
  private struct Remarks {
    var name: UnsafePointer<CChar>?

    /// Frees the name; nil if it needn't be freed.
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?

    /// Whether the field is a strong reference, which is the default.
    var isStrong = false

    var isVariable = false
  }

  private let kind: @convention(thin) @Sendable (Any.Type) -> UInt

  private let fieldCount: @convention(thin) @Sendable (Any.Type) -> Int

  private let fieldOffset: @convention(thin) @Sendable (Any.Type, Int) -> Int
  private let fieldType: @convention(thin) @Sendable (Any.Type, Int, UnsafeMutableRawPointer) -> Any.Type

  /// Creates the table of functions; nil if one is missing.
  init?() {
    guard
      let kind = symbol("swift_getMetadataKind"),
      let count = symbol("swift_reflectionMirror_recursiveCount"),
      let offset = symbol("swift_reflectionMirror_recursiveChildOffset"),
      let type = symbol("swift_reflectionMirror_recursiveChildMetadata")
    else { return nil }
    self.kind = unsafeBitCast(kind, to: (@convention(thin) @Sendable (Any.Type) -> UInt).self)
    fieldCount = unsafeBitCast(count, to: (@convention(thin) @Sendable (Any.Type) -> Int).self)
    fieldOffset = unsafeBitCast(offset, to: (@convention(thin) @Sendable (Any.Type, Int) -> Int).self)
    fieldType = unsafeBitCast(
      type,
      to: (@convention(thin) @Sendable (Any.Type, Int, UnsafeMutableRawPointer) -> Any.Type).self
    )
  }

  /// Whether a type is a native Swift class, which the runtime functions also accept.
  func isClass(_ type: Any.Type) -> Bool { kind(type) == 0 }

  /// Whether a type is a struct or a tuple. The other functions accept only these and classes.
  func hasFields(_ type: Any.Type) -> Bool { kind(type) == 0x200 || isTuple(type) }

  func isTuple(_ type: Any.Type) -> Bool { kind(type) == 0x301 }

  /// Returns the number of a type's fields.
  func count(_ type: Any.Type) -> Int { fieldCount(type) }

  func field(_ index: Int, of type: Any.Type) -> FieldLayout {
    var remarks = Remarks()
    let fieldType = fieldType(type, index, &remarks)
    defer { remarks.free?(remarks.name) }
    // A weak or unowned reference is not stored as a plain value of its type.
    return FieldLayout(
      name: remarks.name.map { String(cString: $0) } ?? "",
      offset: fieldOffset(type, index),
      type: remarks.isStrong ? fieldType : Void.self,
      isVariable: remarks.isVariable
    )
  }
}

/// Returns a function of the running process by its linker name; nil if the name is unknown.
private func symbol(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)  // RTLD_DEFAULT
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    dlsym(nil, name)
  #else
    nil
  #endif
}
