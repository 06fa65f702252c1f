/// A reference that doesn't retain its object, and tells whether others do.
///
/// Performance: it isn't generic, as another module would call generic code with its types looked up.
///
/// Safety: comparing two of them is always right. For the references to the object, the caller keeps the object alive,
/// or holds a lock for which its `deinit` waits. Nothing else of the object is read, so its class doesn't matter.
package struct Unretained: Equatable, Sendable {
  /// A stand-in for the object's class. Asking a value of a protocol whether it is unique may copy it, so it never is.
  private final class Counted: Sendable {}

  private let reference: Unmanaged<Counted>

  package init(_ object: any AnyObject & Sendable) {
    reference = Unmanaged.fromOpaque(Unmanaged.passUnretained(object).toOpaque())
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.reference.toOpaque() == second.reference.toOpaque()
  }

  /// Whether the object has exactly one reference.
  ///
  /// Safety: the reference is a bitwise copy, which is neither retained nor released.
  package var isUnique: Bool {
    var reference = reference
    return withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: Counted.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
  }

  /// The number of references to the object; nil if unknown.
  package var count: Int? { Runtime.current.references(to: reference) }
}
