/// The entry points of the concurrency runtime that the test executor needs, found by name in the running process.
struct ConcurrencyRuntime: Sendable {
  /// How the runtime passes a job on.
  typealias Original = @convention(thin) (UnownedJob) -> Void

  /// The hook's type.
  typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// A function that does something with an object.
  private typealias Reference = @convention(c) (UnsafeRawPointer) -> UInt

  /// The runtime of this process; nil where it lacks anything.
  static let shared = Self()

  /// Where the runtime keeps the hook.
  ///
  /// It is written once, before any store has started an effect, and never read from here.
  nonisolated(unsafe) let hook: UnsafeMutablePointer<Hook?>

  /// Gives the number of a task, or zero for a job that is not a task.
  private let jobTaskID: @convention(c) (UnsafeRawPointer) -> UInt64

  /// Gives what kind of task a task is.
  private let jobFlags: Reference

  /// Gives the task that runs on the current thread.
  private let getCurrent: @convention(c) () -> UnsafeRawPointer?

  /// Counts the references to an object.
  private let retainCount: Reference

  /// Adds a reference to an object.
  private let swiftRetain: Reference

  /// Takes a reference to an object away.
  private let swiftRelease: Reference

  /// Looks the entry points up; nil where one is missing.
  private init?() {
    guard
      let hook = runtimeSymbol("swift_task_enqueueGlobal_hook"),
      let jobTaskID = runtimeSymbol("swift_task_getJobTaskId"),
      let jobFlags = runtimeSymbol("swift_task_getJobFlags"),
      let getCurrent = runtimeSymbol("swift_task_getCurrent"),
      let retainCount = runtimeSymbol("swift_retainCount"),
      let swiftRetain = runtimeSymbol("swift_retain"),
      let swiftRelease = runtimeSymbol("swift_release")
    else { return nil }
    self.hook = hook.assumingMemoryBound(to: Hook?.self)
    self.jobTaskID = unsafeBitCast(jobTaskID, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
    self.jobFlags = unsafeBitCast(jobFlags, to: Reference.self)
    self.getCurrent = unsafeBitCast(getCurrent, to: (@convention(c) () -> UnsafeRawPointer?).self)
    self.retainCount = unsafeBitCast(retainCount, to: Reference.self)
    self.swiftRetain = unsafeBitCast(swiftRetain, to: Reference.self)
    self.swiftRelease = unsafeBitCast(swiftRelease, to: Reference.self)
  }

  /// The number of a task, or zero for a job that is not a task.
  func number(of job: UnsafeRawPointer) -> UInt64 { jobTaskID(job) }

  /// The task that runs on the current thread.
  func currentTask() -> UnsafeRawPointer? { getCurrent() }

  /// Whether a task is a child of a task group.
  func isGroupChild(_ task: UnsafeRawPointer) -> Bool { jobFlags(task) & (1 << 26) != 0 }

  /// Whether a task is that of an `async let`, which lives within its parent, and can't be kept for longer.
  func isAsyncLet(_ task: UnsafeRawPointer) -> Bool { jobFlags(task) & (1 << 27) != 0 }

  /// How many references there are to an object.
  func references(to object: UnsafeRawPointer) -> Int { Int(retainCount(object)) }

  /// Keeps a task's memory, though not what it works with, until it is released.
  func retain(_ task: UnsafeRawPointer) { _ = swiftRetain(task) }

  /// Lets go of a task's memory.
  func release(_ task: UnsafeRawPointer) { _ = swiftRelease(task) }
}
