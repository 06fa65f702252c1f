import StoreCore
import Synchronization

extension TestExecutor {
  /// An effect that is kept because a task of it may have lost the task locals that would keep it.
  struct Kept {
    /// The effect.
    let scope: EffectScope

    /// The task, whose memory is kept, if it can be seen to end.
    let task: TaskPlace?
  }

  /// The effect that a task belongs to.
  struct TaskOwner {
    /// The effect, which isn't owned.
    let scope: Unmanaged<EffectScope>

    /// What names the effect, which may be handed out: it outlives the effect.
    let token: EffectToken
  }

  /// Takes charge of a task that the hook has brought over.
  func adopt(_ number: UInt64, _ job: UnownedJob, for scope: EffectScope?) {
    adopted.withLock { $0.append(number) }
    guard let scope else { return }
    let task = TaskPlace(job)
    let isDetached = TaskProbe.isReliable && !TaskProbe.hasLocals(task)
    if isDetached { task.retain() }
    kept.withLock { $0.append(Kept(scope: scope, task: isDetached ? task : nil)) }
    note(number, job, of: scope)
  }

  /// Lets go of effects that were kept until what runs has come to rest, unless a detached task of them goes on.
  ///
  /// - Parameter isEnd: Whether those go on without the store.
  func releaseKept(atEnd isEnd: Bool = false) {
    // They end when this has returned, not while it holds the lock.
    let released = kept.withLock { kept in
      guard !kept.isEmpty else { return kept }
      var released: [Kept] = []
      kept.removeAll { kept in
        guard kept.task.map({ isEnd || TaskProbe.isOver($0) }) ?? true else { return false }
        released.append(kept)
        return true
      }
      return released
    }
    for kept in released { kept.task?.release() }
  }

  /// Notes whose a task is, when it is seen for the first time.
  ///
  /// - Parameters:
  ///   - number: The task's number.
  ///   - job: The piece of the task that is to be done.
  ///   - scope: The effect that it belongs to, if that is known; else it is that of whoever creates the task here.
  func note(_ number: UInt64, _ job: UnownedJob, of scope: EffectScope?) {
    // Mostly it is the same task as the last time, or one that is known.
    guard number != 0, number != lastNoted.exchange(number, ordering: .relaxed),
      !effects.withLock({ $0.contains(number) }), let scope = scope ?? EffectScope.current
    else { return }
    effects.withLock { $0[number] = TaskOwner(scope: .passUnretained(scope), token: scope.token) }
    scope.addTask(number, TaskPlace(job))
  }

  /// Notes that the task has ended whose job is being run, if it is seen to wake one that has waited for its end.
  ///
  /// The runtime doesn't tell when a task ends, but a task that ends wakes its waiter when it is no longer current. One
  /// that nobody waits for at that moment isn't noticed, and its effect counts as being anywhere.
  func noteEnd(waking number: UInt64) {
    guard isDrainingHere, EnqueueHook.currentTask == 0 else { return }
    let ended = runningTask.load(ordering: .relaxed)
    guard ended != number, number != 0 else { return }
    effects.withLock { $0[ended]?.scope._withUnsafeGuaranteedRef { $0.removeTask(ended) } }
  }

  /// Forgets the tasks of an effect that is over.
  func forget(_ numbers: some Sequence<UInt64>) {
    effects.withLock { effects in
      for number in numbers { effects[number] = nil }
    }
  }
}
