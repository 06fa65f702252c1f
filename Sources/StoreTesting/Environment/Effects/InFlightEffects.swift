import StoreCore
import Synchronization

/// The in-flight effects of a store, with the accounts of their tasks.
///
/// One lock guards all accounts, so that a proof over several effects sees a consistent state. Removed values are
/// released outside of the lock: the `deinit` of a lifetime token takes the lock, on the thread where the last task
/// ends.
package final class InFlightEffects: Sendable {
  private struct TaskOwner {
    /// The slot of the effect's account.
    let slot: Int

    /// Whether the task itself carries the lifetime token. Child tasks and detached tasks don't.
    let carriesLifetime: Bool
  }

  private struct State {
    /// The accounts; unused slots are reused.
    var accounts: [EffectAccount] = []

    var free: [Int] = []

    /// The owners of known tasks, by number.
    var owners: [UInt64: TaskOwner] = [:]
  }

  private let state = Mutex(State())

  private let count = Atomic(0)

  /// The number of effects that are not proved to be suspended.
  private let unprovenCount = Atomic(0)

  /// Whether any proof uses suspensions of several effects. It is set under the lock.
  private let hasCommonProofs = Atomic(false)

  /// Whether only a sender can send feedback. A container's methods change the state without one.
  private let needsSender = Atomic(true)

  package var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Whether any effect is not proved to be suspended. Such an effect may resume on its own, or wait for work outside
  /// of the test.
  var hasUnproven: Bool { unprovenCount.load(ordering: .relaxed) > 0 }

  /// Whether only a sender can send feedback.
  var feedbackNeedsSender: Bool {
    get { needsSender.load(ordering: .relaxed) }
    set { needsSender.store(newValue, ordering: .relaxed) }
  }
}

// MARK: - Accounts

extension InFlightEffects {
  /// Reserves a slot for an effect.
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

  /// Changes the account of an effect, unless the effect has ended. Removes the account if the effect has now ended.
  ///
  /// - Returns: Whether fewer effects remain to wait for.
  func update(_ effect: InFlightEffect, at slot: Int, _ change: (inout EffectAccount) -> Void) -> Bool {
    let (removed, wakesTest) = state.withLock { state -> ((InFlightEffect?, Task<Void, Never>?), Bool) in
      guard state.accounts[slot].effect === effect else { return ((nil, nil), false) }
      let wasSuspended = state.accounts[slot].isSuspended
      change(&state.accounts[slot])
      let isSuspended = state.accounts[slot].isSuspended
      guard !state.accounts[slot].isOver else {
        if !wasSuspended { unprovenCount.subtract(1, ordering: .relaxed) }
        count.subtract(1, ordering: .relaxed)
        return (remove(slot, &state), true)
      }
      if isSuspended != wasSuspended { unprovenCount.add(isSuspended ? -1 : 1, ordering: .relaxed) }
      return ((nil, nil), isSuspended && !wasSuspended)
    }
    withExtendedLifetime(removed) {}
    return wakesTest
  }

  /// Closes an account that is over, so that another effect can use its memory.
  ///
  /// - Returns: What the account retains. The caller releases it outside of the lock.
  private func remove(_ slot: Int, _ state: inout State) -> (InFlightEffect?, Task<Void, Never>?) {
    for number in state.accounts[slot].numbers { state.owners[number] = nil }
    state.free.append(slot)
    return state.accounts[slot].close()
  }

  /// Records the owner of a task that is seen for the first time.
  func note(_ task: TaskReference, of effect: InFlightEffect, at slot: Int) {
    state.withLock { state in
      guard state.accounts[slot].effect === effect, state.owners[task.number] == nil else { return }
      state.owners[task.number] = TaskOwner(slot: slot, carriesLifetime: Runtime.hasOwnLocals(task))
      state.accounts[slot].numbers.append(task.number)
    }
  }

  /// The numbers of the effects in flight.
  var numbers: Set<InFlightEffect.ID> {
    state.withLock { state in Set(state.accounts.lazy.compactMap { $0.effect?.token.id }) }
  }

  /// Returns the effect of a known task.
  package func effect(ofTask number: UInt64) -> InFlightEffect? {
    state.withLock { state in state.owners[number].flatMap { state.accounts[$0.slot].effect } }
  }
}

// MARK: - Proofs

extension InFlightEffects {
  /// Tries to prove for each effect that it is suspended, when the store's queue is empty.
  ///
  /// - Parameter handles: Handles of tasks that only the effects' own code can use. If they are given, effects that may be
  ///   resumed by a handle are judged again.
  package func prove(except handles: TaskHandles? = nil) {
    state.withLock { state in
      let suspended = state.accounts.flatMap { $0.suspensions.compactMap(\.task) }
      guard !suspended.isEmpty else { return }
      let needsSender = feedbackNeedsSender
      // None of these tasks resumes while the lock is held, as a resumption first changes the account.
      guard let held = Runtime.tasksHeld(by: suspended, except: handles ?? TaskHandles()) else {
        for slot in state.accounts.indices where !state.accounts[slot].isSuspended {
          judge(slot, in: &state) { $0.judgeAlone(needsSender: needsSender) }
        }
        return
      }
      var tasks: [Int: [(address: UInt, carriesLifetime: Bool)]] = [:]
      for (address, number) in held.numbers {
        guard let owner = state.owners[number] else { continue }
        tasks[owner.slot, default: []].append((address, owner.carriesLifetime))
      }
      for (slot, tasks) in tasks {
        let isProved = state.accounts[slot].isSuspended
        guard !isProved || handles != nil && state.accounts[slot].mayResumeFromCallback else { continue }
        if isProved { unprovenCount.add(1, ordering: .relaxed) }
        let awaited = tasks.flatMap { held.tasksAwaited(by: $0.address) }.compactMap { state.owners[$0]?.slot }
        let effect = awaited.first { $0 != slot }.flatMap { state.accounts[$0].effect?.token.id }
        judge(slot, in: &state) { $0.judge(by: held, tasks, awaiting: effect) }
        if state.accounts[slot].dependsOnOthers { hasCommonProofs.store(true, ordering: .relaxed) }
      }
    }
  }

  private func judge(_ slot: Int, in state: inout State, by judge: (inout EffectAccount) -> Void) {
    judge(&state.accounts[slot])
    if state.accounts[slot].isSuspended { unprovenCount.subtract(1, ordering: .relaxed) }
  }

  /// Drops the proofs that use suspensions of several effects, because one of these has ended.
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

  /// Whether an effect is neither proved to be suspended nor among known active effects.
  ///
  /// A nil among the known effects may represent any effect.
  package func hasUnproven(but known: [InFlightEffect?]) -> Bool {
    !known.contains { $0 == nil } && !unproven(but: known.compactMap(\.self)).isEmpty
  }

  /// The effects that are neither proved to be suspended nor among known active effects.
  package func unproven(but known: [InFlightEffect]) -> [InFlightEffect] {
    guard hasUnproven else { return [] }
    return accounts.compactMap { account in
      account.isSuspended || known.contains { $0 === account.effect } ? nil : account.effect
    }
  }

  /// Whether an effect that counts as suspended may resume, because a callback may retain its sender or a handle, and no
  /// wait for that has timed out.
  var mayAnyResumeFromCallback: Bool {
    accounts.contains { $0.isSuspended && $0.mayResumeFromCallback && !$0.wasAwaitedInVain }
  }

  /// Whether an effect has unseen tasks for which no wait has timed out.
  var hasUnseenTasks: Bool {
    state.withLock { $0.accounts.contains(where: \.hasUnseenTasks) }
  }

  /// Records that a wait for unseen tasks or callbacks timed out, so that later steps don't repeat it.
  func forgetUnseenTasks() {
    state.withLock { state in for slot in state.accounts.indices { state.accounts[slot].wasAwaitedInVain = true } }
  }

  /// Whether the operation of an effect is known to run, or to wait for an executor, so that it proceeds on its own.
  var isAnyRunnable: Bool {
    accounts.contains { $0.activity == .runnable }
  }

  package var accounts: [EffectAccount] {
    state.withLock { state in state.accounts.filter { $0.effect != nil } }
  }
}
