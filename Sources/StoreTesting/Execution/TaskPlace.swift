/// Where a task is in memory.
///
/// It does not keep the task. Whoever holds it knows that the task is alive, or keeps its memory.
struct TaskPlace: Hashable, Sendable {
  /// The address, which is never zero.
  private let address: UInt

  /// The place of a task, or of anything else.
  init(_ pointer: UnsafeRawPointer) {
    address = UInt(bitPattern: pointer)
  }

  /// The place of the task that a job is a piece of.
  init(_ job: UnownedJob) {
    self.init(unsafeBitCast(job, to: UnsafeRawPointer.self))
  }

  /// The place of the current task, if there is one.
  static var current: Self? { ConcurrencyRuntime.shared?.currentTask().map(Self.init) }

  /// The place as a pointer.
  private var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address)! }

  /// Reads what stands at a distance from the place.
  func load<Value>(_ offset: Int, as type: Value.Type = Value.self) -> Value {
    pointer.load(fromByteOffset: offset, as: type)
  }

  /// The place that is named at a distance from this one, if any is.
  func place(at offset: Int) -> Self? {
    load(offset, as: UnsafeRawPointer?.self).map(Self.init)
  }

  /// Whether an object of the runtime can be here.
  var isAligned: Bool { address % UInt(MemoryLayout<UInt>.alignment) == 0 }

  /// Whether the task is a child in a task group.
  var isGroupChild: Bool { ConcurrencyRuntime.shared?.isGroupChild(pointer) ?? false }

  /// Whether the task is that of an `async let`, which lives within its parent, and can't be kept for longer.
  var isAsyncLet: Bool { ConcurrencyRuntime.shared?.isAsyncLet(pointer) ?? false }

  /// How many references there are to what is here.
  var references: Int { ConcurrencyRuntime.shared?.references(to: pointer) ?? 0 }

  /// Keeps the task's memory, though not what it works with, until it is released.
  func retain() { ConcurrencyRuntime.shared?.retain(pointer) }

  /// Lets go of the task's memory.
  func release() { ConcurrencyRuntime.shared?.release(pointer) }
}
