/// The interface to Swift's concurrency runtime beyond public API.
///
/// There are two implementations. ``PortableRuntime`` consists of the defaults below and uses public API only. It waits
/// where it lacks knowledge, so a wrong test fails later. ``AcceleratedRuntime`` makes such a test fail at once, and
/// moves tasks that public API doesn't show. The test suite passes with either; `STORE_TESTING_RUNTIME=portable`
/// selects the portable one.
///
/// Rules for all code in this module:
/// 1. The reference count of a task is never changed. Only a `Task` handle keeps a task alive.
/// 2. The memory of a task is read only while the task is guaranteed to be alive and its memory can't change. That
///    holds for three kinds of tasks: the current task, a task whose job is being enqueued, and a task that only this
///    package can resume (``HeldTasks``). A task with a handle is alive. Single words of it may be read if they only
///    affect the length of a wait and the text of a failure (``TaskActivity``).
/// 3. A constant of the runtime is used only after a trial in this process (``AcceleratedRuntime/make()``).
/// 4. Under a lock, no user value is released, no user code runs, and no continuation is resumed.
/// 5. A lock that a `deinit` takes guards only sections without releases, so the thread of the `deinit` can't hold it
///    (such as ``TestExecutor/signal``).
protocol TaskRuntime: Sendable {
  /// Whether `Task {}` and `Task.detached` of an owner currently run on the test's executor.
  var movesTasks: Bool { get }

  /// Whether other code in the process has replaced the hook that moves tasks.
  var isDisplaced: Bool { get }

  /// Moves a job to the queue of its owner.
  ///
  /// - Returns: False if the job has no owner.
  func move(_ job: UnownedJob) -> Bool

  /// The current task; nil outside of tasks.
  var currentTask: TaskReference? { get }

  /// Returns the task of a job that is being enqueued.
  ///
  /// - Returns: The task, with the number zero if it is unknown; nil if the job belongs to an actor.
  func task(of job: UnownedJob) -> TaskReference?

  /// Whether a task has its own task-local values. A `Task {}` does; child tasks and detached tasks don't.
  ///
  /// - Parameter task: The current task, or a task whose job is being enqueued.
  func hasOwnLocals(_ task: TaskReference) -> Bool

  /// Whether ``hasChildTasks(_:)`` returns a known result.
  var seesChildTasks: Bool { get }

  /// Whether a task has unfinished child tasks. It must be the current task, or suspended until the caller resumes it.
  func hasChildTasks(_ task: TaskReference) -> Bool

  /// Returns the tasks that can't resume before one of the given tasks; nil if unknown.
  ///
  /// - Parameters:
  ///   - suspended: Tasks that are suspended, or about to be, until the caller resumes them after this call.
  ///   - handles: Handles whose holders don't count as other code.
  func tasksHeld(by suspended: [TaskReference], except handles: TaskHandles) -> HeldTasks?

  /// Returns the reference count of a live object of this package; nil if unknown.
  ///
  /// Safety: the object is passed unretained, as a reference would count. The caller keeps it alive.
  func references(to object: Unmanaged<some AnyObject>) -> Int?

  /// Returns the activity of a task.
  func activity(of task: Task<Void, Never>) -> TaskActivity
}

/// The identity of a task.
package struct TaskReference: Hashable, Sendable {
  /// The identity of the task among all live tasks.
  package let identity: UInt

  /// The task's number, which is unique in the process; zero if unknown.
  package let number: UInt64

  /// Performance: it is inlined, as comparing optional references from another module would look it up.
  @inlinable
  package static func == (first: Self, second: Self) -> Bool {
    first.identity == second.identity && first.number == second.number
  }
}

/// The activity of a task outside of the test's control.
package enum TaskActivity: Equatable, Sendable {
  /// The activity is unknown.
  case unknown

  /// It runs, or waits for an executor, so it proceeds on its own.
  case runnable

  /// It sleeps in real time, in the named function.
  case sleeping(String)

  /// It waits for another event.
  case waiting
}

extension TaskActivity {
  /// The function in which the task sleeps in real time, if any.
  package var sleep: String? {
    if case .sleeping(let function) = self { function } else { nil }
  }
}

extension TaskRuntime {
  var movesTasks: Bool { false }

  var isDisplaced: Bool { false }

  func move(_ job: UnownedJob) -> Bool { false }

  var currentTask: TaskReference? {
    withUnsafeCurrentTask { task in
      task.map { TaskReference(identity: UInt(bitPattern: $0.hashValue), number: 0) }
    }
  }

  func task(of job: UnownedJob) -> TaskReference? {
    // The description of a job contains the number of its task, as in "UnownedJob(id: 12)", or nil.
    let number = UInt64(job.description.filter { $0.isNumber })
    if number == nil, PortableRuntime.namesTasks { return nil }
    return TaskReference(identity: 0, number: number ?? 0)
  }

  func hasOwnLocals(_ task: TaskReference) -> Bool { false }

  var seesChildTasks: Bool { false }

  func hasChildTasks(_ task: TaskReference) -> Bool { false }

  func tasksHeld(by suspended: [TaskReference], except handles: TaskHandles) -> HeldTasks? { nil }

  func references(to object: Unmanaged<some AnyObject>) -> Int? { nil }

  func activity(of task: Task<Void, Never>) -> TaskActivity { .unknown }
}

/// The runtime with only public API, for unknown compilers, other platforms and missing symbols.
struct PortableRuntime: TaskRuntime {
  /// Whether a job's description contains its task's number. If so, a job without a number belongs to an actor.
  static let namesTasks: Bool = {
    let executor = ManualExecutor()
    _ = executor.start {}
    defer { executor.run() }
    return executor.newest.map { $0.description.contains { $0.isNumber } } ?? false
  }()
}

/// The selection of one of the two implementations, made once per process.
package enum Runtime {
  /// The environment variable that selects the implementation.
  package static let variable = "STORE_TESTING_RUNTIME"

  /// The requested implementation; nil if the variable is not set.
  private static let request: String? = environmentVariable(variable)

  /// The implementation in use.
  static let current: any TaskRuntime = accelerated ?? PortableRuntime()

  /// Whether the accelerator is in use.
  package static let isAccelerated = accelerated != nil

  /// The accelerator, if it is compiled and not switched off, and its trial passes.
  private static let accelerated: (any TaskRuntime)? = {
    if request == "portable" { return nil }
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
      return AcceleratedRuntime.make()
    #else
      return nil
    #endif
  }()

  /// A request that can't be met.
  package enum Refusal: Equatable, Sendable {
    /// No implementation has this name.
    case unknown(String)

    /// The accelerator can't be used here.
    case unavailable
  }

  /// Why the requested implementation is not in use; nil if it is, or if none is requested.
  package static let refusal = refusal(of: request, isAccelerated: isAccelerated)

  package static func refusal(of request: String?, isAccelerated: Bool) -> Refusal? {
    switch request {
    case nil, "", "portable": nil
    case "accelerated": isAccelerated ? nil : .unavailable
    case let name?: .unknown(name)
    }
  }
}

// The functions of the implementation in use, for other modules.
//
// Performance: a call of a protocol's value that another module owns would copy the value.
extension Runtime {
  package static var movesTasks: Bool { current.movesTasks }

  package static var isDisplaced: Bool { current.isDisplaced }

  package static var currentTask: TaskReference? { current.currentTask }

  /// The identity of the current task among all live tasks; nil outside of tasks.
  package static var currentTaskIdentity: UInt? { current.currentTask?.identity }

  package static func task(of job: UnownedJob) -> TaskReference? { current.task(of: job) }

  package static func hasOwnLocals(_ task: TaskReference) -> Bool { current.hasOwnLocals(task) }

  package static var seesChildTasks: Bool { current.seesChildTasks }

  package static func hasChildTasks(_ task: TaskReference) -> Bool { current.hasChildTasks(task) }

  package static func tasksHeld(
    by suspended: [TaskReference],
    except handles: TaskHandles = TaskHandles()
  ) -> HeldTasks? {
    current.tasksHeld(by: suspended, except: handles)
  }

  package static func activity(of task: Task<Void, Never>) -> TaskActivity { current.activity(of: task) }

  /// Whether a task can't continue before another one, which is suspended until the caller resumes it; nil if unknown.
  package static func isHeld(_ task: TaskReference?, by suspended: TaskReference?) -> Bool? {
    guard let task, let suspended else { return false }
    if task == suspended { return true }
    return tasksHeld(by: [suspended])?.contains(task)
  }
}
