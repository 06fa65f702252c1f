#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  import Synchronization

  /// A trial of the process's runtime: whether it behaves as the accelerator expects, with tasks in every state that the
  /// accelerator reads.
  ///
  /// It reads only its own tasks, whose states don't change during the reads.
  struct RuntimeTrial {
    private let symbols: ConcurrencySymbols

    @TaskLocal private static var marker = 0

    init(_ symbols: ConcurrencySymbols) { self.symbols = symbols }

    var passes: Bool {
      MemoryLayout<Int>.size == 8 && countsReferences && distinguishesJobKinds && distinguishesTaskStates
        && findsHeldTasks
    }

    /// Whether references to an object are counted one by one.
    private var countsReferences: Bool {
      /// An object whose references are counted.
      final class Object {}
      // Safety: this function retains and releases the object in pairs.
      let object = Unmanaged.passRetained(Object())
      defer { object.release() }
      let one = symbols.references(to: object.toOpaque())
      _ = object.retain()
      let two = symbols.references(to: object.toOpaque())
      object.release()
      return one == 1 && two == 2 && symbols.references(to: object.toOpaque()) == 1
    }

    /// Whether the flags of tasks are decoded correctly, compared with how the tasks were created.
    private var distinguishesJobKinds: Bool {
      let executor = ManualExecutor()
      let seen = Seen()
      let task = executor.start {
        seen.note(symbols, "task")
        await withTaskGroup(of: Void.self) { group in group.addTask { seen.note(symbols, "group") } }
        async let child: Void = seen.note(symbols, "async let")
        await child
      }
      executor.run()
      return withExtendedLifetime(task) {
        seen["task"].map { $0.isFuture && !$0.isChild && !$0.isGroupChild && !$0.isAsyncLet } == true
          && seen["group"].map { $0.isChild && $0.isGroupChild && !$0.isAsyncLet } == true
          && seen["async let"].map { $0.isFuture && $0.isChild && !$0.isGroupChild && $0.isAsyncLet } == true
      }
    }

    /// Whether ready, running and suspended tasks are recognised, with their task locals.
    private var distinguishesTaskStates: Bool {
      let (executor, gate) = (ManualExecutor(), TrialGate())
      let seen = Seen()
      let task = executor.start {
        seen.noteState(symbols)
        await gate.wait()
      }
      let memory = TaskMemory(task)
      guard let job = executor.newest, TaskMemory(job) == memory, symbols.number(of: memory) > 0 else { return false }
      let isReady = memory.isRunnable && !memory.isSuspended && !memory.hasLocals
      executor.run()
      let isWaiting = memory.isSuspended && !memory.isRunnable
      gate.open()
      executor.run()
      let isOver = !memory.isSuspended
      let taskWithLocals = Self.$marker.withValue(1) { Task(executorPreference: executor) {} }
      let carriesLocals = TaskMemory(taskWithLocals).hasLocals
      executor.run()
      return withExtendedLifetime(task) { isReady && seen.wasRunning && isWaiting && isOver && carriesLocals }
    }

    /// Whether the search finds exactly the tasks that wait for a held task.
    private var findsHeldTasks: Bool {
      let (executor, gate, other) = (ManualExecutor(), TrialGate(), TrialGate())
      defer {
        gate.open()
        other.open()
        executor.run()
      }
      let held = executor.start { await gate.wait() }
      let waiters = (0..<2).map { _ in executor.start { await held.value } }
      let group = executor.start {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { await held.value } }
          group.addTask {}
        }
      }
      let discarding = executor.start {
        await withDiscardingTaskGroup { group in
          group.addTask { await held.value }
          group.addTask {}
        }
      }
      let asyncLet = executor.start {
        async let first: Void = held.value
        async let second: Void = {}()
        _ = await (first, second)
      }
      // These three also wait for another event.
      let busyGroup = executor.start {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await held.value }
          group.addTask { await other.wait() }
        }
      }
      let busyBody = executor.start {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await other.wait() }
          await held.value
        }
      }
      let busyAsyncLet = executor.start {
        async let first: Void = other.wait()
        await held.value
        await first
      }
      executor.run()
      let found = HeldTasks(by: [TaskMemory(held)], except: TaskHandles(), symbols)
      let complete = [held, group, discarding, asyncLet] + waiters
      let incomplete = [busyBody, busyAsyncLet]
      return complete.allSatisfy { isHeld($0, in: found) == true }
        && incomplete.allSatisfy { isHeld($0, in: found) == false }
        && isHeld(busyGroup, in: found) == nil
        // The other six are three children of one group, one of another, the first `async let`, and one of the busy
        // group.
        && found.numbers.count == complete.count + incomplete.count + 6
    }

    /// Whether a task is held with all tasks that it waits for; nil if it is not held.
    private func isHeld(_ task: Task<Void, Never>, in found: HeldTasks) -> Bool? {
      let address = TaskMemory(task).address
      return found.numbers[address].map {
        $0 == symbols.number(of: TaskMemory(task)) && !found.incomplete.contains(address)
      }
    }
  }

  /// The observations of a trial's tasks.
  private final class Seen: Sendable {
    private let kinds = Mutex<[String: TaskKind]>([:])

    /// Whether a task was recognised as running.
    private let isRunning = Mutex(false)

    /// Whether a task was recognised as running.
    var wasRunning: Bool { isRunning.withLock(\.self) }

    /// Records the kind of the current task.
    func note(_ symbols: ConcurrencySymbols, _ name: String) {
      guard let task = symbols.currentTask() else { return }
      kinds.withLock { $0[name] = TaskKind(symbols.flags(of: task)) }
    }

    /// Records whether the current task is recognised as running.
    func noteState(_ symbols: ConcurrencySymbols) {
      guard let task = symbols.currentTask() else { return }
      isRunning.withLock { $0 = task.isRunnable && !task.isSuspended }
    }

    subscript(name: String) -> TaskKind? { kinds.withLock { $0[name] } }
  }
#endif
