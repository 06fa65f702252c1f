/// The known tasks of one effect, and the proof that only the test can resume them.
package struct EffectAccount {
  /// The progress of the operation.
  enum Operation: Equatable {
    /// The effect's task has not started.
    case waiting

    /// Its task runs, or is suspended.
    case running(TaskReference?)

    case returned
  }

  /// The effect; nil in an unused slot.
  package internal(set) var effect: InFlightEffect?

  var operation = Operation.waiting

  var task: Task<Void, Never>?

  /// The tasks that only the test can resume, in the order of their suspensions.
  package internal(set) var suspensions: [Suspension] = []

  /// The lifetime token that the effect's tasks carry, while any of them exists.
  var lifetime: Unretained?

  /// The leases of the effect's senders, while the senders exist.
  var leases: [Unretained] = []

  /// The number of queued jobs of tasks without the lifetime token.
  var queuedJobs = 0

  /// The numbers of the known tasks.
  var numbers: [UInt64] = []

  /// Whether it is proved that only the test can resume a task of the effect.
  package private(set) var isSuspended = false

  /// Whether the proof uses suspensions of other effects. If so, it ends with any of them.
  private(set) var dependsOnOthers = false

  /// Whether a callback may hold one of the effect's senders or tasks, so that it may send, or cancel the task.
  ///
  /// The proof presumes that only the effect's own tasks hold them.
  private(set) var mayResumeFromCallback = false

  /// Whether a wait for unseen tasks or callbacks has timed out since the last activity of the effect's tasks.
  var wasAwaitedInVain = false

  /// The effect whose task this effect waits for; nil if this effect has its own suspensions, or if the other is
  /// unknown.
  private(set) var awaited: InFlightEffect.ID?

  /// Whether the effect has no tasks and no senders left.
  var isOver: Bool { lifetime == nil && leases.isEmpty && suspensions.isEmpty && queuedJobs == 0 }
}

extension EffectAccount {
  /// Empties an account that is over. The arrays keep their memory, as most effects have one task and one sender.
  ///
  /// - Returns: What the account retains.
  mutating func close() -> (InFlightEffect?, Task<Void, Never>?) {
    operation = .waiting
    numbers.removeAll(keepingCapacity: true)
    noteActivity()
    return (effect.take(), task.take())
  }
}

// MARK: - Proving that the effect is suspended

extension EffectAccount {
  /// Proves that the effect is suspended if only the operation's task can act. The proof needs four facts: the task is
  /// suspended, it has no child tasks, no other task carries the lifetime, and no other reference to a sender exists.
  /// The account has no proof yet.
  ///
  /// - Parameter needsSender: Whether only a sender can send feedback. A container's methods change the state without a
  ///   sender, so the absence of child tasks must be known.
  mutating func judgeAlone(needsSender: Bool) {
    guard suspensions.count == 1, let task = suspensions[0].task, operation == .running(task) else { return }
    // Safety: the frames of the operation hold these objects until it returns, and its return is recorded under the
    // same lock.
    guard lifetime?.isUnique ?? false, leases.allSatisfy({ $0.isUnique }) else { return }
    isSuspended = needsSender || Runtime.seesChildTasks
  }

  /// Proves that the effect is suspended, given the held tasks. Each task with the lifetime must be held with all its
  /// child tasks. Each reference to a sender must belong to one of these tasks.
  ///
  /// - Parameters:
  ///   - held: The tasks that can't resume before the test resumes one.
  ///   - tasks: The effect's tasks among them by address, and whether each carries the lifetime.
  ///   - awaited: The other effect whose task one of them waits for, if any.
  mutating func judge(
    by held: HeldTasks,
    _ tasks: [(address: UInt, carriesLifetime: Bool)],
    awaiting awaited: InFlightEffect.ID?
  ) {
    forgetProof()
    dependsOnOthers = true
    self.awaited = awaited
    guard !tasks.contains(where: { held.incomplete.contains($0.address) }) else { return }
    // The frames of a running operation hold each sender once. Each other task may also hold one.
    var own = 0
    var operationTask: TaskReference?
    if case .running(let task) = operation {
      guard let task, held.contains(task) else { return }
      operationTask = task
      own = leases.count
    }
    let senders = own + tasks.count - (operationTask == nil ? 0 : 1)
    // Safety: the objects are alive, or wait in their `deinit` for the lock that is held here.
    let carriers = lifetime.map { $0.count ?? .max } ?? 0
    let holders = leases.reduce(0) { count, lease in count + (lease.count ?? senders + 1) }
    isSuspended = carriers == tasks.count(where: \.carriesLifetime) && holders <= senders
    mayResumeFromCallback =
      holders > own || tasks.contains { $0.address != operationTask?.identity && held.shared.contains($0.address) }
  }

  /// Whether the effect has unseen tasks. A runtime that can't count tasks returns true only if it sees none.
  var hasUnseenTasks: Bool {
    guard !isSuspended, !wasAwaitedInVain, let lifetime else { return false }
    // Safety: the objects are alive, or wait in their `deinit` for the lock that is held here.
    guard let carriers = lifetime.count else { return suspensions.isEmpty }
    let isOperationElsewhere = operation != .returned && !suspensions.contains { operation == .running($0.task) }
    return carriers > suspensions.count + (isOperationElsewhere ? 1 : 0)
  }

  /// Whether only one task carries the lifetime token.
  package var hasOneTask: Bool { lifetime?.isUnique ?? false }

  /// Discards the proof, as a task may resume or has suspended.
  mutating func noteActivity() {
    wasAwaitedInVain = false
    forgetProof()
  }

  private mutating func forgetProof() {
    isSuspended = false
    mayResumeFromCallback = false
    dependsOnOthers = false
    awaited = nil
  }
}
