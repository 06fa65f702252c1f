import Dispatch
import StoreCore
package import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Runs the work that can run now, until no work is left.
  ///
  /// It follows work that moves to the main actor and back. The main actor runs jobs in order, so a job at its end runs
  /// after all earlier ones. It does the same with the shared thread pool, for actors called by main-actor code. It
  /// waits for a task that is known to wait for another executor, as that task proceeds on its own.
  ///
  /// - Parameters:
  ///   - site: The line of the step, if a new one begins.
  ///   - step: The kind of step, for the scheduler.
  /// - Returns: Whether any work ran.
  @discardableResult
  @inline(__always)
  package func settle(_ site: CallSite? = nil, _ step: TestStep = .ends) async -> Bool {
    if let site { begin(site) }
    if let scheduler {
      defer { reportPostponed() }
      return await scheduler.settle(self, step) { true }
    }
    return await settleInDefaultOrder()
  }

  /// Runs the work that can run now, in the default order, until no work is left.
  ///
  /// - Returns: Whether any work ran.
  @inline(__always)
  func settleInDefaultOrder() async -> Bool {
    let hasRun = await settleAlone()
    // Performance: calling an asynchronous function costs more than this.
    guard executor.companionsKey.load(ordering: .relaxed) != 0 else { return hasRun }
    return await settleCompanions(hasRun: hasRun)
  }

  /// Runs the work that can run now in this store only.
  ///
  /// - Returns: Whether any work ran.
  @inline(__always)
  func settleAlone() async -> Bool {
    // Fast path: nothing to wait for. Performance: calling an asynchronous function costs more than this.
    switch settleAtOnce() {
    case .settled(let hasRun): return hasRun
    case .unsettled(let limit, let rest, let hasRun):
      return await settleElsewhere(limit: limit, rest: rest, hasRun: hasRun)
    }
  }

  /// The result of running the work that needs no wait.
  private enum Settlement {
    /// No work is left.
    case settled(hasRun: Bool)

    /// Work may be left on other executors. The step may still run `rest` of its `limit` items.
    case unsettled(limit: Int, rest: Int, hasRun: Bool)
  }

  /// Runs the work that can run on the test's thread without waiting.
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
    reportPostponed()
    guard rest > 0, !mayHaveWorkElsewhere(hasRun: done > 0) else {
      return .unsettled(limit: limit, rest: rest, hasRun: done > 0)
    }
    return .settled(hasRun: done > 0)
  }

  /// Runs the ready work until no work is left, after a resumption whose work may be on any executor.
  ///
  /// - Returns: Whether any work ran.
  package func runToRest() async -> Bool {
    let limit = stepLimit.load(ordering: .relaxed)
    return await settleElsewhere(limit: limit, rest: limit, hasRun: true)
  }

  /// Reports work that runs endlessly, and stops it.
  package func stopLivelock(after items: Int) {
    session?.stopLivelock(after: items)
  }

  /// Runs the remaining work, including work on the main actor and in the thread pool.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of items in a step.
  ///   - rest: The number of items left in this step.
  ///   - hasRun: Whether any item has run.
  private func settleElsewhere(limit: Int, rest: Int, hasRun: Bool) async -> Bool {
    var rest = rest
    var hasRun = hasRun
    var turns = Turns()
    while true {
      guard let done = await drain(&rest) else {
        reportTwoTasks()
        return hasRun
      }
      reportPostponed()
      if done > 0 {
        hasRun = true
        turns.restart()
      }
      // Observers are notified at once, because a short sleep may end before the wait begins.
      if !observers.isEmpty, hasEffectsElsewhere {
        for observer in observers { observer.noteWorkElsewhere { session?.ledger ?? [] } }
      }
      if rest <= 0 {
        stopLivelock(after: limit)
        return true
      }
      if hasEffectsElsewhere { inFlightEffects.prove() }
      guard mayHaveWorkElsewhere(hasRun: hasRun) else {
        // An effect on the main actor may have enqueued an item just before it suspended.
        if executor.isEmpty { return hasRun }
        continue
      }
      if turns.isLeft(hasRun: hasRun, isProved: !hasEffectsElsewhere) {
        await turns.give(executor)
      } else {
        guard executor.isEmpty else { continue }
        let isRunnable = inFlightEffects.isAnyRunnable
        guard isRunnable || inFlightEffects.hasUnseenTasks else { return hasRun }
        let timeout = session?.timeout ?? .seconds(1)
        guard await turns.waitBriefly(executor, isRunnable: isRunnable, timeout: timeout) else {
          if !isRunnable { inFlightEffects.forgetUnseenTasks() }
          return hasRun
        }
      }
    }
  }

  /// Runs the items of the queue: on the test's thread, unless that is the main thread.
  ///
  /// In an app, effects don't run on the main thread by default. So an effect must not run there only because its test
  /// is on the main actor.
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

  /// Reports once that the store can't use the requested runtime.
  func reportRuntime() {
    guard reporter.isFirst(.runtime) else { return }
    if let request = Runtime.unknownRequest {
      fail(
        .misuse,
        "\(Runtime.variable) is \(describe(request)), which names no runtime.",
        details: "Set it to \"portable\" or \"accelerated\", or leave it out."
      )
    } else {
      fail(
        .misuse,
        "Other code has replaced the hook by which the store moves an effect's tasks to the test's thread.",
        details: """
          Until that code restores the hook, 'Task {}' and 'Task.detached' of an effect run elsewhere, and the store waits for \
          them. A test store needs no serial executor: its effects run one at a time, in order.
          """,
        isWarning: true
      )
    }
  }
}

/// Whether the caller is isolated to the main actor.
private func isOnMainActor(_ isolation: isolated (any Actor)? = #isolation) -> Bool {
  isolation === MainActor.shared
}
