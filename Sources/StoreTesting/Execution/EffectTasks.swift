/// The tasks of one effect, and what each of them is about.
struct EffectTasks {
  /// What makes a task part of the effect.
  private enum Kind {
    /// It runs the operation.
    case operation

    /// It is a child in a task group.
    case groupChild

    /// It is that of an `async let`.
    case asyncLet

    /// It was made by `Task {}`.
    case unstructured

    /// It was made by `Task.detached`.
    case detached

    /// Whether the task carries the effect's presence by itself.
    var carriesPresence: Bool { self == .operation || self == .unstructured }
  }

  /// A task of the effect.
  private struct Member {
    /// The task's number.
    let number: UInt64

    /// The task.
    let task: TaskPlace

    /// What makes it part of the effect.
    let kind: Kind

    /// Whether the task's memory is kept, so that it can be looked into when the task may have ended.
    var isKept: Bool
  }

  /// The tasks that have been seen and not been seen to end, of which the first is that of the operation.
  private var members = ShortList<Member>()

  /// The greatest number of a task that was ever added. Most tasks that come have a greater one, and need not be looked for.
  private var greatestNumber: UInt64 = 0

  /// The tasks that are suspended on what the test controls, in the order in which they were.
  private(set) var pauses: [EffectScope.Pause] = []

  /// Whether the operation has returned.
  private(set) var hasReturned = false

  /// What the tasks carry along, as long as any of them does.
  var presence: TaskPlace?

  /// Whether nothing but the test can wake the effect, as far as is known.
  private(set) var isParked = false

  /// Tasks whose memory is kept no longer, to be let go of outside of locks, because what they have given goes with them.
  private var released: [TaskPlace] = []

  /// The numbers of tasks that were seen to end.
  private var ended = ShortList<UInt64>()

  /// The numbers of all tasks that have been seen.
  var numbers: ShortList<UInt64> { members.isEmpty ? ended : ended + members.map(\.number) }
}

// MARK: - Keeping account

extension EffectTasks {
  /// Adds a task, unless it is known; the task must be alive.
  mutating func add(_ number: UInt64, _ task: TaskPlace) {
    guard number > greatestNumber || !members.contains(where: { $0.number == number }) else { return }
    greatestNumber = max(greatestNumber, number)
    let kind: Kind =
      if members.isEmpty, !hasReturned {
        .operation
      } else if task.isGroupChild {
        .groupChild
      } else if task.isAsyncLet {
        .asyncLet
      } else {
        TaskProbe.isReliable && !TaskProbe.hasLocals(task) ? .detached : .unstructured
      }
    // One that was where this one is has ended unnoticed.
    if kind == .asyncLet { removeAll { $0.kind == .asyncLet && $0.task == task } }
    // The operation's task is alive for as long as it has not returned.
    let isKept = kind != .operation && kind != .asyncLet
    if isKept { task.retain() }
    members.append(Member(number: number, task: task, kind: kind, isKept: isKept))
  }

  /// Takes a task away that has ended.
  mutating func remove(_ number: UInt64) {
    // The operation keeps its place in front, as its end is the effect's.
    guard let index = members.lastIndex(where: { $0.number == number }), members[index].kind != .operation else {
      return
    }
    end(members.remove(at: index))
  }

  /// Notes that a task has been taken away.
  private mutating func end(_ member: Member) {
    ended.append(member.number)
    if member.isKept { released.append(member.task) }
  }

  /// Takes tasks away that have ended.
  private mutating func removeAll(where hasEnded: (Member) -> Bool) {
    for member in members where hasEnded(member) { end(member) }
    members.removeAll { member in ended.contains(member.number) }
  }

  /// Notes that the operation has returned. Its task is still alive, for a moment.
  mutating func endOperation() {
    hasReturned = true
    guard members.first?.kind == .operation else { return }
    if members.count > 1 || references > 1 {
      members[0].task.retain()
      members[0].isKept = true
    } else {
      end(members.remove(at: 0))
    }
  }

  /// Takes away all tasks.
  mutating func removeAll() {
    for member in members { end(member) }
    members.removeAll()
  }

  /// Hands over the tasks whose memory is kept no longer.
  mutating func takeReleased() -> [TaskPlace] {
    guard !released.isEmpty else { return [] }
    defer { released = [] }
    return released
  }

  /// Notes that the current task is being suspended.
  mutating func begin(_ pause: EffectScope.Pause) {
    // One that runs on an actor may never have been seen.
    if !members.contains(where: { $0.number == pause.task }), let task = TaskPlace.current { add(pause.task, task) }
    pauses.append(pause)
  }

  /// Notes that a task is woken.
  mutating func endPause(_ number: Int, by owner: AnyObject) {
    guard let index = pauses.firstIndex(where: { $0.number == number && $0.owner === owner }) else { return }
    pauses.remove(at: index)
  }
}

// MARK: - Judging

extension EffectTasks {
  /// How many tasks carry the presence.
  private var references: Int { presence?.references ?? 0 }

  /// Whether a task has returned from the operation, so that it does nothing any more.
  private func isDone(_ member: Member) -> Bool { hasReturned && member.kind == .operation }

  /// Whether a task is suspended on what the test controls.
  private func isPaused(_ member: Member) -> Bool { pauses.contains { $0.task == member.number } }

  /// Judges from the account alone whether the effect is parked: whether all of its tasks are suspended.
  mutating func judge() {
    guard !pauses.isEmpty else { return isParked = false }
    // Where the runtime does not number tasks, one pause has to do.
    guard pauses[0].task != 0 else { return isParked = true }
    let isOver = members.first.map(isDone) ?? false
    isParked = pauses.count == members.count - (isOver ? 1 : 0) && !hasUnseen
  }

  /// Whether the effect has a task that was never seen, because it went to an actor or an executor of its own.
  ///
  /// All tasks that were seen must be at rest, because those that run may be making more.
  private var hasUnseen: Bool {
    guard TaskProbe.isReliable else { return false }
    let carriers = members.count { $0.kind.carriesPresence && !(isDone($0) && TaskProbe.isOver($0.task)) }
    if references > carriers { return true }
    let unfinished = members.reduce(0) { count, member in
      isDone(member) ? count : count + TaskProbe.unfinishedGroupChildren(of: member.task)
    }
    return unfinished > members.count { $0.kind == .groupChild }
  }

  /// What the first of the tasks has called that is in a real sleep, if that can be told.
  var realSleep: String? {
    guard !RealSleep.places.isEmpty else { return nil }
    for member in members where !isPaused(member) && !isDone(member) {
      guard member.isKept || member.kind == .operation, !TaskProbe.isOver(member.task),
        TaskProbe.wait(of: member.task) == .continuation
      else { continue }
      if let call = RealSleep.call(of: member.task) { return call }
    }
    return nil
  }

  /// Whether one of the tasks waits for its turn on an actor, if that can be told.
  var waitsForActor: Bool {
    members.contains { member in
      !isPaused(member) && !isDone(member) && (member.isKept || member.kind == .operation)
        && !TaskProbe.isOver(member.task) && TaskProbe.wait(of: member.task) == .executor
    }
  }

  /// Judges once more, by looking at what the other tasks are waiting for.
  ///
  /// The effect is parked if each of them waits for its child tasks, or for another task of the effect. Nothing of the
  /// effect may be running here, except for the current task.
  ///
  /// - Returns: Whether a task of the effect is on its way, so that something will come of it by itself.
  mutating func lookClosely() -> Bool {
    guard TaskProbe.isReliable else { return false }
    removeAll { $0.isKept && TaskProbe.isOver($0.task) }
    judge()
    guard !isParked else { return false }
    var (isHeld, isMoving) = (!pauses.isEmpty, false)
    for member in members where !isPaused(member) && !isDone(member) {
      let wait = member.isKept || member.kind == .operation ? TaskProbe.wait(of: member.task) : .unknown
      switch wait {
      case .group: break
      case .task(let other): if !members.contains(where: { $0.task == other }) { isHeld = false }
      case .continuation, .unknown: isHeld = false
      case .executor, .nothing:
        isHeld = false
        if member.number != EnqueueHook.currentTask { isMoving = true }
      }
    }
    isParked = isHeld && !hasUnseen
    return isMoving
  }
}
