/// The entry points of the concurrency runtime that the accelerator uses, found by name in the running process.
struct ConcurrencySymbols: Sendable {
  /// How the runtime passes a job on.
  typealias Original = @convention(thin) (UnownedJob) -> Void

  /// The hook's type.
  typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// A function of an object that gives a word.
  private typealias WordOfObject = @convention(c) (UnsafeRawPointer) -> UInt

  /// Where the runtime keeps the hook.
  ///
  /// Safety: it is a variable of the runtime, there as long as the process; ``EnqueueHook`` alone writes it.
  nonisolated(unsafe) let hook: UnsafeMutablePointer<Hook?>

  /// Gives the number of a task, or zero for a job that is not a task.
  private let jobTaskID: @convention(c) (UnsafeRawPointer) -> UInt64

  /// Gives what kind of task a task is.
  private let jobFlags: WordOfObject

  private let getCurrent: @convention(c) () -> UnsafeRawPointer?

  private let retainCount: WordOfObject

  /// Looks the entry points up; nil where one is missing.
  init?() {
    guard
      let hook = runtimeSymbol("swift_task_enqueueGlobal_hook"),
      let jobTaskID = runtimeSymbol("swift_task_getJobTaskId"),
      let jobFlags = runtimeSymbol("swift_task_getJobFlags"),
      let getCurrent = runtimeSymbol("swift_task_getCurrent"),
      let retainCount = runtimeSymbol("swift_retainCount")
    else { return nil }
    // Safety: these are the types that the runtime's headers declare for these names; the trial calls each of them.
    self.hook = hook.assumingMemoryBound(to: Hook?.self)
    self.jobTaskID = unsafeBitCast(jobTaskID, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
    self.jobFlags = unsafeBitCast(jobFlags, to: WordOfObject.self)
    self.getCurrent = unsafeBitCast(getCurrent, to: (@convention(c) () -> UnsafeRawPointer?).self)
    self.retainCount = unsafeBitCast(retainCount, to: WordOfObject.self)
  }

  /// The number of a task that is alive; zero for a job that is not a task.
  func number(of task: TaskMemory) -> UInt64 { jobTaskID(task.pointer) }

  /// What kind of task a task that is alive is.
  func flags(of task: TaskMemory) -> UInt { jobFlags(task.pointer) }

  func currentTask() -> TaskMemory? { getCurrent().map(TaskMemory.init) }

  /// How many references there are to an object that is alive.
  func references(to object: UnsafeRawPointer) -> Int { Int(retainCount(object)) }
}
