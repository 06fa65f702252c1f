/// The handles of tasks in an object, such as the stored property of a model that cancels its last search.
///
/// Only code of the object can cancel a task by such a handle.
package struct TaskHandles: Sendable {
  /// The number of handles of each task, by its address.
  private var counts: [UInt: Int] = [:]

  /// Creates an empty collection.
  package init() {}

  /// The number of handles of a task.
  func count(of address: UInt) -> Int { counts[address, default: 0] }

  /// Adds the handles in the properties of an object, with those in their values, but not those in other objects.
  package mutating func add(from object: AnyObject) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children { add(value: child.value) }
      mirror = current.superclassMirror
    }
  }

  private mutating func add(value: Any) {
    if let handle = value as? any TaskHandle {
      counts[handle.address, default: 0] += 1
      return
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle != .class else { return }
    for child in mirror.children { add(value: child.value) }
  }
}

/// A handle of a task with any result.
private protocol TaskHandle {
  var address: UInt { get }
}

extension Task: TaskHandle {
  // Safety: a handle is one reference to its task, which is alive as long as the handle. Only its address is used.
  fileprivate var address: UInt { unsafeBitCast(self, to: UInt.self) }
}
