import Synchronization

extension TestExecutor {
  /// Takes charge of a task that the hook has brought over.
  func adopt(_ number: UInt64, for scope: EffectScope?) {
    adopted.withLock { $0.append(number) }
    if let scope { kept.withLock { $0.append(scope) } }
    note(number, of: scope)
  }

  /// Lets go of effects that were kept until what runs has come to rest.
  func releaseKept() {
    // They end when this has returned, not while it holds the lock.
    let released = kept.withLock { kept in
      defer { kept.removeAll() }
      return kept
    }
    withExtendedLifetime(released) {}
  }

  /// Notes whose a task is, when it is seen for the first time.
  ///
  /// - Parameters:
  ///   - number: The task's number.
  ///   - scope: The effect that it belongs to, if that is known; else it is that of whoever creates the task here.
  func note(_ number: UInt64, of scope: EffectScope?) {
    let isChild = scope == nil
    guard number != 0, let scope = scope ?? EffectScope.current else { return }
    let isNew = effects.withLock { effects in
      guard effects[number] == nil else { return false }
      effects[number] = Unmanaged.passUnretained(scope)
      return true
    }
    if isNew { scope.addTask(number, isChild: isChild) }
  }

  /// Notes that the task has ended whose job is being run, if it is seen to wake one that has waited for its end.
  ///
  /// The runtime doesn't tell when a task ends, but a task that ends wakes its waiter when it is no longer current. One
  /// that nobody waits for at that moment isn't noticed, and its effect counts as being anywhere.
  func noteEnd(waking number: UInt64) {
    guard isDrainingHere, EnqueueHook.currentTask == 0 else { return }
    let ended = runningTask.load(ordering: .relaxed)
    guard ended != number, number != 0 else { return }
    effects.withLock { $0[ended]?._withUnsafeGuaranteedRef { $0.removeTask(ended) } }
  }

  /// Forgets the tasks of an effect that is over.
  func forget(_ numbers: [UInt64]) {
    effects.withLock { effects in
      for number in numbers { effects[number] = nil }
    }
  }
}
