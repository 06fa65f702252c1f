#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  /// The functions of the concurrency runtime that the accelerator uses, found by name in the running process.
  struct ConcurrencySymbols: Sendable {
    /// The runtime's original enqueue function.
    typealias Original = @convention(thin) (UnownedJob) -> Void

    /// The type of the hook.
    typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// A function that returns a word for an object.
    private typealias WordOfObject = @convention(c) (UnsafeRawPointer) -> UInt

    /// The address of the hook variable.
    ///
    /// Safety: it is a variable of the runtime that lives as long as the process. Only ``EnqueueHook`` writes it.
    nonisolated(unsafe) let hook: UnsafeMutablePointer<Hook?>

    /// Returns the number of a task; zero for a job that is not a task.
    private let jobTaskID: @convention(c) (UnsafeRawPointer) -> UInt64

    /// Returns the flags of a task.
    private let jobFlags: WordOfObject

    private let getCurrent: @convention(c) () -> UnsafeRawPointer?

    private let retainCount: WordOfObject

    /// Creates the table of functions; nil if one is missing.
    init?() {
      guard
        let hook = runtimeSymbol("swift_task_enqueueGlobal_hook"),
        let jobTaskID = runtimeSymbol("swift_task_getJobTaskId"),
        let jobFlags = runtimeSymbol("swift_task_getJobFlags"),
        let getCurrent = runtimeSymbol("swift_task_getCurrent"),
        let retainCount = runtimeSymbol("swift_retainCount")
      else { return nil }
      // Safety: the runtime's headers declare these types for these names, and the trial calls each function.
      self.hook = hook.assumingMemoryBound(to: Hook?.self)
      self.jobTaskID = unsafeBitCast(jobTaskID, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
      self.jobFlags = unsafeBitCast(jobFlags, to: WordOfObject.self)
      self.getCurrent = unsafeBitCast(getCurrent, to: (@convention(c) () -> UnsafeRawPointer?).self)
      self.retainCount = unsafeBitCast(retainCount, to: WordOfObject.self)
    }

    /// Returns the number of a live task; zero for a job that is not a task.
    func number(of task: TaskMemory) -> UInt64 { jobTaskID(task.pointer) }

    /// Returns the flags of a live task.
    func flags(of task: TaskMemory) -> UInt { jobFlags(task.pointer) }

    func currentTask() -> TaskMemory? { getCurrent().map(TaskMemory.init) }

    /// Returns the reference count of a live object.
    func references(to object: UnsafeRawPointer) -> Int { Int(retainCount(object)) }
  }
#endif
