import Dispatch
import StoreCore
package import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Runs what can run now, until nothing is left to do.
  ///
  /// Work that hops to the main actor and back is followed there: the main actor takes its jobs in order, so a job of
  /// ours behind them comes back when they are done. The shared thread pool is asked likewise, for what an actor does
  /// for main-actor code. A task that is seen to wait for its turn elsewhere is waited for, as it gets it by itself.
  ///
  /// - Parameters:
  ///   - site: The line of the step, if a new one begins.
  ///   - step: What the step does, for the scheduler.
  /// - Returns: Whether anything ran.
  @discardableResult
  @inline(__always)
  package func settle(_ site: CallSite? = nil, _ step: TestStep = .ends) async -> Bool {
    if let site { begin(site) }
    if let scheduler { return await scheduler.settle(self, step) { true } }
    return await settleInUsualOrder()
  }

  /// Runs what can run now, until nothing is left to do, in the usual order.
  ///
  /// - Returns: Whether anything ran.
  @inline(__always)
  func settleInUsualOrder() async -> Bool {
    let hasRun = await settleAlone()
    guard executor.companionsKey.load(ordering: .relaxed) != 0 else { return hasRun }
    return await settleCompanions(hasRun: hasRun)
  }

  /// Runs what can run now in this store alone.
  ///
  /// - Returns: Whether anything ran.
  @inline(__always)
  func settleAlone() async -> Bool {
    // Nearly always this is all there is to do, and a function that waits for something costs more to call than it.
    switch settleAtOnce() {
    case .settled(let hasRun): return hasRun
    case .unsettled(let limit, let rest, let hasRun):
      return await settleElsewhere(limit: limit, rest: rest, hasRun: hasRun)
    }
  }

  /// How far everything has run that need not be waited for.
  private enum Settlement {
    /// Nothing is left to do.
    case settled(hasRun: Bool)

    /// Something may be left to do, elsewhere, with so much done of what may be done in a step.
    case unsettled(limit: Int, rest: Int, hasRun: Bool)
  }

  /// Runs what can run on the thread of the test, as far as it need not wait for anything.
  private func settleAtOnce(_ isolation: isolated (any Actor)? = #isolation) -> Settlement {
    let limit = stepLimit.load(ordering: .relaxed)
    guard isolation !== MainActor.shared || executor.isEmpty else {
      return .unsettled(limit: limit, rest: limit, hasRun: false)
    }
    var rest = limit
    guard let done = executor.run(budget: &rest) else {
      reportTwoTasks()
      return .settled(hasRun: false)
    }
    guard rest > 0, !mayHaveWorkElsewhere(hasRun: done > 0) else {
      return .unsettled(limit: limit, rest: rest, hasRun: done > 0)
    }
    return .settled(hasRun: done > 0)
  }

  /// Runs what is ready, until nothing is, where something was set going that may be anywhere by now.
  ///
  /// - Returns: Whether anything ran.
  package func runToRest() async -> Bool {
    let limit = stepLimit.load(ordering: .relaxed)
    return await settleElsewhere(limit: limit, rest: limit, hasRun: true)
  }

  /// Reports that work goes on and on, and stops it.
  package func stopLivelock(after items: Int) {
    ledger?.stopLivelock(after: items)
  }

  /// Goes on to run what can run, on the main actor and in the thread pool as well.
  ///
  /// - Parameters:
  ///   - limit: How many items may be done in a step.
  ///   - rest: How many are left of these.
  ///   - hasRun: Whether any has been done.
  private func settleElsewhere(limit: Int, rest: Int, hasRun: Bool) async -> Bool {
    var rest = rest
    var hasRun = hasRun
    var turns = Turns()
    while true {
      guard let done = await drain(&rest) else {
        reportTwoTasks()
        return hasRun
      }
      if done > 0 {
        hasRun = true
        turns.restart()
      }
      // At once, because a short sleep is over before anybody waits for it.
      if !observers.isEmpty, hasEffectsElsewhere {
        for observer in observers { observer.noteWorkElsewhere { ledger?.ledger ?? [] } }
      }
      if rest <= 0 {
        stopLivelock(after: limit)
        return true
      }
      if hasEffectsElsewhere { inFlightEffects.prove() }
      guard mayHaveWorkElsewhere(hasRun: hasRun) else {
        // An effect on the main actor may have been suspended just after it has left something in the queue.
        if executor.isEmpty { return hasRun }
        continue
      }
      if turns.isLeft(hasRun: hasRun, isProved: !hasEffectsElsewhere) {
        await turns.give(executor)
      } else {
        guard executor.isEmpty else { continue }
        let isOnItsWay = inFlightEffects.isAnyOnItsWay
        guard isOnItsWay || inFlightEffects.hasUnseenTasks else { return hasRun }
        guard await turns.waitALittle(executor, isOnItsWay: isOnItsWay) else {
          if !isOnItsWay { inFlightEffects.giveUpTheUnseen() }
          return hasRun
        }
      }
    }
  }

  /// Runs what is in the queue: on the thread of the test, unless that is the main thread.
  ///
  /// Effects that ship never run on the main thread by themselves. One that waits for it, or takes it for granted, must not
  /// get another answer because its test is on the main actor.
  package func drain(_ budget: inout Int) async -> Int? {
    let isOnMainActor = isOnMainActor()
    guard isOnMainActor, !executor.isEmpty else { return executor.run(budget: &budget) }
    let limit = budget
    let (done, rest) = await withCheckedContinuation { continuation in
      DispatchQueue(label: "swift-store-testing.effects").async {
        var budget = limit
        let done = self.executor.run(budget: &budget)
        continuation.resume(returning: (done, budget))
      }
    }
    budget = rest
    return done
  }

  /// Reports, once, that the store can't use the runtime that was asked for.
  func reportRuntime() {
    let isNews = state.withLock { state in
      defer { state.hasReportedRuntime = true }
      return !state.hasReportedRuntime
    }
    guard isNews else { return }
    if let request = Runtime.unknownRequest {
      fail(
        .misuse,
        "\(Runtime.variable) is \(describe(request)), which names no runtime.",
        details: "Set it to \"portable\" or \"accelerated\", or leave it out."
      )
    } else {
      fail(
        .misuse,
        "Something else decides where tasks run: it has replaced the hook by which an effect's tasks are brought over.",
        details: """
          As long as it does, 'Task {}' and 'Task.detached' of an effect run elsewhere, and are waited for. A test store needs no serial \
          executor: its effects run one at a time, in order.
          """,
        isWarning: true
      )
    }
  }

  /// Notes that somebody else runs the store's effects, or moves its time.
  ///
  /// Time stops at many deadlines, and each of them would say the same.
  ///
  /// - Returns: Whether that is news.
  private func noteSharing() -> Bool {
    state.withLock { state in
      defer { state.hasReportedSharing = true }
      return !state.hasReportedSharing
    }
  }

  /// Reports that another thread is running this store's effects.
  private func reportTwoTasks() {
    guard noteSharing() else { return }
    fail(
      .misuse,
      "The effects of this store are being run by another task at the same time.",
      details: "A store belongs to the task that makes it. Make one in each test, and call it from one task at a time."
    )
  }

  /// Whether another store belongs to another test, or another case of the same one.
  func isForeign(to other: TestEnvironment) -> Bool { context.isForeign(to: other.context) }

  /// Reports that the store shares a clock with another test, and gives the store up.
  ///
  /// The other test moves the time of this one, whenever it happens to. Whatever follows says nothing.
  func reportSharing() {
    guard noteSharing(), !isEnded else { return }
    fail(
      .misuse,
      "The clock of this store is used by another test at the same time.",
      details: "Make a clock, or use the store's own, in each test. The store was given up."
    )
    abandon()
  }
}

/// Whether the caller is isolated to the main actor.
private func isOnMainActor(_ isolation: isolated (any Actor)? = #isolation) -> Bool {
  isolation === MainActor.shared
}
