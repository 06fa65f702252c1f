import Synchronization

/// Reads from the concurrency runtime's own account of a task what the task is waiting for.
///
/// The runtime writes down for each suspended task what it depends on, so that priorities can be passed along: another
/// task, a task group, an executor's queue or a continuation. It offers no function that tells, so the account is read
/// where it stands. What stands where is tried out once, on tasks made for that (``isReliable``). Where the trial fails,
/// nothing is read any more: then an effect that can't be proved to be asleep is waited for.
enum TaskProbe {
  /// What a task is waiting for.
  enum Wait: Equatable {
    /// For nothing: it runs, or is about to.
    case nothing

    /// For another task.
    case task(TaskPlace)

    /// For its own child tasks in a group.
    case group

    /// For its turn on an executor.
    case executor

    /// For somebody to resume a continuation.
    case continuation

    /// The account can't be made out.
    case unknown
  }

  /// Where things stand, in bytes from the beginning of the object that they belong to.
  private enum Offset {
    /// In a task: the word with what it has gone through.
    static let flags = 96

    /// In a task: the newest of its status records.
    static let records = 104

    /// In a task: the newest of its task-local values.
    static let locals = 136

    /// In a task: what it depends on.
    static let dependency = 160

    /// In a status record: the one before it.
    static let parent = 8

    /// In a dependency: whom it is on.
    static let target = 16

    /// In a dependency: of what kind it is.
    static let kind = 32

    /// In a dependency: the task whose it is.
    static let owner = 40

    /// In a task group: its status record.
    static let groupRecord = 8

    /// In a task group: how many of its children have not ended.
    static let groupStatus = 80
  }

  /// Whether the account can be read in this process.
  static let isReliable = isKnownRuntime && calibrate()

  /// Whether the process has a runtime with which this was ever tried.
  ///
  /// On Linux the runtime comes with the compiler, so the compiler's version is the runtime's. Elsewhere it is that of the
  /// operating system, and its memory is left alone.
  static var isKnownRuntime: Bool {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      true
    #else
      false
    #endif
  }

  /// What a task that is alive is waiting for.
  static func wait(of task: TaskPlace) -> Wait {
    guard let dependency = task.place(at: Offset.dependency) else { return .nothing }
    guard dependency.place(at: Offset.owner) == task else { return .unknown }
    switch dependency.load(Offset.kind, as: UInt32.self) {
    case 1: return dependency.place(at: Offset.target).map { .task($0) } ?? .unknown
    case 2: return .continuation
    case 3: return .group
    case 4: return .executor
    default: return .unknown
    }
  }

  /// Whether a task has ended, whose memory is kept.
  static func isOver(_ task: TaskPlace) -> Bool {
    task.load(Offset.flags, as: UInt32.self) & 0x2000 != 0
  }

  /// Whether a task has any task-local values, as `Task {}` takes them along and `Task.detached` does not.
  static func hasLocals(_ task: TaskPlace) -> Bool {
    task.load(Offset.locals, as: UInt.self) != 0
  }

  /// How many child tasks in groups of a task have not ended; the task must be alive, and not run anywhere else.
  static func unfinishedGroupChildren(of task: TaskPlace) -> Int {
    var count = 0
    var record = task.place(at: Offset.records)
    while let current = record {
      if current.load(0, as: UInt8.self) == 2 {
        let status = current.load(Offset.groupStatus - Offset.groupRecord, as: UInt64.self)
        count += Int(status & 0x7fff_ffff)
      }
      record = current.place(at: Offset.parent)
    }
    return count
  }
}

// MARK: - Trying it out

extension TaskProbe {
  /// Runs the tasks of a trial when it is told to.
  final class Bench: TaskExecutor {
    /// What there is to run.
    private let jobs = Mutex<[UnownedJob]>([])

    /// Takes a job.
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// The task that came last.
    var newest: TaskPlace? {
      jobs.withLock(\.last).map(TaskPlace.init)
    }

    /// Runs all that there is to run.
    func run() {
      while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }

    /// Makes a task, and gives its place in memory.
    func start(_ work: @escaping @Sendable () async -> Void) -> (task: Task<Void, Never>, place: TaskPlace?) {
      let task = Task.detached(executorPreference: self, priority: .medium) { await work() }
      return (task, newest)
    }
  }

  /// A value that travels with tasks, for the trial.
  @TaskLocal private static var luggage = 0

  /// Whether a task's dependency stands where it is expected, so that it is safe to look into it.
  ///
  /// It is named in two places: as the dependency, and as the newest status record, as long as there are no others.
  private static func isPlausible(_ task: TaskPlace) -> Bool {
    guard let dependency = task.place(at: Offset.dependency) else { return false }
    return dependency == task.place(at: Offset.records) && dependency.isAligned
  }

  /// Tries out whether everything stands where it is expected, on tasks in every state.
  private static func calibrate() -> Bool {
    guard ConcurrencyRuntime.shared != nil, MemoryLayout<Int>.size == 8 else { return false }
    let bench = Bench()
    let opening = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    let (sleeping, sleeper) = bench.start {
      await withUnsafeContinuation { continuation in opening.withLock { $0 = continuation } }
    }
    // Whatever comes of the trial, no task of it stays behind.
    defer {
      bench.run()
      opening.withLock { continuation in
        continuation?.resume()
        continuation = nil
      }
      bench.run()
    }
    guard let sleeper, isPlausible(sleeper), wait(of: sleeper) == .executor, !isOver(sleeper) else { return false }
    bench.run()
    guard isPlausible(sleeper), wait(of: sleeper) == .continuation, !hasLocals(sleeper) else { return false }

    let (waiting, waiter) = bench.start { await sleeping.value }
    bench.run()
    guard let waiter, isPlausible(waiter), wait(of: waiter) == .task(sleeper) else { return false }

    let (grouping, grouper) = bench.start {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { await sleeping.value } }
        group.addTask {}
      }
    }
    bench.run()
    guard let grouper, wait(of: grouper) == .group else { return false }
    guard unfinishedGroupChildren(of: waiter) == 0, unfinishedGroupChildren(of: grouper) == 3 else { return false }

    $luggage.withValue(1) { _ = Task(executorPreference: bench) {} }
    guard let traveller = bench.newest, hasLocals(traveller) else { return false }

    opening.withLock { continuation in
      continuation?.resume()
      continuation = nil
    }
    bench.run()
    return withExtendedLifetime((sleeping, waiting, grouping)) {
      isOver(sleeper) && isOver(waiter) && isOver(grouper)
    }
  }
}
