/// Which test executor the current thread is draining.
///
/// A task local can't say it: work that was detached has lost its task locals, and still runs on the draining thread.
enum CurrentExecutor {
  /// An unretained reference; the caller of ``set(_:)`` keeps the executor alive meanwhile.
  private static let slot = ThreadSlot()

  /// The executor that the current thread is draining.
  static func get() -> TestExecutor? {
    slot.value.map { Unmanaged<TestExecutor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the current thread is draining an executor. It is asked often, and counts no references.
  static func isCurrent(_ executor: TestExecutor) -> Bool {
    slot.value == Unmanaged.passUnretained(executor).toOpaque()
  }

  /// Notes that the current thread drains an executor.
  ///
  /// - Returns: What to give to ``restore(_:)`` afterwards.
  static func set(_ executor: TestExecutor) -> UnsafeMutableRawPointer? {
    let outer = slot.value
    slot.value = Unmanaged.passUnretained(executor).toOpaque()
    return outer
  }

  /// Goes back to what the current thread drained before.
  static func restore(_ outer: UnsafeMutableRawPointer?) {
    slot.value = outer
  }
}
