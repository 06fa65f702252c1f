import StoreCore
import Synchronization

/// The effects of a store that are in flight, and what is known of their tasks.
///
/// One lock guards all of it, so that a proof over several effects sees one moment. What its sections remove they hand out, to be released
/// outside: the `deinit` of a lifetime takes the lock, wherever the last task that carries it ends.
final class InFlightEffects: Sendable {
  /// A task that belongs to an effect.
  private struct TaskOwner {
    /// Where the effect's account is.
    let slot: Int

    /// Whether the task carries the effect's lifetime by itself, as child tasks and detached tasks do not.
    let carriesLifetime: Bool
  }

  /// What changes over the life of a store.
  private struct State {
    /// The accounts; places that are free are used again.
    var accounts: [EffectAccount] = []

    var free: [Int] = []

    /// The effects' tasks that have been seen, by number.
    var owners: [UInt64: TaskOwner] = [:]
  }

  /// What changes over the life of a store.
  private let state = Mutex(State())

  private let count = Atomic(0)

  /// How many of these are not proved to be suspended.
  private let unprovenCount = Atomic(0)

  /// Whether anything was proved with suspensions of several effects. It is set under the lock.
  private let hasCommonProofs = Atomic(false)

  /// Whether feedback can only come through a sender, as it does not from a container's methods.
  private let needsSender = Atomic(true)

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Whether an effect is not proved to be suspended: it may go on by itself, or for something outside the test.
  var hasUnproven: Bool { unprovenCount.load(ordering: .relaxed) > 0 }

  /// Whether feedback can only come through a sender.
  var feedbackNeedsSender: Bool {
    get { needsSender.load(ordering: .relaxed) }
    set { needsSender.store(newValue, ordering: .relaxed) }
  }
}

// MARK: - Keeping account

extension InFlightEffects {
  /// Makes room for an effect.
  func open() -> Int {
    state.withLock { state in
      if let slot = state.free.popLast() { return slot }
      state.accounts.append(EffectAccount())
      return state.accounts.count - 1
    }
  }

  func enter(_ effect: InFlightEffect, at slot: Int) {
    state.withLock { $0.accounts[slot].effect = effect }
    count.add(1, ordering: .relaxed)
    unprovenCount.add(1, ordering: .relaxed)
  }

  /// Changes the account of an effect, unless the effect is over, and takes it out if it is over then.
  ///
  /// - Returns: Whether there is one effect less to wait for.
  func update(_ effect: InFlightEffect, at slot: Int, _ change: (inout EffectAccount) -> Void) -> Bool {
    let (removed, isNews) = state.withLock { state -> (EffectAccount?, Bool) in
      guard state.accounts[slot].effect === effect else { return (nil, false) }
      let wasSuspended = state.accounts[slot].isSuspended
      change(&state.accounts[slot])
      let isSuspended = state.accounts[slot].isSuspended
      guard !state.accounts[slot].isOver else {
        if !wasSuspended { unprovenCount.subtract(1, ordering: .relaxed) }
        count.subtract(1, ordering: .relaxed)
        return (remove(slot, &state), true)
      }
      if isSuspended != wasSuspended { unprovenCount.add(isSuspended ? -1 : 1, ordering: .relaxed) }
      return (nil, isSuspended && !wasSuspended)
    }
    withExtendedLifetime(removed) {}
    return isNews
  }

  private func remove(_ slot: Int, _ state: inout State) -> EffectAccount {
    var account = EffectAccount()
    swap(&account, &state.accounts[slot])
    for number in account.numbers { state.owners[number] = nil }
    state.free.append(slot)
    return account
  }

  /// Notes that a task is an effect's, when it is seen for the first time.
  func note(_ task: TaskReference, of effect: InFlightEffect, at slot: Int) {
    state.withLock { state in
      guard state.accounts[slot].effect === effect, state.owners[task.number] == nil else { return }
      state.owners[task.number] = TaskOwner(slot: slot, carriesLifetime: Runtime.current.hasOwnLocals(task))
      state.accounts[slot].numbers.append(task.number)
    }
  }

  /// The effect that a task belongs to, if it has been seen.
  func effect(ofTask number: UInt64) -> InFlightEffect? {
    state.withLock { state in state.owners[number].flatMap { state.accounts[$0.slot].effect } }
  }
}

// MARK: - Looking at all

extension InFlightEffects {
  /// Tries to prove of each effect that it is suspended, when nothing is left to do for the store.
  func prove() {
    state.withLock { state in
      let suspended = state.accounts.flatMap { $0.suspensions.compactMap(\.task) }
      guard !suspended.isEmpty else { return }
      let needsSender = feedbackNeedsSender
      // As long as the lock is held, none of these is resumed: that begins with a change of its account.
      guard let held = Runtime.current.tasksHeld(by: suspended) else {
        for slot in state.accounts.indices where !state.accounts[slot].isSuspended {
          judge(slot, &state) { $0.judgeAlone(needsSender: needsSender) }
        }
        return
      }
      var tasks: [Int: [(address: UInt, carriesLifetime: Bool)]] = [:]
      for (address, number) in held.numbers {
        guard let owner = state.owners[number] else { continue }
        tasks[owner.slot, default: []].append((address, owner.carriesLifetime))
      }
      for (slot, tasks) in tasks where !state.accounts[slot].isSuspended {
        let awaited = tasks.flatMap { held.tasksAwaited(by: $0.address) }.compactMap { state.owners[$0]?.slot }
        let effect = awaited.first { $0 != slot }.flatMap { state.accounts[$0].effect?.token.id }
        judge(slot, &state) { $0.judge(by: held, tasks, awaiting: effect) }
        if state.accounts[slot].dependsOnOthers { hasCommonProofs.store(true, ordering: .relaxed) }
      }
    }
  }

  private func judge(_ slot: Int, _ state: inout State, _ judge: (inout EffectAccount) -> Void) {
    judge(&state.accounts[slot])
    if state.accounts[slot].isSuspended { unprovenCount.subtract(1, ordering: .relaxed) }
  }

  /// Drops what was proved with suspensions of several effects, because one of these has ended.
  func forgetCommonProofs() {
    guard hasCommonProofs.load(ordering: .relaxed) else { return }
    state.withLock { state in
      hasCommonProofs.store(false, ordering: .relaxed)
      for slot in state.accounts.indices where state.accounts[slot].dependsOnOthers {
        if state.accounts[slot].isSuspended { unprovenCount.add(1, ordering: .relaxed) }
        state.accounts[slot].noteActivity()
      }
    }
  }

  /// Whether an effect is neither proved to be suspended nor among those that are known to go on.
  ///
  /// An unknown one among these may be any.
  func hasUnproven(but known: [InFlightEffect?]) -> Bool {
    guard hasUnproven, !known.contains(where: { $0 == nil }) else { return false }
    return accounts.contains { account in !account.isSuspended && !known.contains { $0 === account.effect } }
  }

  /// Whether an effect may go on although it counts as suspended, if a callback holds its sender or one of its tasks.
  var hasPresumed: Bool {
    accounts.contains { $0.isSuspended && $0.isPresumed }
  }

  /// Whether an effect has tasks that the store can't see, and that were not waited for in vain.
  var hasUnseenTasks: Bool {
    state.withLock { state in state.accounts.contains { $0.effect != nil && $0.hasUnseenTasks } }
  }

  /// Notes that tasks that the store can't see were waited for in vain, so that not each step waits again.
  func giveUpTheUnseen() {
    state.withLock { state in for slot in state.accounts.indices { state.accounts[slot].wasAwaitedInVain = true } }
  }

  /// The progress of each effect, in no order.
  var progress: [InFlightEffect.Progress] {
    accounts.compactMap { account in account.effect?.progress(account) }
  }

  /// Whether the operation of an effect is known to run, or to wait for its turn on an executor, so that it goes on by itself.
  var isAnyOnItsWay: Bool {
    accounts.contains { $0.activity == .onItsWay }
  }

  private var accounts: [EffectAccount] {
    state.withLock { state in state.accounts.filter { $0.effect != nil } }
  }
}
