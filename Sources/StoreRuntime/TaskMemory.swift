#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  /// The memory of a task in the layout of Swift 6.3 on 64-bit Linux.
  ///
  /// Safety: it retains nothing. By the rules of ``TaskRuntime``, the caller guarantees that the task is alive and that
  /// the memory doesn't change. The offsets belong to one compiler version. ``AcceleratedRuntime/make()`` tests each of
  /// them first.
  struct TaskMemory: Hashable, Sendable {
    /// Offsets in bytes from the beginning of an object.
    private enum Offset {
      /// In a waiting task: the next task that waits for the same task.
      static let nextWaiter = 16
      /// In a task: its resumption address.
      static let resumption = 56
      /// In a task: its status word.
      static let status = 96
      /// In a task: its newest status record.
      static let records = 104
      /// In a task: its newest task-local value.
      static let locals = 136
      /// In a child task: its parent. In any other task: the first part of its result.
      static let firstFragment = 208
      /// The size of the parent data in a child task.
      static let childFragment = 16
      static let groupChildFragment = 8
      /// In a status record: the previous one.
      static let olderRecord = 8
      /// In a status record of an `async let`: its task.
      static let child = 16
      /// In a task group: its status record.
      static let groupRecord = 8
      /// In a task group: the number of unfinished children, and whether its task waits for them.
      static let groupStatus = 80
      /// In a task group: the waiting task.
      static let groupWaiter = 88
    }

    /// The kinds of status records.
    private enum RecordKind {
      static let asyncLet: UInt8 = 1
      static let group: UInt8 = 2
    }

    /// The bits of a task's status word.
    private enum Status {
      static let isRunning: UInt32 = 0x800
      static let isEnqueued: UInt32 = 0x1000
      static let isSuspended: UInt32 = 0x4000
    }

    let address: UInt

    init(_ pointer: UnsafeRawPointer) {
      address = UInt(bitPattern: pointer)
    }

    init(_ job: UnownedJob) {
      // Safety: an unowned job consists of a pointer to the job.
      self.init(unsafeBitCast(job, to: UnsafeRawPointer.self))
    }

    init(_ task: Task<Void, Never>) {
      // Safety: a handle consists of a reference to the task. Its bits are read without retaining it.
      self.init(UnsafeRawPointer(bitPattern: unsafeBitCast(task, to: UInt.self))!)
    }

    /// Creates the memory of a referenced task. Only the accelerator's references are addresses.
    init?(_ reference: TaskReference) {
      guard let pointer = UnsafeRawPointer(bitPattern: reference.identity) else { return nil }
      self.init(pointer)
    }

    var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address)! }

    /// Reads the value at an offset.
    private func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type = Value.self) -> Value {
      pointer.load(fromByteOffset: offset, as: type)
    }

    /// Returns the object that a pointer at an offset refers to; nil for a null pointer.
    private func object(at offset: Int) -> Self? {
      UnsafeRawPointer(bitPattern: load(offset, as: UInt.self)).map(Self.init)
    }
  }

  // MARK: - Tasks

  extension TaskMemory {
    /// Whether the task is suspended: it neither runs nor waits for an executor.
    var isSuspended: Bool {
      let status = load(Offset.status, as: UInt32.self)
      return status & Status.isSuspended != 0 && status & (Status.isRunning | Status.isEnqueued) == 0
    }

    /// Whether the task runs, or waits for an executor.
    var isRunnable: Bool { load(Offset.status, as: UInt32.self) & (Status.isRunning | Status.isEnqueued) != 0 }

    /// The resumption address of the task.
    var resumption: UInt { load(Offset.resumption) }

    var hasLocals: Bool { load(Offset.locals, as: UInt.self) != 0 }

    var parent: Self? { object(at: Offset.firstFragment) }

    var group: Self? { object(at: Offset.firstFragment + Offset.childFragment) }

    /// Returns the tasks that wait for the task's result; an empty array if the task has its result.
    ///
    /// - Parameters:
    ///   - isChild: Whether the task is a child task.
    ///   - isGroupChild: Whether it is a child of a group.
    func waiters(isChild: Bool, isGroupChild: Bool) -> [Self] {
      var waiters: [Self] = []
      let queue = resultWord(isChild: isChild, isGroupChild: isGroupChild)
      guard queue & 0b11 == 0 else { return [] }
      var next = UnsafeRawPointer(bitPattern: queue).map(Self.init)
      while let waiter = next {
        waiters.append(waiter)
        next = waiter.object(at: Offset.nextWaiter)
      }
      return waiters
    }

    /// Whether the task of an `async let` has its result.
    var hasAsyncLetResult: Bool { resultWord(isChild: true, isGroupChild: false) & 0b11 != 0 }

    /// Returns the word with the first waiting task, or with a flag if the result exists.
    private func resultWord(isChild: Bool, isGroupChild: Bool) -> UInt {
      load(
        Offset.firstFragment + (isChild ? Offset.childFragment : 0) + (isGroupChild ? Offset.groupChildFragment : 0),
        as: UInt.self
      )
    }

    /// The open task groups of the task, and the tasks of its open `async let`s.
    var children: (groups: [Self], asyncLets: [Self]) {
      var (groups, asyncLets): ([Self], [Self]) = ([], [])
      var record = object(at: Offset.records)
      while let current = record {
        switch current.load(0, as: UInt8.self) {
        case RecordKind.group: groups.append(Self(current.pointer - Offset.groupRecord))
        case RecordKind.asyncLet: if let child = current.object(at: Offset.child) { asyncLets.append(child) }
        default: break
        }
        record = current.object(at: Offset.olderRecord)
      }
      return (groups, asyncLets)
    }
  }

  // MARK: - Task groups

  extension TaskMemory {
    /// The number of unfinished children of the group.
    var pendingChildren: Int { Int(load(Offset.groupStatus, as: UInt64.self) & 0x7fff_ffff) }

    /// The task that waits for a child of the group, if any.
    var groupWaiter: Self? {
      load(Offset.groupStatus, as: UInt64.self) & (1 << 62) != 0 ? object(at: Offset.groupWaiter) : nil
    }
  }
#endif
