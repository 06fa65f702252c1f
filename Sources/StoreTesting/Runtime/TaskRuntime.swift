/// What the test store asks of Swift's concurrency beyond its public API.
///
/// There are two implementations. ``PortableRuntime`` is what the defaults below say: it uses public API only. What it can't
/// know is waited for, so a wrong test fails later. ``AcceleratedRuntime`` turns "later" into "at once", and brings over tasks
/// that public API doesn't show. The suite passes with either; `STORE_TESTING_RUNTIME=portable` chooses the first.
///
/// Rules for everything in this folder:
/// 1. The reference count of a task is never changed. No task is kept alive but by a `Task` handle.
/// 2. Memory of a task is read only while something that we hold guarantees that it is alive and does not change: the task is the
///    current one, or is being handed over to be run, or waits for something that only we can make happen
///    (``HeldTasks``). A task of which we have a handle is alive; of that, single words may be read that decide nothing but how long
///    a wait is and what a failure calls it (``TaskActivity``).
/// 3. A constant of the runtime is used only after a trial in this process (``AcceleratedRuntime/make()``).
/// 4. Under a lock no value of the user is released, no code of the user runs, and no continuation is resumed.
/// 5. A lock that a `deinit` takes guards sections that release nothing, so the thread of the `deinit` can't hold it
///    (``InFlightEffects``, ``TestExecutor/signal``).
protocol TaskRuntime: Sendable {
  /// Whether `Task {}` and `Task.detached` of an effect run on the test's executor at this moment.
  var bringsTasksOver: Bool { get }

  /// Whether something else in the process has replaced what brings tasks over.
  var isDisplaced: Bool { get }

  /// The current task; nil outside of tasks.
  var currentTask: TaskReference? { get }

  /// The task that a job is a piece of, while it is being handed over.
  ///
  /// - Returns: The task, with the number zero if that can't be told; nil if the job is an actor's.
  func task(of job: UnownedJob) -> TaskReference?

  /// Whether a task has task-local values of its own, as `Task {}` does, and as child tasks and detached tasks do not.
  ///
  /// - Parameter task: A task that is current, or a job of which is being handed over.
  func hasOwnLocals(_ task: TaskReference) -> Bool

  var seesChildTasks: Bool { get }

  /// Whether a task has child tasks that have not ended; the task must be the current one, or suspended until we resume it.
  func hasChildTasks(_ task: TaskReference) -> Bool

  /// The tasks that can't go on before one of those given does; nil if that can't be told.
  ///
  /// - Parameter suspended: Tasks that are suspended, or about to be, until we resume them, as long as this runs.
  func tasksHeld(by suspended: [TaskReference]) -> HeldTasks?

  /// How many references there are to an object of ours that is alive; nil if that can't be told.
  func references(to object: Unmanaged<some AnyObject>) -> Int?

  /// The activity of a task; unknown where it can't be told.
  func activity(of task: Task<Void, Never>) -> TaskActivity
}

/// The name of a task.
struct TaskReference: Hashable, Sendable {
  /// Tells the task from all others that live.
  let identity: UInt

  /// The task's number, which no other task of the process ever has; zero if that can't be told.
  let number: UInt64
}

/// What a task does that neither the test nor its executor knows of.
enum TaskActivity: Equatable, Sendable {
  /// It can't be told.
  case unknown

  /// It runs, or waits for its turn on an executor, so it will go on by itself.
  case onItsWay

  /// It sleeps in real time, in a function of this name.
  case sleeping(String)

  /// It waits for something else.
  case waiting
}

extension TaskActivity {
  /// The function in which the task sleeps in real time, if it does.
  var sleep: String? {
    if case .sleeping(let function) = self { function } else { nil }
  }
}

extension TaskRuntime {
  var bringsTasksOver: Bool { false }

  var isDisplaced: Bool { false }

  var currentTask: TaskReference? {
    withUnsafeCurrentTask { task in
      task.map { TaskReference(identity: UInt(bitPattern: $0.hashValue), number: 0) }
    }
  }

  func task(of job: UnownedJob) -> TaskReference? {
    // The public name of a job holds the number of its task, "UnownedJob(id: 12)", or nil.
    let number = UInt64(job.description.filter { $0.isNumber })
    if number == nil, PortableRuntime.namesTasks { return nil }
    return TaskReference(identity: 0, number: number ?? 0)
  }

  func hasOwnLocals(_ task: TaskReference) -> Bool { false }

  var seesChildTasks: Bool { false }

  func hasChildTasks(_ task: TaskReference) -> Bool { false }

  func tasksHeld(by suspended: [TaskReference]) -> HeldTasks? { nil }

  func references(to object: Unmanaged<some AnyObject>) -> Int? { nil }

  func activity(of task: Task<Void, Never>) -> TaskActivity { .unknown }
}

/// The runtime by public API alone: what an unknown compiler, another platform or a missing symbol gets.
struct PortableRuntime: TaskRuntime {
  /// Whether the name of a task's job holds a number, so that one without is an actor's.
  static let namesTasks: Bool = {
    let executor = ManualExecutor()
    _ = executor.start {}
    defer { executor.run() }
    return executor.newest.map { $0.description.contains { $0.isNumber } } ?? false
  }()
}

/// The choice between the two implementations, made once a process.
enum Runtime {
  /// The variable of the environment that chooses.
  static let variable = "STORE_TESTING_RUNTIME"

  /// What the environment asks for; nil if it asks for nothing.
  private static let request: String? = environmentVariable(variable)

  /// The implementation in use.
  static let current: any TaskRuntime = accelerated.map { $0 as any TaskRuntime } ?? PortableRuntime()

  /// The accelerator, where it is in use.
  static let accelerated: AcceleratedRuntime? = request == "portable" ? nil : AcceleratedRuntime.make()

  /// What the environment asks for, if that is nothing we know.
  static var unknownRequest: String? {
    request.flatMap { ["portable", "accelerated", ""].contains($0) ? nil : $0 }
  }
}
