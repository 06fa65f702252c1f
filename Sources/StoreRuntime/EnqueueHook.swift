#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  import Synchronization

  /// A hook that moves `Task {}` and `Task.detached` of an owner to the test's executor, although they don't inherit it.
  ///
  /// The concurrency runtime passes every job for the shared thread pool to a hook. This hook derives the owner of each
  /// job from the code that enqueues it. It passes all other jobs to the previous hook or to the pool. So parallel tests
  /// don't affect each other.
  ///
  /// The first time, this hook is set even if another one exists, which is then called after it. Later, it is set only if
  /// no other hook exists. If another hook replaces it, no tasks are moved meanwhile, and each test reports that
  /// (``isDisplaced``).
  struct EnqueueHook: Sendable {
    /// The previous hook as a word; zero without a previous hook.
    private static let previous = Atomic<UInt>(0)

    /// Whether this hook was ever set.
    private static let wasInstalled = Mutex(false)

    /// The functions of the runtime.
    let symbols: ConcurrencySymbols

    /// This hook as a word.
    private static let ours = unsafeBitCast(hook, to: UInt.self)

    private static let hook: ConcurrencySymbols.Hook = { job, original in
      if Runtime.current.move(job) { return }
      if let previous = EnqueueHook.previousHook {
        previous(job, original)
      } else {
        original(job)
      }
    }

    /// Enqueues a job in the queue to which it belongs.
    ///
    /// - Returns: False if the job belongs to none.
    func move(_ job: UnownedJob) -> Bool {
      guard let (executor, owner) = destination(of: job) else { return false }
      executor.take(job, of: owner)
      return true
    }

    private static var previousHook: ConcurrencySymbols.Hook? {
      // Safety: the word was read from the runtime's own variable of this optional function type.
      unsafeBitCast(previous.load(ordering: .acquiring), to: ConcurrencySymbols.Hook?.self)
    }

    /// The current hook of the runtime as a word; zero without a hook.
    ///
    /// Safety: the variable is an aligned word, so it is read and written atomically.
    private var present: UInt { unsafeBitCast(symbols.hook.pointee, to: UInt.self) }

    /// Sets this hook, if it isn't set and that is permitted.
    ///
    /// - Returns: Whether this hook is set.
    func installIfPermitted() -> Bool {
      let present = present
      if present == Self.ours { return true }
      return Self.wasInstalled.withLock { wasInstalled in
        // A hook that existed before the first installation is called after this one. A hook that was set later may call
        // this one in turn, which would be an endless loop.
        guard present == 0 || !wasInstalled else { return false }
        Self.previous.store(present, ordering: .releasing)
        symbols.hook.pointee = Self.hook
        wasInstalled = true
        return true
      }
    }

    /// Whether another hook has replaced this one.
    var isDisplaced: Bool { !installIfPermitted() }

    private func destination(of job: UnownedJob) -> (TestExecutor, (any TaskOwner)?)? {
      let number = symbols.number(of: TaskMemory(job))
      // A job without a number belongs to an actor. The executor of the current thread takes it.
      if number == 0 { return CurrentExecutor.get().map { ($0, nil) } }
      defer { MovedTasks.newest.max(number, ordering: .relaxed) }
      if let move = MovedTasks.move(of: number) { return move.executor.map { ($0, move.owner) } }
      guard !MovedTasks.isExempt, let current = symbols.currentTask() else { return nil }
      let creator = symbols.number(of: current)
      let (executor, owner, identity) =
        creator == number ? ownerOfCurrent() : ownerOfNew(number, createdBy: creator)
      guard let executor, MovedTasks.add(number, .init(executor: executor, owner: owner, identity: identity)) else {
        return nil
      }
      return (executor, owner)
    }

    /// The destination of a task, with its owner and the owner's identity.
    private typealias Origin = (TestExecutor?, (any TaskOwner)?, (any AnyObject & Sendable)?)

    /// Returns the owner of a task that enqueues itself in the pool for the first time.
    ///
    /// Such a task began on its creator's thread, or on an actor.
    private func ownerOfCurrent() -> Origin {
      let owner = TaskLifetime.current?.owner
      return (owner?.executor, owner, owner?.identity)
    }

    /// Returns the owner of a task that is being created.
    private func ownerOfNew(_ number: UInt64, createdBy creator: UInt64) -> Origin {
      let draining = CurrentExecutor.get()
      // Task numbers increase: a number that isn't the greatest so far belongs to a task that is being resumed.
      guard number > max(creator, draining?.newestTaskBefore ?? 0) else { return (nil, nil, nil) }
      let parent = MovedTasks.move(of: creator)
      let owner = TaskLifetime.current?.owner ?? parent?.owner
      let executor = owner?.executor ?? draining ?? MovedTasks.executor(ofTasksStartedBy: creator)
      return (executor, owner, owner?.identity ?? parent?.identity)
    }
  }
#endif
