/// The storage of the test executor that the current thread drains.
///
/// A task local is unsuitable: detached work has lost its task locals, but still runs on the draining thread.
enum CurrentExecutor {
  /// Safety: the reference is unretained. The caller of ``set(_:)`` keeps the executor alive until ``restore(_:)``.
  private static let slot = ThreadSlot()

  /// Returns the executor that the current thread drains.
  static func get() -> TestExecutor? {
    slot.value.map { Unmanaged<TestExecutor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the current thread drains an executor. Performance: it avoids reference counting.
  static func isCurrent(_ executor: TestExecutor) -> Bool {
    slot.value == Unmanaged.passUnretained(executor).toOpaque()
  }

  /// Marks an executor as drained by the current thread.
  ///
  /// - Returns: The previous value, for ``restore(_:)``.
  static func set(_ executor: TestExecutor) -> UnsafeMutableRawPointer? {
    let outer = slot.value
    slot.value = Unmanaged.passUnretained(executor).toOpaque()
    return outer
  }

  /// Restores the previous executor of the current thread.
  static func restore(_ outer: UnsafeMutableRawPointer?) {
    slot.value = outer
  }
}
