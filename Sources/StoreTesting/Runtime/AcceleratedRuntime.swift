import Synchronization

/// The runtime with what only one compiler's runtime allows: tasks are brought over by its hook (``EnqueueHook``), and who waits for
/// whom is read from memory that can't change meanwhile (``HeldTasks``).
struct AcceleratedRuntime: TaskRuntime {
  /// The runtime's entry points.
  let symbols: ConcurrencySymbols

  /// Brings tasks over.
  let hook: EnqueueHook

  /// The code with which tasks go on that sleep in real time, with the function that they have called.
  let realSleeps: RealSleeps

  /// The accelerator, if this process has the one runtime with which it was tried, and passes a trial.
  ///
  /// On Linux the runtime comes with the compiler, so the compiler's version is the runtime's. Elsewhere it is that of the operating
  /// system, and its memory is left alone.
  static func make() -> Self? {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
      guard let symbols = ConcurrencySymbols(), RuntimeTrial(symbols).passes else { return nil }
      return Self(symbols: symbols, hook: EnqueueHook(symbols: symbols), realSleeps: RealSleeps(symbols))
    #else
      return nil
    #endif
  }

  var bringsTasksOver: Bool { hook.isInForce }

  var isDisplaced: Bool { hook.isDisplaced }

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

  func tasksHeld(by suspended: [TaskReference]) -> HeldTasks? {
    HeldTasks(by: suspended.compactMap(TaskMemory.init), symbols)
  }

  func references(to object: Unmanaged<some AnyObject>) -> Int? {
    symbols.references(to: UnsafeRawPointer(object.toOpaque()))
  }

  func activity(of task: Task<Void, Never>) -> TaskActivity {
    // Safety: the handle keeps the task alive. Two words are read that others may change; each is whole, and decides nothing but how long a
    // wait is, and what a failure calls it.
    let memory = TaskMemory(task)
    if memory.isOnItsWay { return .onItsWay }
    return realSleeps.names[memory.resumption].map { .sleeping($0) } ?? .waiting
  }
}

/// Tells a task that sleeps in real time from one that waits for anything else.
///
/// A suspended task names the code with which it goes on. Behind a sleep that is always the same place in the runtime, so each kind of
/// sleep is begun once, and its place is remembered. Where other waits go on at one of these places, too, nothing is told.
struct RealSleeps: Sendable {
  /// The functions that sleep, by the code with which their callers go on; empty where that can't be told.
  let names: [UInt: String]

  /// Begins each kind of sleep, and some other waits, and looks where they would go on.
  init(_ symbols: ConcurrencySymbols) {
    // Each is cancelled at once. If that takes long, it must not have ended before.
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
    let isTold = others.allSatisfy { names[Self.resumption(of: $0, opening: gate)] == nil }
    self.names = isTold ? names : [:]
  }

  /// Where a task goes on behind its first suspension.
  private static func resumption(
    of wait: @escaping @Sendable () async throws -> Void,
    opening gate: TrialGate? = nil
  ) -> UInt {
    let executor = ManualExecutor()
    let task = EnqueueHook.$isExempt.withValue(true) { executor.start { try? await wait() } }
    executor.run()
    defer {
      task.cancel()
      gate?.open()
      executor.run()
    }
    return TaskMemory(task).resumption
  }
}
