#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  import Synchronization

  /// A task runtime for one compiler version. A runtime hook moves tasks to the test's executor (``EnqueueHook``). To
  /// find out which tasks wait for each other, it reads memory that can't change at the time (``HeldTasks``).
  struct AcceleratedRuntime: TaskRuntime {
    /// The functions of the Swift runtime.
    let symbols: ConcurrencySymbols

    /// The hook that moves tasks to test executors.
    let hook: EnqueueHook

    /// The resumption addresses of tasks that sleep in real time, with the functions they called.
    let realSleeps: RealSleeps

    /// Makes the accelerator, if a trial passes.
    ///
    /// On Linux the runtime is part of the toolchain, so the runtime has the compiler's version. On other platforms it is
    /// part of the operating system, so its memory is not read.
    static func make() -> Self? {
      guard let symbols = ConcurrencySymbols(), RuntimeTrial(symbols).passes else { return nil }
      return Self(symbols: symbols, hook: EnqueueHook(symbols: symbols), realSleeps: RealSleeps(symbols))
    }

    var movesTasks: Bool { hook.installIfPermitted() }

    var isDisplaced: Bool { hook.isDisplaced }

    func move(_ job: UnownedJob) -> Bool { hook.move(job) }

    var currentTask: TaskReference? {
      symbols.currentTask().map { TaskReference(identity: $0.address, number: symbols.number(of: $0)) }
    }

    func task(of job: UnownedJob) -> TaskReference? {
      let memory = TaskMemory(job)
      let number = symbols.number(of: memory)
      return number == 0 ? nil : TaskReference(identity: memory.address, number: number)
    }

    func hasOwnLocals(_ task: TaskReference) -> Bool {
      guard let memory = TaskMemory(task) else { return false }
      return memory.hasLocals && !TaskKind(symbols.flags(of: memory)).isChild
    }

    var seesChildTasks: Bool { true }

    func hasChildTasks(_ task: TaskReference) -> Bool {
      guard let (groups, asyncLets) = TaskMemory(task)?.children else { return false }
      return groups.contains { $0.pendingChildren > 0 } || asyncLets.contains { !$0.hasAsyncLetResult }
    }

    func tasksHeld(by suspended: [TaskReference], except handles: TaskHandles) -> HeldTasks? {
      HeldTasks(by: suspended.compactMap(TaskMemory.init), except: handles, symbols)
    }

    func references(to object: Unmanaged<some AnyObject>) -> Int? {
      symbols.references(to: UnsafeRawPointer(object.toOpaque()))
    }

    func activity(of task: Task<Void, Never>) -> TaskActivity {
      // Safety: the handle keeps the task alive. Two words are read that other threads may change. Each read is atomic,
      // and only affects the length of a wait and the text of a failure.
      let memory = TaskMemory(task)
      if memory.isRunnable { return .runnable }
      return realSleeps.names[memory.resumption].map { .sleeping($0) } ?? .waiting
    }
  }

  /// The resumption addresses that distinguish a task that sleeps in real time from other waiting tasks.
  ///
  /// A suspended task stores its resumption address. For a sleep that is always the same address in the runtime, so each
  /// kind of sleep is started once to learn its address. An address that other waits share is discarded.
  struct RealSleeps: Sendable {
    /// The names of the sleep functions by resumption address; empty if they can't be determined.
    let names: [UInt: String]

    /// Creates the table: starts each kind of sleep, and some other waits, and records their resumption addresses.
    init(_ symbols: ConcurrencySymbols) {
      // Each task is cancelled at once. The long duration keeps a slow machine from ending the sleep first.
      let long = Duration.seconds(600)
      let sleeps: [(String, @Sendable () async throws -> Void)] = [
        ("Task.sleep", { try await Task.sleep(for: long) }),
        ("Task.sleep", { try await Task.sleep(nanoseconds: 600_000_000_000) }),
        ("SuspendingClock", { try await SuspendingClock().sleep(for: long) }),
        ("ContinuousClock", { try await ContinuousClock().sleep(for: long) }),
      ]
      let (stream, throwingStream) = (
        AsyncStream<Void>.makeStream(), AsyncThrowingStream<Void, any Error>.makeStream()
      )
      let gate = TrialGate()
      let others: [@Sendable () async throws -> Void] = [
        { for await _ in stream.stream {} },
        { for try await _ in throwingStream.stream {} },
        { await gate.wait() },
      ]
      var names: [UInt: String] = [:]
      for (name, sleep) in sleeps {
        let place = Self.resumption(of: sleep)
        if names[place] == nil { names[place] = name }
      }
      let areDistinct = others.allSatisfy { names[Self.resumption(of: $0, opening: gate)] == nil }
      self.names = areDistinct ? names : [:]
    }

    /// Returns the resumption address of a task after its first suspension.
    private static func resumption(
      of wait: @escaping @Sendable () async throws -> Void,
      opening gate: TrialGate? = nil
    ) -> UInt {
      let executor = ManualExecutor()
      let task = MovedTasks.$isExempt.withValue(true) { executor.start { try? await wait() } }
      executor.run()
      defer {
        task.cancel()
        gate?.open()
        executor.run()
      }
      return TaskMemory(task).resumption
    }
  }
#endif
