import StoreCore
import Synchronization

/// Brings `Task {}` and `Task.detached` of an effect onto the test's executor, although they do not inherit it.
///
/// The concurrency runtime offers a hook through which it passes every job that goes to the shared thread pool. The
/// hook is set once and never changed. It decides for each job whose it is, from what is running where the job is
/// enqueued, and lets everybody else's through untouched; so tests that run in parallel do not notice each other.
///
/// Where the runtime lacks the hook, such tasks run on the thread pool, and are waited for like any outside work.
enum EnqueueHook {
  /// Whose task one is.
  struct Owner {
    /// Where its jobs run.
    weak let executor: TestExecutor?

    /// The effect that it belongs to, if that is still there.
    weak let scope: EffectScope?

    /// The identity of that effect, which may be over.
    let token: EffectToken?
  }

  /// The tasks that were brought over, by task number.
  ///
  /// Task numbers are never used twice in a process, and a store's entries go when its executor does, so no test can
  /// see another's.
  private static let owners = Mutex<[UInt64: Owner]>([:])

  /// Whether the runtime has what is needed; asking for it sets the hook.
  static let isInstalled: Bool = install()

  /// Whose the current task is, if it was brought over.
  static var ownerOfCurrentTask: Owner? {
    guard isInstalled, let task = runtime?.currentTask() else { return nil }
    return owner(of: runtime!.number(of: task))
  }

  /// The number of the task that a job is a piece of; zero if it is none, or if the runtime can't tell.
  static func number(of job: UnownedJob) -> UInt64 {
    runtime?.number(of: unsafeBitCast(job, to: UnsafeRawPointer.self)) ?? 0
  }

  /// The number of the current task; zero if there is none, or if the runtime can't tell.
  static var currentTask: UInt64 {
    runtime.flatMap { runtime in runtime.currentTask().map(runtime.number) } ?? 0
  }

  /// Whose a task is, if it was brought over.
  private static func owner(of number: UInt64) -> Owner? {
    owners.withLock { $0[number] }
  }

  /// A domain that does not live longer for being known here.
  private struct WeakDomain {
    /// The domain, until its last clock is gone.
    weak let domain: TaskDomain?
  }

  /// The domains of tests that use a clock by itself, by the number of the test's task.
  ///
  /// No task has another's number, so a test finds here what it has put here itself.
  private static let domains = Mutex<[UInt64: WeakDomain]>([:])

  /// The domain of a task, made if there is none.
  static func domain(of task: UInt64, make: () -> TaskDomain) -> TaskDomain {
    domains.withLock { domains in
      if let domain = domains[task]?.domain { return domain }
      let domain = make()
      domains[task] = WeakDomain(domain: domain)
      return domain
    }
  }

  /// The domain of a task, if it has one.
  private static func domain(of task: UInt64) -> TaskDomain? {
    domains.withLock { $0[task]?.domain }
  }

  /// Forgets the domain of a task, unless it has got another one since.
  static func forgetDomain(of task: UInt64) {
    domains.withLock { domains in
      if domains[task]?.domain == nil { domains[task] = nil }
    }
  }

  /// Whether tasks that are created here belong to nobody: those by which the framework itself waits.
  @TaskLocal static var isExempt = false

  /// Waits until jobs that are under way on the main actor and on the thread pool have had their turn.
  ///
  /// The main actor takes its jobs in order, so behind them means after them.
  static func passMainActorAndPool() async {
    await $isExempt.withValue(true) {
      await Task.detached { @MainActor in }.value
      await Task.detached {}.value
    }
  }

  /// The greatest number of a task that went to the shared thread pool so far.
  static let newestTask = Atomic<UInt64>(0)

  /// Forgets the tasks of an executor that is going away.
  static func forget(_ numbers: [UInt64]) {
    owners.withLock { owners in
      for number in numbers { owners[number] = nil }
    }
  }

  /// The runtime's entry points.
  private static let runtime = ConcurrencyRuntime.shared

  /// Sets the hook.
  private static func install() -> Bool {
    guard let runtime else { return false }
    runtime.hook.pointee = { job, original in
      if let (executor, scope) = EnqueueHook.executor(for: job) {
        executor.take(job, of: scope)
      } else {
        original(job)
      }
    }
    return true
  }

  /// Decides whose a job is.
  private static func executor(for job: UnownedJob) -> (TestExecutor, EffectScope?)? {
    guard let runtime else { return nil }
    let number = number(of: job)
    // A job without a number is an actor's. It belongs to whoever made the actor run.
    if number == 0 { return CurrentExecutor.get().map { ($0, nil) } }
    defer { newestTask.max(number, ordering: .relaxed) }
    if let owner = owner(of: number) { return owner.executor.map { ($0, owner.scope) } }
    guard let current = runtime.currentTask() else { return nil }
    let creator = runtime.number(of: current)
    let draining = CurrentExecutor.get()
    // Numbers grow: one that is not above all earlier ones belongs to a task that is only being woken here.
    guard number > max(creator, draining?.newestTaskBefore ?? 0), !isExempt else { return nil }
    let parent = owner(of: creator)
    let scope = EffectScope.current ?? parent?.scope
    guard let executor = scope?.environment.executor ?? draining ?? domain(of: creator)?.executor else { return nil }
    owners.withLock { $0[number] = Owner(executor: executor, scope: scope, token: scope?.token ?? parent?.token) }
    executor.adopt(number, job, for: scope)
    return (executor, scope)
  }
}
