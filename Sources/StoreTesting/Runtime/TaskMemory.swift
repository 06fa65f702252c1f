/// A task's memory, as Swift 6.3 lays it out on 64-bit Linux.
///
/// Safety: it keeps nothing alive. The caller knows by the rules of ``TaskRuntime`` that the task is alive, and what is read does
/// not change. The places are those of one compiler; ``AcceleratedRuntime/make()`` tries each of them before any is used.
struct TaskMemory: Hashable, Sendable {
  /// Where things stand, in bytes from the beginning of the object that they belong to.
  private enum Offset {
    /// In a task that waits for another: the task that waits for the same one, and came before it.
    static let nextWaiter = 16
    /// In a task: the code with which it goes on.
    static let resumption = 56
    /// In a task: the word with what it has gone through.
    static let status = 96
    /// In a task: the newest of its status records.
    static let records = 104
    /// In a task: the newest of its task-local values.
    static let locals = 136
    /// In a child task: its parent. In any other task: the first part of its result.
    static let firstFragment = 208
    /// How much of a child task is about its parent.
    static let childFragment = 16
    static let groupChildFragment = 8
    /// In a status record: the one before it.
    static let olderRecord = 8
    /// In a status record of an `async let`: its task.
    static let child = 16
    /// In a task group: its status record.
    static let groupRecord = 8
    /// In a task group: how many of its children have not ended, and whether its task waits for them.
    static let groupStatus = 80
    /// In a task group: the task that waits.
    static let groupWaiter = 88
  }

  /// Kinds of status records.
  private enum RecordKind {
    static let asyncLet: UInt8 = 1
    static let group: UInt8 = 2
  }

  /// Bits of the word with what a task has gone through.
  private enum Status {
    static let isRunning: UInt32 = 0x800
    static let isEnqueued: UInt32 = 0x1000
    static let isSuspended: UInt32 = 0x4000
  }

  /// The address, which is never zero.
  let address: UInt

  init(_ pointer: UnsafeRawPointer) {
    address = UInt(bitPattern: pointer)
  }

  init(_ job: UnownedJob) {
    // Safety: an unowned job is a pointer to the job and nothing else.
    self.init(unsafeBitCast(job, to: UnsafeRawPointer.self))
  }

  init(_ task: Task<Void, Never>) {
    // Safety: a handle is a reference to the task and nothing else; as bits it counts no reference.
    self.init(UnsafeRawPointer(bitPattern: unsafeBitCast(task, to: UInt.self))!)
  }

  /// The memory of a task that a reference names; only the accelerator's references are addresses.
  init?(_ reference: TaskReference) {
    guard let pointer = UnsafeRawPointer(bitPattern: reference.identity) else { return nil }
    self.init(pointer)
  }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address)! }

  /// Reads what stands at a distance from the place.
  private func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type = Value.self) -> Value {
    pointer.load(fromByteOffset: offset, as: type)
  }

  /// The object that is named at a distance from this one, if any is.
  private func object(at offset: Int) -> Self? {
    UnsafeRawPointer(bitPattern: load(offset, as: UInt.self)).map(Self.init)
  }
}

// MARK: - Tasks

extension TaskMemory {
  /// Whether the task is suspended, and waits neither for its turn on an executor nor runs.
  var isSuspended: Bool {
    let status = load(Offset.status, as: UInt32.self)
    return status & Status.isSuspended != 0 && status & (Status.isRunning | Status.isEnqueued) == 0
  }

  /// Whether the task runs, or waits for its turn on an executor.
  var isOnItsWay: Bool { load(Offset.status, as: UInt32.self) & (Status.isRunning | Status.isEnqueued) != 0 }

  /// The code with which the task goes on.
  var resumption: UInt { load(Offset.resumption) }

  var hasLocals: Bool { load(Offset.locals, as: UInt.self) != 0 }

  var parent: Self? { object(at: Offset.firstFragment) }

  var group: Self? { object(at: Offset.firstFragment + Offset.childFragment) }

  /// The tasks that wait for the task's result, if it has none yet.
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

  /// The word that names the first of those who wait for the task's result, or says that it is there.
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
  /// How many children of the group have not ended.
  var pendingChildren: Int { Int(load(Offset.groupStatus, as: UInt64.self) & 0x7fff_ffff) }

  /// The task that waits for a child of the group, if it does.
  var groupWaiter: Self? {
    load(Offset.groupStatus, as: UInt64.self) & (1 << 62) != 0 ? object(at: Offset.groupWaiter) : nil
  }
}
