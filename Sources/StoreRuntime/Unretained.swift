/// A reference that doesn't retain its object, and tells whether others do.
///
/// Performance: it isn't generic, as another module would call generic code with its types looked up.
///
/// Safety: comparing two of them is always right. For the references to the object, the caller keeps the object alive,
/// or holds a lock for which its `deinit` waits.
package struct Unretained: Equatable, Sendable {
  private let reference: Unmanaged<any AnyObject & Sendable>

  package init(_ object: any AnyObject & Sendable) { reference = Unmanaged.passUnretained(object) }

  package static func == (first: Self, second: Self) -> Bool {
    first.reference.toOpaque() == second.reference.toOpaque()
  }

  /// Whether the object has exactly one reference.
  ///
  /// Safety: the reference is a bitwise copy, which is neither retained nor released.
  package var isUnique: Bool {
    var reference = reference
    return withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: (any AnyObject & Sendable).self, capacity: 1) {
        isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }

  /// The number of references to the object; nil if unknown.
  package var count: Int? { Runtime.current.references(to: reference) }
}
