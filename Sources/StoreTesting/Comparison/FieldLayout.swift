/// A stored property of a struct, or an element of a tuple: where it lies and what it is.
package struct FieldLayout {
  /// How many bytes it lies behind the beginning of the value.
  let offset: Int

  /// Its type, as it was declared.
  let type: Any.Type

  /// Whether it is a variable, which can be assigned.
  package let isVariable: Bool

  /// The fields of a type; nil if it is neither a struct nor a tuple, or if its fields can't be told.
  ///
  /// A mirror gives the same, but it wraps each field of each value anew, at many times the price of comparing it.
  package static func fields(of type: Any.Type) -> [FieldLayout]? {
    guard let reflection, reflection.hasFields(type) else { return nil }
    let fields = (0..<reflection.count(type)).map { reflection.field($0, of: type) }
    // A type that was compiled without a description of its fields shows each of them as an empty tuple.
    return fields.contains { $0.type == Void.self } ? nil : fields
  }

  /// Whether the fields of two values of one type don't differ; true if they have none that can be told.
  static func areAlike(_ first: Any, _ second: Any) -> Bool {
    /// Compares two values of a type that is known again.
    func compare<Value>(_ first: Value) -> Bool {
      guard let second = second as? Value, let fields = fields(of: Value.self) else { return true }
      return fields.allSatisfy { differences($0.value(in: first), $0.value(in: second), limit: 1).isEmpty }
    }
    return _openExistential(first, do: compare)
  }

  package func value<Value>(in value: Value) -> Any {
    withUnsafePointer(to: value) { value in
      // Safety: the field is one of the value's type, in which the runtime itself reads it at this offset.
      let place = UnsafeRawPointer(value) + offset
      func read<Field>(_: Field.Type) -> Any { place.assumingMemoryBound(to: Field.self).pointee }
      return _openExistential(type, do: read)
    }
  }

  /// The same field as a part of the value that lies in another field.
  package func within(_ outer: FieldLayout) -> FieldLayout {
    FieldLayout(offset: outer.offset + offset, type: type, isVariable: outer.isVariable && isVariable)
  }

  /// Gives a value what another one has in the field.
  ///
  /// - Parameters:
  ///   - source: The value that has it.
  ///   - value: The value that gets it.
  package func copy<Value>(from source: Value, to value: inout Value) {
    withUnsafePointer(to: source) { source in
      withUnsafeMutablePointer(to: &value) { value in
        // Safety: the field is one of the values' type, in which the runtime itself reads it at this offset.
        let from = UnsafeRawPointer(source) + offset
        let to = UnsafeMutableRawPointer(value) + offset
        /// Assigns a field of a type that is known again.
        func assign<Field>(_: Field.Type) {
          to.assumingMemoryBound(to: Field.self).pointee = from.assumingMemoryBound(to: Field.self).pointee
        }
        _openExistential(type, do: assign)
      }
    }
  }

  /// Whether objects of a class can be changed, by their own stored properties or those of a superclass; nil if that can't be told.
  ///
  /// A constant that can't be copied may be changed in place, such as a `Mutex`. Some of these have no type that can be named.
  package static func hasVariables(_ type: Any.Type) -> Bool? {
    guard let reflection, reflection.isClass(type) else { return nil }
    return (0..<reflection.count(type)).contains { index in
      let field = reflection.field(index, of: type)
      return field.isVariable || field.type == Void.self || String(reflecting: field.type).hasPrefix("Synchronization.")
    }
  }

  /// The entry points of the runtime, if it has them.
  private static let reflection = Reflection()
}

/// The entry points of the runtime on which `Mirror` itself is built, found by name in the running process.
///
/// They take the calling convention of Swift functions, which a thin function has. None of them keeps or changes
/// anything.
private struct Reflection: Sendable {
  /// What the runtime says of a field beside its type; its layout is that of the C struct in the runtime.
  private struct Remarks {
    var name: UnsafePointer<CChar>?

    /// Frees the name, if it must be freed.
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?

    /// Whether the field is a strong reference, as it is unless it says otherwise.
    var isStrong = false

    var isVariable = false
  }

  private let kind: @convention(thin) @Sendable (Any.Type) -> UInt

  private let fieldCount: @convention(thin) @Sendable (Any.Type) -> Int

  private let fieldOffset: @convention(thin) @Sendable (Any.Type, Int) -> Int
  private let fieldType: @convention(thin) @Sendable (Any.Type, Int, UnsafeMutableRawPointer) -> Any.Type

  /// Looks the entry points up; nil where one is missing.
  init?() {
    guard
      let kind = runtimeSymbol("swift_getMetadataKind"),
      let count = runtimeSymbol("swift_reflectionMirror_recursiveCount"),
      let offset = runtimeSymbol("swift_reflectionMirror_recursiveChildOffset"),
      let type = runtimeSymbol("swift_reflectionMirror_recursiveChildMetadata")
    else { return nil }
    self.kind = unsafeBitCast(kind, to: (@convention(thin) @Sendable (Any.Type) -> UInt).self)
    fieldCount = unsafeBitCast(count, to: (@convention(thin) @Sendable (Any.Type) -> Int).self)
    fieldOffset = unsafeBitCast(offset, to: (@convention(thin) @Sendable (Any.Type, Int) -> Int).self)
    fieldType = unsafeBitCast(
      type,
      to: (@convention(thin) @Sendable (Any.Type, Int, UnsafeMutableRawPointer) -> Any.Type).self
    )
  }

  /// Whether a type is a class of Swift's own, which the runtime's functions may be asked for as well.
  func isClass(_ type: Any.Type) -> Bool { kind(type) == 0 }

  /// Whether a type is a struct or a tuple. The runtime's other functions must be asked for these and for classes only.
  func hasFields(_ type: Any.Type) -> Bool {
    let kind = kind(type)
    return kind == 0x200 || kind == 0x301
  }

  /// The number of a type's fields.
  func count(_ type: Any.Type) -> Int { fieldCount(type) }

  func field(_ index: Int, of type: Any.Type) -> FieldLayout {
    var remarks = Remarks()
    let fieldType = fieldType(type, index, &remarks)
    defer { remarks.free?(remarks.name) }
    // What a weak or unowned reference holds is no plain value of its type.
    return FieldLayout(
      offset: fieldOffset(type, index),
      type: remarks.isStrong ? fieldType : Void.self,
      isVariable: remarks.isVariable
    )
  }
}
