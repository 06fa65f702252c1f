/// What is known of the tasks of one effect: who can still act for it, and which of its tasks are suspended.
struct EffectAccount {
  /// How far the operation has come.
  enum Operation: Equatable {
    /// Its task has not begun.
    case waiting

    /// Its task runs, or is suspended.
    case running(TaskReference?)

    case returned
  }

  /// The effect; nil in a place that is free.
  var effect: InFlightEffect?

  var operation = Operation.waiting

  /// The operation's task.
  var task: Task<Void, Never>?

  /// The tasks that are suspended until the test resumes them, in the order in which they were.
  var suspensions: [Suspension] = []

  /// What tasks of the effect carry along, as long as any of them does.
  var lifetime: Unmanaged<EffectLifetime>?

  /// What the effect's senders hold, as long as anybody holds them.
  var leases: [Unmanaged<EffectLease>] = []

  /// How many jobs of tasks that carry nothing along wait for their turn.
  var queuedJobs = 0

  /// The numbers of the tasks that have been seen.
  var numbers: [UInt64] = []

  /// Whether it is proved that only the test can resume a task of the effect.
  private(set) var isSuspended = false

  /// Whether that was proved with the suspensions of other effects, so that it ends with any of them.
  private(set) var dependsOnOthers = false

  /// Whether the proof presumes that senders and tasks are referred to by the effect's own tasks only.
  ///
  /// A callback may hold one as well: it may send, or cancel the task.
  private(set) var isPresumed = false

  /// Whether tasks that the store can't see were waited for in vain since a task of the effect last went on or was suspended.
  var wasAwaitedInVain = false

  /// The effect whose task the effect waits for, if it has no suspension of its own, and that is known.
  private(set) var awaited: InFlightEffect.ID?

  /// Whether no task and no sender of the effect is left.
  var isOver: Bool { lifetime == nil && leases.isEmpty && suspensions.isEmpty && queuedJobs == 0 }
}

// MARK: - Proving that the effect is suspended

extension EffectAccount {
  /// Proves that the effect is suspended where only the operation's task can act: the task is suspended, no other task carries the
  /// lifetime, no other reference to a sender exists, and the task has no child tasks.
  ///
  /// - Parameter needsSender: Whether only a sender can send feedback. A container's methods change its state without one, so there child
  ///   tasks must be known not to exist.
  mutating func judgeAlone(needsSender: Bool) {
    forgetProof()
    guard suspensions.count == 1, let task = suspensions[0].task, operation == .running(task) else { return }
    // Safety: as long as the operation has not returned, which is noted under the lock that is held, its frames hold these objects.
    guard lifetime?.isUnique ?? false, leases.allSatisfy(\.isUnique) else { return }
    isSuspended = needsSender || Runtime.current.seesChildTasks
  }

  /// Proves that the effect is suspended by the tasks that are held: each task that carries the lifetime is, with all its child tasks, and each reference to a sender is
  /// one of theirs.
  ///
  /// - Parameters:
  ///   - held: The tasks that can't go on before the test resumes one.
  ///   - tasks: Those of them that are the effect's, by where they are, and whether each carries the lifetime.
  ///   - awaited: The effect whose task one of them waits for, if it is another one.
  mutating func judge(
    by held: HeldTasks,
    _ tasks: [(address: UInt, carriesLifetime: Bool)],
    awaiting awaited: InFlightEffect.ID?
  ) {
    forgetProof()
    dependsOnOthers = true
    self.awaited = awaited
    guard !tasks.contains(where: { held.incomplete.contains($0.address) }) else { return }
    // The frames of an operation that runs hold each sender once. Other tasks may hold one each.
    var own = 0
    var operationTask: TaskReference?
    if case .running(let task) = operation {
      guard let task, held.contains(task) else { return }
      operationTask = task
      own = leases.count
    }
    let senders = own + tasks.count - (operationTask == nil ? 0 : 1)
    // Safety: what stands here is alive, or waits in its 'deinit' for the lock that is held.
    let carriers = lifetime.map { Runtime.current.references(to: $0) ?? .max } ?? 0
    let holders = leases.reduce(0) { count, lease in count + (Runtime.current.references(to: lease) ?? senders + 1) }
    isSuspended = carriers == tasks.count(where: \.carriesLifetime) && holders <= senders
    isPresumed =
      holders > own || tasks.contains { $0.address != operationTask?.identity && held.shared.contains($0.address) }
  }

  /// Whether the effect has tasks that the store can't see. A runtime that can't count tasks says so only if it sees none.
  var hasUnseenTasks: Bool {
    guard !isSuspended, !wasAwaitedInVain, let lifetime else { return false }
    // Safety: what stands here is alive, or waits in its 'deinit' for the lock that is held.
    guard let carriers = Runtime.current.references(to: lifetime) else { return suspensions.isEmpty }
    let isOperationElsewhere = operation != .returned && !suspensions.contains { operation == .running($0.task) }
    return carriers > suspensions.count + (isOperationElsewhere ? 1 : 0)
  }

  /// Notes that one of the tasks may go on, or has come to a rest.
  mutating func noteActivity() {
    wasAwaitedInVain = false
    forgetProof()
  }

  private mutating func forgetProof() {
    isSuspended = false
    isPresumed = false
    dependsOnOthers = false
    awaited = nil
  }
}
